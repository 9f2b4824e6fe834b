//! A panel of a figure, with what all panels share: width, head, grid and colours.

use super::svg::{Anchor, COLOURS, SvgShapes};

/// Pixels from left to right.
pub(super) const WIDTH: f64 = 860.0;

/// Pixels at the left of heads and below panels.
pub(super) const MARGIN: f64 = 12.0;

/// The upper edge of the area that is plotted on.
pub(super) const TOP: f64 = 48.0;

/// A part of a figure.
#[derive(Debug, Clone)]
pub struct Panel {
    pub(super) shapes: SvgShapes,
    pub(super) height: f64,
}

/// Panels one below the other, as the text of an SVG file.
pub fn figure(title: &str, panels: &[Panel]) -> String {
    let mut shapes = SvgShapes::default();
    let mut y = 0.0;
    for panel in panels {
        shapes.add_below(&panel.shapes, y);
        y += panel.height;
    }
    shapes.document(WIDTH, y.max(1.0), title)
}

/// A head, and below it the name of the axis with numbers.
pub(super) fn headed(title: &str, left: f64, axis: &str, is_logarithmic: bool) -> SvgShapes {
    let mut shapes = SvgShapes::default();
    shapes.heading((MARGIN, 20.0), title);
    let scale = if is_logarithmic { ", logarithmic scale" } else { "" };
    shapes.text((left, 38.0), Anchor::Start, &format!("{axis}{scale}"));
    shapes
}

/// The colour of each of these groups: the same for the same, in the order in which they come.
pub(super) fn colours<'g>(groups: impl IntoIterator<Item = &'g String>) -> Vec<&'static str> {
    let mut seen: Vec<&String> = Vec::new();
    let groups = groups.into_iter().map(|group| {
        let place = seen.iter().position(|other| *other == group).unwrap_or_else(|| {
            seen.push(group);
            seen.len() - 1
        });
        COLOURS[place % COLOURS.len()]
    });
    groups.collect()
}
