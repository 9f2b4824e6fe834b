//! Shapes as SVG elements, and the style sheets of pictures. Colours are classes, so that an embedding page chooses their
//! looks. Style sheets have plain colours, no variables, which viewers other than browsers do not support.

use itertools::Itertools as _;

use super::super::film::{Align, Point, Shape};
use super::super::palette::Colour;
use super::super::path::{Stroke, strokes};

pub(in super::super) const CELL: f64 = 48.0;

/// Distance of a text's base line below the middle of its letters, in heights of letters. Some viewers do not support
/// `dominant-baseline`.
pub(super) const BASELINE: f64 = 0.35;

pub(in super::super) fn element(shape: &Shape) -> String {
    match shape {
        Shape::Area { loops, radius, fill, stroke } => {
            let fill = name(*fill);
            let (line, width) = stroke.map_or_else(Default::default, |(colour, width)| {
                (format!(" {}", line_name(colour)), format!(r#" stroke-width="{}""#, number(width * CELL)))
            });
            let path = path(&strokes(loops, *radius));
            format!(r#"<path class="{fill}{line}"{width} fill-rule="evenodd" d="{path}"/>"#)
        }
        Shape::Outline { loops, radius, width, colour, dash } => {
            let dash = dash.map_or_else(String::new, |length| {
                format!(r#" stroke-dasharray="{0} {0}""#, number(length * CELL))
            });
            format!(
                r#"<path class="{}" fill="none" stroke-width="{}"{dash} d="{}"/>"#,
                line_name(*colour),
                number(width * CELL),
                path(&strokes(loops, *radius))
            )
        }
        Shape::Line { from, to, width, colour } => format!(
            r#"<line class="{}" stroke-width="{}" stroke-linecap="round" x1="{}" y1="{}" x2="{}" y2="{}"/>"#,
            line_name(*colour),
            number(width * CELL),
            number(from.x * CELL),
            number(from.y * CELL),
            number(to.x * CELL),
            number(to.y * CELL)
        ),
        Shape::Path { points, width, colour, dashes } => {
            let length = |length: &f64| number(length * CELL);
            let dashes = match &**dashes {
                [] => String::new(),
                dashes => format!(r#" stroke-dasharray="{}""#, dashes.iter().map(length).join(" ")),
            };
            format!(
                r#"<polyline class="{}" fill="none" stroke-width="{}"{dashes} points="{}"/>"#,
                line_name(*colour),
                length(width),
                points.iter().map(|point| format!("{},{}", length(&point.x), length(&point.y))).join(" ")
            )
        }
        Shape::Dot { middle, radius, fill } => format!(
            r#"<circle class="{}" cx="{}" cy="{}" r="{}"/>"#,
            name(*fill),
            number(middle.x * CELL),
            number(middle.y * CELL),
            number(radius * CELL)
        ),
        Shape::Text { at, align, size, text, colour, bold, turned } => {
            let anchor = match align {
                Align::Start => "",
                Align::Middle => r#" text-anchor="middle""#,
                Align::End => r#" text-anchor="end""#,
            };
            let weight = if *bold { r#" font-weight="bold""# } else { "" };
            let turn = if *turned {
                format!(r#" transform="rotate(-90 {} {})""#, number(at.x * CELL), number(at.y * CELL))
            } else {
                String::new()
            };
            format!(
                r#"<text class="{}" x="{}" y="{}" font-size="{}"{anchor}{weight}{turn}>{}</text>"#,
                name(*colour),
                number(at.x * CELL),
                number((at.y + BASELINE * size) * CELL),
                number(size * CELL),
                escape(text)
            )
        }
    }
}

pub(in super::super) fn elements(shapes: &[Shape]) -> String {
    shapes.iter().map(|shape| element(shape) + "\n").collect()
}

pub(in super::super) fn name(colour: Colour) -> String {
    match colour {
        Colour::Page => "page".to_owned(),
        Colour::Floor => "floor".to_owned(),
        Colour::Grid => "grid".to_owned(),
        Colour::Wall => "wall".to_owned(),
        Colour::Ink => "ink".to_owned(),
        Colour::Faint => "faint".to_owned(),
        Colour::Goal => "goal".to_owned(),
        Colour::Red => "red".to_owned(),
        Colour::Piece(number) => format!("piece{}", number % Colour::PIECES),
        Colour::Card(number) => format!("card{number}"),
        Colour::OnPiece(_) => "on-piece".to_owned(),
        Colour::OnRed => "on-red".to_owned(),
        Colour::On => "on".to_owned(),
        Colour::Off => "off".to_owned(),
        Colour::Series(number) => format!("series{}", number % Colour::SERIES),
    }
}

pub(in super::super) fn line_name(colour: Colour) -> String {
    format!("line-{}", name(colour))
}

fn path(strokes: &[Stroke]) -> String {
    let at = |point: &Point| format!("{} {}", number(point.x * CELL), number(point.y * CELL));
    strokes
        .iter()
        .map(|stroke| match stroke {
            Stroke::Move(to) => format!("M{}", at(to)),
            Stroke::Line(to) => format!("L{}", at(to)),
            Stroke::Curve(over, to) => format!("Q{} {}", at(over), at(to)),
            Stroke::Close => "Z".to_owned(),
        })
        .join("")
}

pub(in super::super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

pub(in super::super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            // Marks of a writing direction end with the text.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('?'),
            '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            control if control.is_control() => escaped.push('?'),
            other => escaped.push(other),
        }
    }
    escaped
}

pub(super) fn style_of_films() -> String {
    let [light, dark] = [false, true].map(|dark| rules(Colour::all(), dark));
    format!(
        "{TEXT}.moved{{stroke:#1b1c1f;stroke-width:{MOVED}}}\n\
         {light}@media (prefers-color-scheme:dark){{\n{dark}.moved{{stroke:#fff}}\n}}\n",
    )
}

pub(super) fn style_of_plots() -> String {
    let [light, dark] = [false, true].map(|dark| rules(Colour::of_plots(), dark));
    format!("{TEXT}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
}

const TEXT: &str = "text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;stroke:none}\n";
const MOVED: f64 = 2.5;

fn rules(colours: impl Iterator<Item = Colour>, dark: bool) -> String {
    let rule = |colour: Colour| {
        let [red, green, blue] = colour.rgb(dark);
        let (fill, line) = (name(colour), line_name(colour));
        let rgb = format!("#{red:02x}{green:02x}{blue:02x}");
        format!(".{fill}{{fill:{rgb}}}.{line}{{stroke:{rgb}}}\n")
    };
    colours.map(rule).collect()
}
