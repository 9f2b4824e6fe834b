//! Films as one page of HTML that plays them and lets people play. The page needs no network and no other file.
//!
//! The board is SVG, made here once. The script moves the groups of its actors and swaps the shapes of single frames. Boards
//! that people make in the page are drawn by the script. The script never creates elements from text, and a policy in the page
//! allows only this script and this style sheet.

mod gallery;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gallery::GalleryData;
use hmac_sha256::Hash as Sha256;
use itertools::Itertools as _;
use serde::Serialize;

use bmcplan_base::ordered::Map;

use super::film::{self, Actor, Film, FilmStep, PlayableGame, Point};
use super::lanes::ROW;
use super::palette::Colour;
use super::playable::{PlayableBoard, PlayableRules};
use super::svg::shape::{CELL, element, elements, escape, line_name, name, number};

pub use gallery::{
    BoardFigure, CardLayout, CardsPerSheet, Exhibit, Paper, UnknownCardsPerSheet, UnknownPaper,
};

const SCRIPT: &str = concat!(
    "\"use strict\";\n{\n",
    include_str!("board.js"),
    include_str!("rules.js"),
    include_str!("task.js"),
    include_str!("search.js"),
    include_str!("survey.js"),
    include_str!("words.js"),
    include_str!("address.js"),
    include_str!("toml.js"),
    include_str!("text.js"),
    include_str!("stage.js"),
    include_str!("player.js"),
    include_str!("game.js"),
    include_str!("presses.js"),
    include_str!("kept.js"),
    include_str!("facts.js"),
    include_str!("drag.js"),
    include_str!("editor.js"),
    include_str!("strokes.js"),
    include_str!("gallery.js"),
    include_str!("cards.js"),
    include_str!("main.js"),
    "}\n"
);

/// Returns the page of a film, which any browser plays from a file. At the end of its address, `#12` shows step 12 and `#b=…`
/// a board. If the film has a board to play on, the page has an editor, too.
///
/// A film without frames gives a page that says so.
pub fn page(film: &Film) -> String {
    let shown = film.game.as_ref().map_or(film, |game| &game.film);
    page_of(shown, &Data::of(film))
}

/// Returns a page without a film: an editor that also solves boards.
pub fn editor(title: &str) -> String {
    let film = Film { title: title.to_owned(), width: 1.0, height: 1.0, ..Film::default() };
    page_of(&film, &Data { editor: true, ..Data::of(&film) })
}

/// Returns the page of a collection. Figures are identified by their names, and shown in the order in which they first occur.
pub fn gallery(title: &str, exhibits: &[Exhibit], layout: CardLayout) -> String {
    let film = Film { title: title.to_owned(), width: 1.0, height: 1.0, ..Film::default() };
    let data = Data { gallery: Some(GalleryData::of(title, exhibits, layout)), ..Data::of(&film) };
    page_of(&film, &data)
}

fn page_of(film: &Film, data: &Data<'_>) -> String {
    let style = style_sheet();
    let first = film.frames.first();
    let places = first.map_or(&[][..], |frame| &frame.places);
    let actors = film
        .actors
        .iter()
        .enumerate()
        .map(|(index, each)| actor(index, each, places.get(index).copied().flatten()));
    // Shapes are numbered by first occurrence, so those of the first frame come first.
    let (scene, props) = data.props.split_at(data.frames.first().map_or(0, FrameData::distinct));
    format!(
        include_str!("page.html"),
        policy = policy(SCRIPT, &style),
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
            FilmStep::Week => "Weeks",
        },
        note = data
            .note
            .iter()
            .map(|note| format!("<p class=\"note\">{}</p>\n", escape(note)))
            .collect::<String>(),
        gallery = if data.gallery.is_some() { include_str!("gallery.html") } else { "" },
        strip = list(film, data),
        film = data.json(),
        script = SCRIPT,
    )
}

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

fn lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}

/// Returns the Content Security Policy (W3C, level 3) of the page, which allows only its script and its style sheet, by their
/// digests.
fn policy(script: &str, style: &str) -> String {
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        digest(script),
        digest(style)
    )
}

fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::hash(text.as_bytes())))
}

/// Greatest number of actors, in all frames together, that are drawn.
const MAX_DRAWN_ACTORS: usize = 20_000;

/// Returns the frames of a film as the items of a list that needs no script. They have captions and, up to [`MAX_DRAWN_ACTORS`] actors,
/// pictures made of the parts of the page's own board.
fn list(film: &Film, data: &Data<'_>) -> String {
    let is_drawn = film.frames.len().saturating_mul(film.actors.len().max(1)) <= MAX_DRAWN_ACTORS;
    let size = format!("0 0 {} {}", number(film.width * CELL), number(film.height * CELL));
    let item = |(index, frame): (usize, &FrameData<'_>)| {
        let caption = if index == 0 {
            escape(frame.caption)
        } else {
            format!("{} {index}: {}", data.step, escape(frame.caption))
        };
        let picture = if is_drawn { picture(frame, &size) } else { String::new() };
        format!("<li>{caption}{picture}</li>\n")
    };
    if let Some(gallery) = &data.gallery {
        return gallery.items();
    }
    if data.frames.is_empty() {
        return "<li>This page needs JavaScript.</li>\n".to_owned();
    }
    data.frames.iter().enumerate().map(item).collect()
}

fn picture(frame: &FrameData<'_>, size: &str) -> String {
    let shapes = frame.look.shapes.iter().map(|shape| format!("<use href=\"#prop{shape}\"/>"));
    let actors = frame.look.places.iter().enumerate().filter_map(|(index, place)| {
        let [x, y] = (*place)?;
        Some(format!("<use href=\"#actor{index}\" x=\"{x}\" y=\"{y}\"/>"))
    });
    let parts: String = shapes.chain(actors).collect();
    format!(
        "<svg viewBox=\"{size}\" aria-hidden=\"true\"><use href=\"#ground\"/>{parts}<use href=\"#overlay\"/></svg>"
    )
}

fn style_sheet() -> String {
    format!(
        "\n:root {{ {} }}\n@media screen and (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n{}{}{}",
        variables(false),
        variables(true),
        Colour::all().map(rules).collect::<String>(),
        include_str!("page.css"),
        include_str!("gallery.css")
    )
}

fn variables(dark: bool) -> String {
    let variable = |colour: Colour| {
        let [red, green, blue] = colour.rgb(dark);
        format!("--{}: #{red:02x}{green:02x}{blue:02x}", name(colour))
    };
    Colour::all().map(variable).join("; ")
}

fn rules(colour: Colour) -> String {
    let (fill, line) = (name(colour), line_name(colour));
    format!(
        ":is(path, polygon, rect, text).{fill} {{ fill: var(--{fill}) }} :is(path, line).{line} {{ stroke: var(--{fill}) }}\n"
    )
}

#[derive(Debug, Serialize)]
struct Data<'a> {
    frames: Vec<FrameData<'a>>,
    /// Word before the number of a frame.
    step: &'static str,
    board: Option<&'a PlayableBoard>,
    editor: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameData<'a>>,
    /// Sentence for the reader. It stands in the page itself.
    #[serde(skip)]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gallery: Option<GalleryData<'a>>,
    /// Elements that only some frames show, each once, numbered by first occurrence. They stand in the page itself.
    #[serde(skip)]
    props: Vec<String>,
}

#[derive(Debug, Serialize)]
struct FrameData<'a> {
    caption: &'a str,
    description: &'a str,
    #[serde(flatten)]
    look: Look,
}

/// What a frame shows.
#[derive(Debug, Serialize)]
struct Look {
    /// Place of each actor, in the units of the picture; `null` while it is absent.
    places: Vec<Option<[f64; 2]>>,
    /// Numbers of its props, in drawing order.
    shapes: Vec<usize>,
}

impl Look {
    fn of(film: &Film, frame: &film::Frame, props: &mut ShapeTable) -> Self {
        let shapes = frame.shapes.iter().map(|shape| props.number(element(shape) + "\n"));
        Self { places: places(film, frame), shapes: shapes.collect() }
    }
}

/// A game, and the pictures of its facts.
#[derive(Debug, Serialize)]
struct GameData<'a> {
    #[serde(flatten)]
    rules: &'a PlayableRules,
    states: &'a [Vec<u32>],
    empty: Look,
    facts: Vec<FactData<'a>>,
    /// Rank of each actor, where several stand on each other.
    ranks: Vec<Option<usize>>,
    /// Distance of those, in the units of the picture.
    row: f64,
}

#[derive(Debug, Serialize)]
struct FactData<'a> {
    name: &'a str,
    at: Option<&'a [(usize, u32)]>,
    #[serde(flatten)]
    look: Look,
}

impl<'a> GameData<'a> {
    fn of(game: &'a PlayableGame, props: &mut ShapeTable) -> Self {
        let film = &game.film;
        let empty = Look::of(film, &game.empty, props);
        let facts = game.facts.iter().map(|fact| FactData {
            name: &fact.name,
            at: fact.at.as_deref(),
            look: Look::of(film, &fact.look, props),
        });
        Self {
            rules: &game.rules,
            states: &game.states,
            empty,
            facts: facts.collect(),
            ranks: film.actors.iter().map(|actor| actor.rank).collect(),
            row: ROW * CELL,
        }
    }
}

impl FrameData<'_> {
    fn distinct(&self) -> usize {
        self.look.shapes.iter().max().map_or(0, |last| last + 1)
    }
}

impl<'a> Data<'a> {
    fn of(film: &'a Film) -> Self {
        let mut props = ShapeTable::default();
        let game = film.game.as_deref();
        let shown = game.map_or(film, |game| &game.film);
        let frames = shown.frames.iter().map(|frame| FrameData {
            caption: &frame.caption,
            description: &frame.description,
            look: Look::of(shown, frame, &mut props),
        });
        let frames = frames.collect();
        let game = game.map(|game| GameData::of(game, &mut props));
        let step = match film.step {
            FilmStep::Move => "Step",
            FilmStep::Day => "Day",
            FilmStep::Week => "Week",
        };
        let (board, note) = (film.board.as_ref(), film.note.as_deref());
        Self { frames, step, board, editor: false, game, note, gallery: None, props: props.elements }
    }

    fn json(&self) -> String {
        // Only strings, numbers and lists, which JSON always accepts.
        let json = serde_json::to_string(self).unwrap_or_default();
        json.replace('<', r"\u003c").replace('>', r"\u003e").replace('&', r"\u0026")
    }
}

fn places(film: &Film, frame: &film::Frame) -> Vec<Option<[f64; 2]>> {
    let round = |length: f64| (length * CELL * 100.0).round() / 100.0;
    let place = |index| frame.places.get(index).copied().flatten();
    (0..film.actors.len()).map(|index| place(index).map(|Point { x, y }| [round(x), round(y)])).collect()
}

#[derive(Default)]
struct ShapeTable {
    numbers: Map<String, usize>,
    elements: Vec<String>,
}

impl ShapeTable {
    fn number(&mut self, element: String) -> usize {
        let next = self.elements.len();
        *self.numbers.entry(element).or_insert_with_key(|element| {
            // The number is also the element's name.
            self.elements.push(element.replacen(' ', &format!(" id=\"prop{next}\" "), 1));
            next
        })
    }
}
