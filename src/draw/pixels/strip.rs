//! The texts around the board: the name of the move below it, the number of the step, how much of the film is over; and the
//! headline of a sheet.

use tiny_skia::{FillRule, PathBuilder, Rect as Area};

use super::super::film::{Align, Film};
use super::super::palette::{Colour, Rgb};
use super::caption::{self, COUNTER, LINE};
use super::layout::{PixelLayout, STRIP_FOOT, single};
use super::rect::Rect;
use super::stamp::{Filled, Stamp};
use super::text::{self, TextStyle};

/// Distances from the top of the strip to the middle of the text, and from the last line to both edges of the line of progress.
const TEXT: i32 = 6;
const LINE_TOP: i32 = 17;
const LINE_BOTTOM: i32 = 20;

/// The texts and the line of progress below a frame.
pub(super) fn stamps(film: &Film, index: usize, layout: &PixelLayout) -> Vec<Stamp> {
    let Some(frame) = film.frames.get(index) else { return Vec::new() };
    let strip = layout.strip;
    let (left, right) = (layout.text_margin(), strip.right - layout.text_margin());
    let steps = film.frames.len() - 1;
    let (lines, style) = caption::lines(&frame.caption, layout.caption_room(steps));
    let top = strip.top + TEXT;
    let bottom = strip.bottom - STRIP_FOOT;
    let name = lines.iter().zip(0_i32..).map(|(line, number)| {
        let at = (pixel(left), pixel(top + number * LINE));
        filled(text::path(line, style, at, Align::Start), Colour::Ink.rgb(false))
    });
    let counter =
        text::path(&caption::counter(index, steps), COUNTER, (pixel(right), pixel(top)), Align::End);
    let line = |to: i32, colour: Colour| {
        let area =
            Area::from_ltrb(pixel(left), pixel(bottom + LINE_TOP), pixel(to), pixel(bottom + LINE_BOTTOM));
        filled(area.filter(|_| 0 < steps).map(PathBuilder::from_rect), colour.rgb(false))
    };
    let others = [
        filled(counter, Colour::Faint.rgb(false)),
        line(right, Colour::Grid),
        line(left + part(right - left, index, steps), Colour::Goal),
    ];
    name.chain(others).flatten().filter_map(|part| part.stamp(strip)).collect()
}

/// A headline in the middle of some room.
pub(in super::super) fn heading(title: &str, room: Rect) -> Option<Stamp> {
    let style = |size: f32| TextStyle { size, bold: true };
    let widest = pixel(room.width()) * 0.94;
    let size = (22.0 * widest / text::width(title, style(22.0)).max(1.0)).min(22.0);
    let middle = (pixel(room.left + room.width() / 2), pixel(room.top + room.height() / 2));
    filled(text::path(title, style(size), middle, Align::Middle), Colour::Ink.rgb(false))?.stamp(room)
}

fn pixel(pixels: i32) -> f32 {
    single(f64::from(pixels))
}

fn filled(path: Option<tiny_skia::Path>, colour: Rgb) -> Option<Filled> {
    path.map(|path| Filled { path, rule: FillRule::Winding, colour })
}

/// A part of a length.
fn part(length: i32, index: usize, steps: usize) -> i32 {
    let share = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let done = i64::from(length).saturating_mul(share(index)) / share(steps).max(1);
    i32::try_from(done).unwrap_or(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_full_at_the_end() {
        assert_eq!([0, 1, 2].map(|index| part(101, index, 2)), [0, 50, 101]);
        assert_eq!(part(101, 0, 0), 0);
    }
}
