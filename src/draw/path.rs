//! Closed lines with rounded corners, as the few strokes that every kind of picture knows.

use super::film::Point;

/// A stroke of a pen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stroke {
    /// Begins a closed line here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A quadratic curve with this control point to here.
    Curve(Point, Point),
    /// A straight line back to where the closed line began.
    Close,
}

/// The strokes of closed lines whose corners have this radius, or half of the shorter side where that is less.
pub(super) fn strokes(loops: &[Vec<Point>], radius: f64) -> Vec<Stroke> {
    loops.iter().flat_map(|points| closed(points, radius)).collect()
}

fn closed(points: &[Point], radius: f64) -> Vec<Stroke> {
    let count = points.len();
    let mut strokes = Vec::with_capacity(2 * count + 1);
    for (index, &here) in points.iter().enumerate() {
        let before = points[(index + count - 1) % count];
        let after = points[(index + 1) % count];
        let (arrives, leaves) = (towards(here, before, radius), towards(here, after, radius));
        strokes.push(if index == 0 { Stroke::Move(arrives) } else { Stroke::Line(arrives) });
        if arrives != leaves {
            strokes.push(Stroke::Curve(here, leaves));
        }
    }
    if !strokes.is_empty() {
        strokes.push(Stroke::Close);
    }
    strokes
}

/// The point that far from a corner on the way to the next one, at most half of the way.
fn towards(corner: Point, next: Point, distance: f64) -> Point {
    let (x, y) = (next.x - corner.x, next.y - corner.y);
    let length = x.hypot(y);
    if length == 0.0 {
        return corner;
    }
    let part = (distance / length).min(0.5);
    corner.plus(x * part, y * part)
}
