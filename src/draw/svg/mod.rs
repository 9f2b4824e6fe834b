//! Films as SVG: one frame, or all of them on one sheet. What stands still and what moves is written once and used in
//! every frame, so the sheet of a plan of a hundred moves has some tens of kilobytes. No script, no font, no link: it looks
//! the same wherever it is opened.

pub(super) mod shape;
mod style;

use std::fmt::Write as _;
use std::ops::Range;

use super::film::{Actor, Film, Frame, Point};
use super::words;
use shape::{BASELINE, CELL, elements, escape, number};

/// The height of a caption with the room around it, in cells.
const CAPTION: f64 = 0.5;

/// The room between frames, in cells.
const GAP: f64 = 0.4;

/// How wide a sheet of frames is at most, in cells, if one frame is not wider.
const SHEET: f64 = 36.0;

/// One frame of a film with its caption. Without such a frame, the board alone.
pub fn still(film: &Film, frame: usize) -> String {
    let last = film.frames.len().min(frame.saturating_add(1));
    sheet(film, frame.min(last)..last)
}

/// All frames of a film with their captions, in rows.
pub fn strip(film: &Film) -> String {
    sheet(film, 0..film.frames.len())
}

/// A sheet of some frames.
fn sheet(film: &Film, frames: Range<usize>) -> String {
    let count = frames.len().max(1);
    let (columns, rows) = layout(count, film.width);
    let (cell_width, cell_height) = (film.width + GAP, film.height + CAPTION + GAP);
    let width = number((columns * cell_width - GAP) * CELL);
    let height = number((rows * cell_height - GAP) * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" \
         aria-labelledby=\"title desc\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{}</style>\n",
        escape(&film.title),
        description(film, frames.clone()),
        style::sheet(),
    );
    // Writing to a string cannot fail.
    let _ = write!(svg, "<defs>\n<g id=\"ground\">\n{}</g>\n", elements(&film.ground));
    for (index, Actor { shapes, .. }) in film.actors.iter().enumerate() {
        let _ = write!(svg, "<g id=\"a{index}\">\n{}</g>\n", elements(shapes));
    }
    let _ = write!(svg, "</defs>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n");
    if frames.is_empty() {
        svg += "<use xlink:href=\"#ground\"/>\n";
    }
    let (mut x, mut y) = (0.0, 0.0);
    for index in frames {
        if columns * cell_width <= x + GAP {
            (x, y) = (0.0, y + cell_height);
        }
        svg += &frame(film, index, Point::new(x, y));
        x += cell_width;
    }
    svg + "</svg>\n"
}

/// How many columns and rows there are for so many frames of that width. No more columns than the rows need.
fn layout(count: usize, width: f64) -> (f64, f64) {
    // A plan has fewer steps than a float has digits.
    let count = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let most = ((SHEET + GAP) / (width + GAP)).floor().clamp(1.0, count);
    let rows = (count / most).ceil();
    ((count / rows).ceil(), rows)
}

/// A frame with its upper left corner here.
fn frame(film: &Film, index: usize, corner: Point) -> String {
    let Some(Frame { caption, places, shapes, .. }) = film.frames.get(index) else { return String::new() };
    let (x, y) = (number(corner.x * CELL), number(corner.y * CELL));
    let mut group = format!(
        "<g transform=\"translate({x} {y})\">\n<title>{}</title>\n<use xlink:href=\"#ground\"/>\n{}",
        escape(&words::caption(index, caption)),
        elements(shapes)
    );
    let moved = moved(film, index);
    for (actor, place) in places.iter().enumerate().take(film.actors.len()) {
        let Some(Point { x, y }) = *place else { continue };
        let class = if moved.contains(&actor) { " class=\"moved\"" } else { "" };
        let (x, y) = (number(x * CELL), number(y * CELL));
        let _ = writeln!(group, "<use xlink:href=\"#a{actor}\"{class} x=\"{x}\" y=\"{y}\"/>");
    }
    group + &label(film, index, caption) + "</g>\n"
}

/// The actors that have just moved, if that tells them from the others: no more than a third, or two.
fn moved(film: &Film, index: usize) -> Vec<usize> {
    let Some(frames) = index.checked_sub(1).and_then(|before| film.frames.get(before..=index)) else {
        return Vec::new();
    };
    let place = |frame: &Frame, actor: usize| frame.places.get(actor).copied().flatten();
    let has_moved = |actor: &usize| match (place(&frames[0], *actor), place(&frames[1], *actor)) {
        (Some(before), Some(after)) => before != after,
        _ => false,
    };
    let moved: Vec<usize> = (0..film.actors.len()).filter(has_moved).collect();
    if moved.len() <= (film.actors.len() / 3).max(2) { moved } else { Vec::new() }
}

/// The caption of a frame below it, as large as fits, after the number of the step.
fn label(film: &Film, index: usize, caption: &str) -> String {
    let (text, size) = words::fitted(&words::caption(index, caption), film.width * 0.92, 0.34);
    let (bold, text) = match text.strip_prefix(&index.to_string()) {
        // Spaces in a row would be one.
        Some(rest) if 0 < index => {
            (format!("<tspan font-weight=\"bold\">{index}</tspan>\u{a0} "), rest.trim_start().to_owned())
        }
        _ => (String::new(), text),
    };
    let (x, y) = (film.width / 2.0, film.height + CAPTION / 4.0 + BASELINE * size);
    format!(
        "<text class=\"ink\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{bold}{}</text>\n",
        number(x * CELL),
        number(y * CELL),
        number(size * CELL),
        escape(&text)
    )
}

/// What is to be seen, in words: the first of these frames, what happens, and the last.
fn description(film: &Film, frames: Range<usize>) -> String {
    let shown = film.frames.get(frames.clone()).unwrap_or_default();
    let words = |frame: &Frame| frame.description.trim_end().to_owned();
    let mut parts: Vec<String> = shown.first().map(words).into_iter().collect();
    let captions = frames.zip(shown).skip(1).map(|(index, frame)| words::caption(index, &frame.caption));
    parts.extend(captions);
    parts.extend(shown.iter().skip(1).next_back().map(words));
    let lines = parts.iter().flat_map(|part| part.lines()).map(escape);
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
