//! A scatter plot: points over two axes of the same scale, with the diagonal.

use super::panel::{Panel, TOP, headed};
use super::scale::{Scale, label};
use super::svg::{AXIS, Anchor, COLOURS, GRID};

/// Two times of the same; none where there is no answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScatterPoint {
    /// From left to right.
    pub x: Option<f64>,
    /// Upwards.
    pub y: Option<f64>,
    /// After what time there was no answer, if that is known.
    pub limit: Option<f64>,
}

const LEFT: f64 = 62.0;
const SIDE: f64 = 440.0;

/// A panel of points, of times in these seconds of some clock. What has no answer lies on the outer edge, beyond all times.
pub fn points(title: &str, axes: (&str, &str), seconds: &str, points: &[ScatterPoint]) -> Panel {
    let times = points.iter().flat_map(|point| [point.x, point.y, point.limit]).flatten();
    let scale = Scale::of(times);
    let floor = TOP + SIDE;
    // The outer edge is a little further than the end of the scale.
    let inner = SIDE * 0.95;
    let along = |time: Option<f64>| time.map_or(SIDE, |time| scale.place(time).clamp(0.0, 1.0) * inner);
    let (left, right) = (LEFT, LEFT + SIDE);
    let [across, upright] = [axes.0, axes.1].map(|axis| format!("{axis}, {seconds}"));
    let mut shapes = headed(title, LEFT, &upright, scale.is_logarithmic());
    for tick in scale.ticks() {
        let at = along(Some(tick));
        shapes.line((left, floor - at), (right, floor - at), GRID);
        shapes.text((left - 6.0, floor - at + 4.0), Anchor::End, &label(tick));
        shapes.line((left + at, TOP), (left + at, floor), GRID);
        shapes.text((left + at, floor + 16.0), Anchor::Middle, &label(tick));
    }
    shapes.line((left, floor), (left + inner, floor - inner), AXIS);
    shapes.path(&[(left, TOP), (right, TOP), (right, floor)], AXIS, 1);
    for point in points {
        shapes.dot((left + along(point.x), floor - along(point.y)), COLOURS[0]);
    }
    shapes.text((right, floor + 34.0), Anchor::End, &across);
    let below = points.iter().filter(|point| is_less(point.y, point.x)).count();
    let above = points.iter().filter(|point| is_less(point.x, point.y)).count();
    for (down, text) in [
        (56.0, format!("{} problems; dashed edge: no answer", points.len())),
        (74.0, format!("below the diagonal, {} is faster: {below}", axes.1)),
        (92.0, format!("above it, {} is faster: {above}", axes.0)),
    ] {
        shapes.text((LEFT, floor + down), Anchor::Start, &text);
    }
    Panel { shapes, height: floor + 56.0 + 3.0 * 18.0 }
}

/// No answer takes longer than any.
fn is_less(one: Option<f64>, other: Option<f64>) -> bool {
    one.unwrap_or(f64::INFINITY) < other.unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::super::figure;
    use super::*;

    #[test]
    fn points_lie_where_they_should() {
        let point = |x, y| ScatterPoint { x, y, limit: Some(100.0) };
        let panel = points(
            "t",
            ("a", "b"),
            "seconds",
            &[point(Some(1.0), Some(1.0)), point(None, Some(100.0)), point(Some(0.01), None)],
        );
        let drawn = figure("t", &[panel]);
        // Powers from -2 to 2; the edge is at 62 + 440 = 502 and at 48.
        for dot in [r#"cx="271.0" cy="279.0""#, r#"cx="502.0" cy="70.0""#, r#"cx="62.0" cy="48.0""#] {
            assert!(drawn.contains(dot), "{dot} is not in {drawn}");
        }
        assert!(drawn.contains(">below the diagonal, b is faster: 1</text>"), "{drawn}");
        assert!(figure("t", &[points("t", ("a", "b"), "seconds", &[])]).ends_with("</svg>\n"));
    }
}
