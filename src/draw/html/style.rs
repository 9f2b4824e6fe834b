//! The style sheet of the page: the palette as variables of CSS, in front of what the page looks like.

use itertools::Itertools as _;

use super::super::palette::Colour;
use super::super::svg::shape::{line_name, name};

/// Colours by light and dark, the classes of shapes, and the rest.
pub(super) fn sheet() -> String {
    format!(
        "\n:root {{ {} }}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n{}{}",
        variables(false),
        variables(true),
        Colour::all().map(rules).collect::<String>(),
        include_str!("page.css")
    )
}

fn variables(dark: bool) -> String {
    let variable = |colour: Colour| {
        let [red, green, blue] = colour.rgb(dark);
        format!("--{}: #{red:02x}{green:02x}{blue:02x}", name(colour))
    };
    Colour::all().map(variable).join("; ")
}

/// What is filled with a colour, and lines that have it; elements of pictures only, whose classes have short names.
fn rules(colour: Colour) -> String {
    let (fill, line) = (name(colour), line_name(colour));
    format!(
        ":is(path, polygon, rect, text).{fill} {{ fill: var(--{fill}) }} :is(path, line).{line} {{ stroke: var(--{fill}) }}\n"
    )
}
