//! The style sheet of the page: the palette as CSS, in front of what the page looks like.

use itertools::Itertools as _;

use super::super::palette::Colour;
use super::super::svg::shape::name;

/// Colours by light and dark, the classes of shapes, and the rest.
pub(super) fn sheet() -> String {
    let classes = colours()
        .map(|colour| format!(".board .{name} {{ fill: var(--{name}) }}", name = name(colour)))
        .join("\n");
    format!(
        "\n:root {{ {} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n{classes}\n{}",
        variables(false),
        variables(true),
        include_str!("page.css")
    )
}

fn variables(dark: bool) -> String {
    let variable = |colour: Colour| {
        let [red, green, blue] = colour.rgb(dark);
        format!("--{}: #{red:02x}{green:02x}{blue:02x}", name(colour))
    };
    colours().map(variable).join("; ")
}

/// Every colour that differs from the others.
fn colours() -> impl Iterator<Item = Colour> {
    let single = [
        Colour::Page,
        Colour::Floor,
        Colour::Grid,
        Colour::Wall,
        Colour::Ink,
        Colour::Faint,
        Colour::Goal,
        Colour::Red,
        Colour::OnPiece(0),
        Colour::OnRed,
        Colour::On,
        Colour::Off,
    ];
    single.into_iter().chain((0..Colour::PIECES).map(Colour::Piece))
}
