//! Lines over two axes, with a legend. Neighbours in the legend differ by colour and by pattern, and of 28 lines no two have both
//! in common.

use super::panel::{MARGIN, Panel, TOP, WIDTH, headed};
use super::scale::{Scale, label, round_numbers};
use super::svg::{Anchor, COLOURS, GRID};

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotLine {
    /// What it is called in the legend.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

const LEFT: f64 = 62.0;
const RIGHT: f64 = 20.0;
const HEIGHT: f64 = 300.0;
const LEGEND_ROW: f64 = 18.0;

/// A panel of lines; the upright axis is logarithmic if the numbers are far apart.
pub fn lines(title: &str, axes: (&str, &str), series: &[PlotLine]) -> Panel {
    let across = series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let last = across.fold(1.0, f64::max);
    let scale = Scale::of(series.iter().flat_map(|series| &series.points).map(|point| point.1));
    let floor = TOP + HEIGHT;
    let x = |number: f64| LEFT + number / last * (WIDTH - LEFT - RIGHT);
    let y = |number: f64| floor - scale.place(number).clamp(0.0, 1.0) * HEIGHT;
    let mut shapes = headed(title, LEFT, axes.1, scale.is_logarithmic());
    for tick in scale.ticks() {
        shapes.line((LEFT, y(tick)), (WIDTH - RIGHT, y(tick)), GRID);
        shapes.text((LEFT - 6.0, y(tick) + 4.0), Anchor::End, &label(tick));
    }
    for number in round_numbers(last) {
        shapes.line((x(number), TOP), (x(number), floor), GRID);
        shapes.text((x(number), floor + 16.0), Anchor::Middle, &label(number));
    }
    shapes.text((WIDTH - RIGHT, floor + 34.0), Anchor::End, axes.0);
    let mut legend = floor + 44.0;
    for (number, one) in series.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let points: Vec<(f64, f64)> = one.points.iter().map(|point| (x(point.0), y(point.1))).collect();
        shapes.path(&points, colour, number);
        points.iter().for_each(|point| shapes.dot(*point, colour));
        shapes.path(&[(LEFT, legend), (LEFT + 28.0, legend)], colour, number);
        shapes.text((LEFT + 36.0, legend + 4.0), Anchor::Start, &one.name);
        legend += LEGEND_ROW;
    }
    Panel { shapes, height: legend + MARGIN }
}
