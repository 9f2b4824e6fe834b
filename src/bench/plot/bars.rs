//! A bar chart: one bar a row, with its label before it and its value behind it.

use super::panel::{MARGIN, Panel, TOP, WIDTH, colours, headed};
use super::scale::{Scale, label};
use super::svg::{Anchor, CHARACTER, GRID, INK};

/// A bar.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotBar {
    /// What stands before it.
    pub label: String,
    /// Bars of the same group have the same colour.
    pub group: String,
    /// How long it is.
    pub length: f64,
    /// From where to where a thin line over it goes.
    pub range: (f64, f64),
    /// What stands behind it.
    pub note: String,
    /// Whether it is only outlined, because it stands for something that was not reached.
    pub hollow: bool,
}

const ROW: f64 = 22.0;
const THICKNESS: f64 = 14.0;
const BOTTOM: f64 = 30.0;

/// A panel of bars; the axis is logarithmic if they are of very different length.
pub fn bars(title: &str, unit: &str, bars: &[PlotBar]) -> Panel {
    let scale = Scale::of(bars.iter().flat_map(|bar| [bar.length, bar.range.0, bar.range.1]));
    let widest = |text: fn(&PlotBar) -> &String| {
        let widest = bars.iter().map(|bar| text(bar).chars().count()).max().unwrap_or(0);
        u32::try_from(widest).map_or(0.0, f64::from) * CHARACTER
    };
    let left = (MARGIN + widest(|bar| &bar.label) + 8.0).min(WIDTH / 2.0);
    let right = (widest(|bar| &bar.note) + MARGIN + 8.0).min(WIDTH / 3.0);
    let x = |number: f64| left + scale.place(number).clamp(0.0, 1.0) * (WIDTH - left - right);
    let floor = TOP + u32::try_from(bars.len()).map_or(0.0, f64::from) * ROW;
    let mut shapes = headed(title, left, unit, scale.is_logarithmic());
    for tick in scale.ticks() {
        shapes.line((x(tick), TOP), (x(tick), floor), GRID);
        shapes.text((x(tick), floor + 16.0), Anchor::Middle, &label(tick));
    }
    let mut middle = TOP + ROW / 2.0;
    for (bar, colour) in bars.iter().zip(colours(bars.iter().map(|bar| &bar.group))) {
        let (least, greatest) = bar.range;
        let shape = [left, middle - THICKNESS / 2.0, x(bar.length) - left, THICKNESS];
        shapes.rectangle(shape, colour, bar.hollow);
        if least < greatest {
            shapes.line((x(least), middle), (x(greatest), middle), INK);
            for end in [least, greatest] {
                shapes.line((x(end), middle - 3.0), (x(end), middle + 3.0), INK);
            }
        }
        shapes.text((left - 6.0, middle + 4.0), Anchor::End, &bar.label);
        shapes.text((x(bar.length.max(greatest)) + 6.0, middle + 4.0), Anchor::Start, &bar.note);
        middle += ROW;
    }
    Panel { shapes, height: floor + BOTTOM }
}
