//! Films as one page of HTML that plays them, without a network and without anything beside the file itself.
//!
//! The board is SVG, made here once; the script moves the groups of its actors and swaps what single frames draw. It
//! never makes elements out of text, and a policy in the page allows this one script and this one style sheet and
//! nothing else.

mod data;
mod policy;
mod style;
#[cfg(test)]
mod tests;

use super::film::{Actor, Film, Point};
use super::svg::shape::{CELL, elements, escape, number};
use data::Data;

const SCRIPT: &str = include_str!("page.js");

/// The page of a film: any browser plays it from a file. `#12` at the end of its address shows step 12.
///
/// A film without frames gives a page that says so.
pub fn page(film: &Film) -> String {
    let style = style::sheet();
    let data = Data::of(film);
    let first = film.frames.first();
    let places = first.map_or(&[][..], |frame| &frame.places);
    let actors =
        film.actors.iter().enumerate().map(|(index, each)| actor(each, places.get(index).copied().flatten()));
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
        film = data.json(),
        script = SCRIPT,
    )
}

/// The group of an actor, at its place at the start.
fn actor(actor: &Actor, place: Option<Point>) -> String {
    let class = if place.is_some() { "actor" } else { "actor gone" };
    let Point { x, y } = place.unwrap_or_default();
    format!(
        "<g class=\"{class}\" data-name=\"{}\" transform=\"translate({} {})\">\n{}</g>\n",
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
