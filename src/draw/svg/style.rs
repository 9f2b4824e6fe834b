//! The style sheet of a picture: what the classes of shapes look like. Plain colours, no variables: viewers that are no
//! browsers know nothing else.

use super::super::palette::Colour;
use super::shape::{line_name, name};

/// The rules for a light picture, and for a dark one where the reader's system is dark.
pub(super) fn sheet() -> String {
    format!(
        "text{{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;stroke:none}}\n\
         .moved{{stroke:#1b1c1f;stroke-width:{MOVED}}}\n\
         {}@media (prefers-color-scheme:dark){{\n{}.moved{{stroke:#fff}}\n}}\n",
        rules(false),
        rules(true)
    )
}

/// The width of the line around what has just moved.
const MOVED: f64 = 2.5;

/// A rule for each class, a line each.
fn rules(dark: bool) -> String {
    let rule = |colour: Colour| {
        let [red, green, blue] = colour.rgb(dark);
        let (fill, line) = (name(colour), line_name(colour));
        let rgb = format!("#{red:02x}{green:02x}{blue:02x}");
        format!(".{fill}{{fill:{rgb}}}.{line}{{stroke:{rgb}}}\n")
    };
    Colour::all().map(rule).collect()
}
