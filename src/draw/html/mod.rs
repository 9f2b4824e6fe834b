//! Films as one page of HTML that plays them and lets people play, without a network and without anything beside the file
//! itself.
//!
//! The board is SVG, made here once; the script moves the groups of its actors and swaps what single frames draw. Boards that
//! people make in the page are drawn by the script. It never makes elements out of text, and a policy in the page allows
//! this one script and this one style sheet and nothing else.

mod data;
mod policy;
mod strip;
mod style;
#[cfg(test)]
mod tests;

use super::film::{Actor, Film, FilmStep, Point};
use super::svg::shape::{CELL, elements, escape, number};
use data::Data;

/// The parts of the script, which see each other.
const SCRIPT: &str = concat!(
    "\"use strict\";\n{\n",
    include_str!("board.js"),
    include_str!("rules.js"),
    include_str!("search.js"),
    include_str!("words.js"),
    include_str!("address.js"),
    include_str!("text.js"),
    include_str!("stage.js"),
    include_str!("player.js"),
    include_str!("game.js"),
    include_str!("drag.js"),
    include_str!("editor.js"),
    include_str!("strokes.js"),
    include_str!("main.js"),
    "}\n"
);

/// The page of a film: any browser plays it from a file. `#12` at the end of its address shows step 12, `#b=…` a board. If
/// the film has a board to play on, the page has an editor, too.
///
/// A film without frames gives a page that says so.
pub fn page(film: &Film) -> String {
    page_of(film, &Data::of(film))
}

/// A page without a film: an editor for boards, which solves them, too.
pub fn editor(title: &str) -> String {
    let film = Film { title: title.to_owned(), width: 1.0, height: 1.0, ..Film::default() };
    page_of(&film, &Data { editor: true, ..Data::of(&film) })
}

fn page_of(film: &Film, data: &Data<'_>) -> String {
    let style = style::sheet();
    let first = film.frames.first();
    let places = first.map_or(&[][..], |frame| &frame.places);
    let actors = film
        .actors
        .iter()
        .enumerate()
        .map(|(index, each)| actor(index, each, places.get(index).copied().flatten()));
    // Shapes are numbered as they first occur, so those of the first frame come first.
    let (scene, props) = data.props.split_at(data.frames.first().map_or(0, data::FrameData::distinct));
    format!(
        include_str!("page.html"),
        policy = policy::of(SCRIPT, &style),
        title = escape(&film.title),
        style = style,
        width = number(film.width * CELL),
        height = number(film.height * CELL),
        ground = elements(&film.ground),
        scene = scene.concat(),
        actors = actors.collect::<String>(),
        overlay = elements(&film.overlay),
        props = props.concat(),
        words = first.map_or_else(String::new, |frame| lines(&frame.description)),
        steps = match film.step {
            FilmStep::Move => "Moves",
            FilmStep::Day => "Days",
        },
        strip = strip::items(film, data),
        film = data.json(),
        script = SCRIPT,
    )
}

/// The group of an actor, at its place at the start.
fn actor(index: usize, actor: &Actor, place: Option<Point>) -> String {
    let class = if place.is_some() { "actor" } else { "actor gone" };
    let Point { x, y } = place.unwrap_or_default();
    format!(
        "<g class=\"{class}\" data-name=\"{}\" transform=\"translate({} {})\"><g id=\"actor{index}\">\n{}</g></g>\n",
        escape(&actor.name),
        number(x * CELL),
        number(y * CELL),
        elements(&actor.shapes)
    )
}

/// A text of several lines as it stands in HTML.
fn lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}
