//! A bar chart: one bar a row, with its label before it and its value behind it.

use super::colours::COLOURS;
use super::scale::{Scale, label};
use super::svg::{Anchor, CHARACTER, SvgShapes};
use super::{GRID, Panel, WIDTH};

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
const TOP: f64 = 48.0;
const BOTTOM: f64 = 30.0;
const MARGIN: f64 = 12.0;

/// A panel of bars; the axis is logarithmic if they are of very different length.
pub fn bars(title: &str, unit: &str, bars: &[PlotBar]) -> Panel {
    let scale = Scale::of(bars.iter().flat_map(|bar| [bar.length, bar.range.0, bar.range.1]));
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        let widest = texts.map(|text| text.chars().count()).max().unwrap_or(0);
        u32::try_from(widest).map_or(0.0, f64::from) * CHARACTER
    };
    let left = (MARGIN + widest(&mut bars.iter().map(|bar| &bar.label)) + 8.0).min(WIDTH / 2.0);
    let right = (widest(&mut bars.iter().map(|bar| &bar.note)) + MARGIN + 8.0).min(WIDTH / 3.0);
    let x = |number: f64| left + scale.place(number).clamp(0.0, 1.0) * (WIDTH - left - right);
    let rows = u32::try_from(bars.len()).map_or(0.0, f64::from);
    let floor = TOP + rows * ROW;
    let mut shapes = SvgShapes::default();
    shapes.heading((MARGIN, 20.0), title);
    let axis = if scale.is_logarithmic() { format!("{unit}, logarithmic scale") } else { unit.to_owned() };
    shapes.text((left, 38.0), Anchor::Start, &axis);
    for tick in scale.ticks() {
        shapes.line((x(tick), TOP), (x(tick), floor), GRID);
        shapes.text((x(tick), floor + 16.0), Anchor::Middle, &label(tick));
    }
    let mut groups: Vec<&str> = Vec::new();
    let mut y = TOP;
    for bar in bars {
        if !groups.contains(&&*bar.group) {
            groups.push(&bar.group);
        }
        let group = groups.iter().position(|group| *group == bar.group).unwrap_or(0);
        let colour = COLOURS[group % COLOURS.len()];
        let middle = y + ROW / 2.0;
        let shape = [left, middle - THICKNESS / 2.0, x(bar.length) - left, THICKNESS];
        if bar.hollow {
            shapes.outline(shape, colour);
        } else {
            shapes.rectangle(shape, colour);
        }
        if bar.range.0 < bar.range.1 {
            shapes.line((x(bar.range.0), middle), (x(bar.range.1), middle), "#222222");
            for end in [bar.range.0, bar.range.1] {
                shapes.line((x(end), middle - 3.0), (x(end), middle + 3.0), "#222222");
            }
        }
        shapes.text((left - 6.0, middle + 4.0), Anchor::End, &bar.label);
        shapes.text((x(bar.length.max(bar.range.1)) + 6.0, middle + 4.0), Anchor::Start, &bar.note);
        y += ROW;
    }
    Panel { shapes, height: floor + BOTTOM }
}
