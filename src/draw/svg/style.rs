//! The style sheet of a picture: what the classes of shapes look like. Plain colours, no variables: viewers that are no
//! browsers know nothing else.

use super::super::palette::Colour;
use super::shape::{line_name, name};

/// The rules for a light film, and for a dark one where the reader's system is dark.
pub(super) fn of_films() -> String {
    let [light, dark] = [false, true].map(|dark| rules(Colour::all(), dark));
    format!(
        "{TEXT}.moved{{stroke:#1b1c1f;stroke-width:{MOVED}}}\n\
         {light}@media (prefers-color-scheme:dark){{\n{dark}.moved{{stroke:#fff}}\n}}\n",
    )
}

/// The rules for plots, likewise.
pub(super) fn of_plots() -> String {
    let [light, dark] = [false, true].map(|dark| rules(Colour::of_plots(), dark));
    format!("{TEXT}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
}

const TEXT: &str = "text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;stroke:none}\n";

/// The width of the line around what has just moved.
const MOVED: f64 = 2.5;

/// A rule for each class, a line each.
fn rules(colours: impl Iterator<Item = Colour>, dark: bool) -> String {
    let rule = |colour: Colour| {
        let [red, green, blue] = colour.rgb(dark);
        let (fill, line) = (name(colour), line_name(colour));
        let rgb = format!("#{red:02x}{green:02x}{blue:02x}");
        format!(".{fill}{{fill:{rgb}}}.{line}{{stroke:{rgb}}}\n")
    };
    colours.map(rule).collect()
}
