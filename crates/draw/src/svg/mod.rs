//! Films and plots as SVG. A film becomes one frame, or all frames on one sheet. The ground and the actors are written once
//! and used in every frame. So the sheet of a plan of a hundred moves has some tens of kilobytes. Without scripts, fonts and
//! links it looks the same in every viewer.

pub(super) mod shape;

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::Range;

use super::block::cells;
use super::film::{Actor, Film, Frame, Point, Shape};
use super::palette::Colour;
use super::plot::Figure;
use super::words;
use shape::{BASELINE, CELL, element, elements, escape, number, style_of_films, style_of_plots};

/// Heights of a caption and of a headline with the space around them, in cells.
const CAPTION: f64 = 0.5;
const HEADLINE: f64 = 1.0;

/// Draws one frame of a film with its caption, or only the board if `frame` does not exist.
pub fn still(film: &Film, frame: usize) -> String {
    let last = film.frames.len().min(frame.saturating_add(1));
    sheet(film, frame.min(last)..last, None, 0.0)
}

/// Draws all frames of a film with their captions, in rows under its title.
pub fn strip(film: &Film) -> String {
    strip_of(film, None)
}

/// Draws the frames as in [`strip`], in at most `columns` columns.
pub fn strip_of(film: &Film, columns: Option<NonZeroUsize>) -> String {
    sheet(
        film,
        0..film.frames.len(),
        columns,
        if film.title.is_empty() || film.frames.is_empty() { 0.0 } else { HEADLINE },
    )
}

/// Draws a figure of plots, panel below panel. Its text stays text: it can be searched, copied and read aloud.
pub fn figure(figure: &Figure) -> String {
    let (panels, height) = figure.arranged();
    let (width, height) = (number(Figure::WIDTH * CELL), number(height * CELL));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>\n{}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n",
        escape(&figure.title),
        style_of_plots(),
    );
    for (y, panel) in panels {
        let (y, shapes) = (number(y * CELL), elements(&panel.shapes));
        let _ = write!(svg, "<g transform=\"translate(0 {y})\">\n{shapes}</g>\n");
    }
    svg + "</svg>\n"
}

fn sheet(film: &Film, frames: Range<usize>, columns: Option<NonZeroUsize>, headline: f64) -> String {
    let (columns, rows) = arrange(frames.len(), film.width, columns);
    let (cell_width, cell_height) = (film.width + GAP, film.height + CAPTION + GAP);
    let sheet_width = cells(columns) * cell_width - GAP;
    let width = number(sheet_width * CELL);
    let height = number((headline + cells(rows) * cell_height - GAP) * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" role=\"img\" \
         aria-labelledby=\"title desc\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{}</style>\n",
        escape(&film.title),
        description(film, frames.clone()),
        style_of_films(),
    );
    let _ = write!(svg, "<defs>\n<g id=\"ground\">\n{}</g>\n", elements(&film.ground));
    for (index, Actor { shapes, .. }) in film.actors.iter().enumerate() {
        let _ = write!(svg, "<g id=\"a{index}\">\n{}</g>\n", elements(shapes));
    }
    if !film.overlay.is_empty() {
        let _ = write!(svg, "<g id=\"overlay\">\n{}</g>\n", elements(&film.overlay));
    }
    let _ = write!(svg, "</defs>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n");
    if frames.is_empty() {
        svg += "<use xlink:href=\"#ground\"/>\n";
    }
    if 0.0 < headline {
        let (text, size) = words::fitted(&film.title, sheet_width * 0.8, 0.46);
        let middle = Point::new(sheet_width / 2.0, headline / 2.0);
        svg += &(element(&Shape::label(middle, size, text, Colour::Ink)) + "\n");
    }
    for (place, index) in frames.enumerate() {
        let (column, row) = (cells(place % columns), cells(place / columns));
        svg += &frame(film, index, Point::new(column * cell_width, headline + row * cell_height));
    }
    svg + "</svg>\n"
}

fn frame(film: &Film, index: usize, corner: Point) -> String {
    let Some(Frame { caption, places, shapes, .. }) = film.frames.get(index) else { return String::new() };
    let (x, y) = (number(corner.x * CELL), number(corner.y * CELL));
    let words = Some(words::caption(index, caption)).filter(|words| !words.is_empty());
    let title = words.map(|words| format!("<title>{}</title>\n", escape(&words))).unwrap_or_default();
    let mut group = format!(
        "<g transform=\"translate({x} {y})\">\n{title}<use xlink:href=\"#ground\"/>\n{}",
        elements(shapes)
    );
    let moved = film.moved(index);
    for (actor, place) in places.iter().enumerate().take(film.actors.len()) {
        let Some(Point { x, y }) = *place else { continue };
        let class = if moved.contains(&actor) { " class=\"moved\"" } else { "" };
        let (x, y) = (number(x * CELL), number(y * CELL));
        let _ = writeln!(group, "<use xlink:href=\"#a{actor}\"{class} x=\"{x}\" y=\"{y}\"/>");
    }
    if !film.overlay.is_empty() {
        group += "<use xlink:href=\"#overlay\"/>\n";
    }
    group + &label(film, index, caption) + "</g>\n"
}

fn label(film: &Film, index: usize, caption: &str) -> String {
    if caption.is_empty() {
        return String::new();
    }
    let (text, size) = words::fitted(&words::caption(index, caption), film.width * 0.92, 0.34);
    let (bold, text) = match text.strip_prefix(&index.to_string()) {
        // Repeated spaces would collapse to one.
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

pub(super) const GAP: f64 = 0.4;
const WIDTH: f64 = 36.0;

/// Returns the numbers of columns and rows for `count` frames of this `width`: at least one of each, and no more columns than
/// the rows need.
pub(super) fn arrange(count: usize, width: f64, most: Option<NonZeroUsize>) -> (usize, usize) {
    let count = count.max(1);
    let most = most.map_or_else(
        || (1..=count).take_while(|columns| cells(*columns) * (width + GAP) <= WIDTH + GAP).count().max(1),
        NonZeroUsize::get,
    );
    let rows = count.div_ceil(most);
    (count.div_ceil(rows), rows)
}
