//! The caption below the board: the name of the move, the number of the step, and a line that grows with it.

use tiny_skia::{FillRule, PathBuilder, Rect as Area};

use super::super::film::{Align, Film};
use super::super::palette::{Colour, Rgb};
use super::layout::{PixelLayout, single};
use super::stamp::{Filled, Stamp};
use super::text::{self, TextStyle};

/// How large the name of a move is at most, and at least: a longer one is cut.
const LARGEST: f32 = 16.0;
const SMALLEST: f32 = 11.0;

/// The number of the step.
const COUNTER: TextStyle = TextStyle { size: 13.0, bold: false };

/// Between the name and the number.
const GAP: f32 = 12.0;

/// From the top of the strip to the middle of the text, to the line, and to its other edge.
const TEXT: i32 = 6;
const LINE_TOP: i32 = 23;
const LINE_BOTTOM: i32 = 26;

/// What stands below a frame.
pub(super) fn stamps(film: &Film, index: usize, layout: &PixelLayout) -> Vec<Stamp> {
    let Some(frame) = film.frames.get(index) else { return Vec::new() };
    let strip = layout.strip;
    let pixel = |pixels: i32| single(f64::from(pixels));
    let (left, right) = (layout.text_margin(), strip.right - layout.text_margin());
    let middle = pixel(strip.top + TEXT);
    let steps = film.frames.len() - 1;

    let counter = if steps == 0 { String::new() } else { format!("{index} / {steps}") };
    let room = pixel(right - left) - text::width(&counter, COUNTER) - GAP;
    let (name, style) = fitting(&frame.caption, room);
    let line = |to: i32, colour: Colour| {
        let area = Area::from_ltrb(
            pixel(left),
            pixel(strip.top + LINE_TOP),
            pixel(to),
            pixel(strip.top + LINE_BOTTOM),
        );
        filled(area.filter(|_| 0 < steps).map(PathBuilder::from_rect), colour.rgb(false))
    };
    let parts = [
        filled(text::path(&name, style, (pixel(left), middle), Align::Start), Colour::Ink.rgb(false)),
        filled(text::path(&counter, COUNTER, (pixel(right), middle), Align::End), Colour::Faint.rgb(false)),
        line(right, Colour::Grid),
        line(left + part(right - left, index, steps), Colour::Goal),
    ];
    parts.into_iter().flatten().filter_map(|part| part.stamp(strip)).collect()
}

fn filled(path: Option<tiny_skia::Path>, colour: Rgb) -> Option<Filled> {
    path.map(|path| Filled { path, rule: FillRule::Winding, colour })
}

/// That part of a length.
fn part(length: i32, index: usize, steps: usize) -> i32 {
    let share = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let done = i64::from(length).saturating_mul(share(index)) / share(steps).max(1);
    i32::try_from(done).unwrap_or(length)
}

/// A name and its style so that it fits, smaller if it has to be, and cut if that is not enough.
fn fitting(name: &str, room: f32) -> (String, TextStyle) {
    let style = |size: f32| TextStyle { size, bold: true };
    let width = text::width(name, style(LARGEST));
    if width <= room {
        return (name.to_owned(), style(LARGEST));
    }
    let size = LARGEST * room / width;
    if SMALLEST <= size {
        return (name.to_owned(), style(size));
    }
    let style = style(SMALLEST);
    let ellipsis = '…';
    let mut room = room - text::width(&ellipsis.to_string(), style);
    let fits = |character: &char| {
        room -= text::width(&character.to_string(), style);
        0.0 <= room
    };
    let mut cut: String = name.chars().take_while(fits).collect();
    cut.truncate(cut.trim_end().len());
    cut.push(ellipsis);
    (cut, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_fit_are_large() {
        let (name, style) = fitting("b7 left 3", 200.0);
        assert_eq!((&*name, style.size), ("b7 left 3", LARGEST));
    }

    #[test]
    fn longer_names_are_smaller_and_then_cut() {
        for room in [60.0, 90.0, 200.0] {
            for length in 1..60 {
                let (name, style) = fitting(&"ab ".repeat(length), room);
                assert!(text::width(&name, style) <= room + 0.01, "{name} in {room}");
                assert!(SMALLEST <= style.size && style.size <= LARGEST);
                assert!(name.ends_with('…') || name == "ab ".repeat(length));
            }
        }
    }

    #[test]
    fn the_line_is_full_at_the_end() {
        assert_eq!([0, 1, 2].map(|index| part(101, index, 2)), [0, 50, 101]);
        assert_eq!(part(101, 0, 0), 0);
    }
}
