//! A film as JSON for the page's script, safe inside a script element.

use crate::ordered::Map;

use serde::Serialize;

use super::super::film::{self, Film, FilmStep, Point};
use super::super::playable::PlayableBoard;
use super::super::svg::shape::{CELL, element};
use super::gallery::GalleryData;

/// A film without what never changes.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    /// The frames, the start first.
    pub(super) frames: Vec<FrameData<'a>>,
    /// The word before the number of a frame.
    pub(super) step: &'static str,
    /// The board with its rules, if people can play on it.
    pub(super) board: Option<&'a PlayableBoard>,
    /// Is the page for making boards?
    pub(super) editor: bool,
    /// The boards to choose from, if the page is a gallery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gallery: Option<GalleryData<'a>>,
    /// The elements that only some frames show, each once, numbered as they first occur. They stand in the page itself.
    #[serde(skip)]
    pub(super) props: Vec<String>,
}

/// A frame.
#[derive(Debug, Serialize)]
pub(super) struct FrameData<'a> {
    pub(super) caption: &'a str,
    description: &'a str,
    /// The place of each actor, in the units of the picture; `null` while it is not there.
    pub(super) places: Vec<Option<[f64; 2]>>,
    /// The numbers of its props, in the order in which they are drawn.
    pub(super) shapes: Vec<usize>,
}

impl FrameData<'_> {
    /// The number of its different props, if it is the first frame to have them.
    pub(super) fn distinct(&self) -> usize {
        self.shapes.iter().max().map_or(0, |last| last + 1)
    }
}

impl<'a> Data<'a> {
    /// The data of a film.
    pub(super) fn of(film: &'a Film) -> Self {
        let mut props = ShapeTable::default();
        let frames = film.frames.iter().map(|frame| FrameData {
            caption: &frame.caption,
            description: &frame.description,
            places: places(film, frame),
            shapes: frame.shapes.iter().map(|shape| props.number(element(shape) + "\n")).collect(),
        });
        let step = match film.step {
            FilmStep::Move => "Step",
            FilmStep::Day => "Day",
        };
        let (frames, board) = (frames.collect(), film.board.as_ref());
        Self { frames, step, board, editor: false, gallery: None, props: props.elements }
    }

    /// The data as JSON in which nothing can end a script element, or begin a comment in one: of the characters that HTML
    /// knows there, none is left (HTML standard, 4.12.1.3).
    pub(super) fn json(&self) -> String {
        // Strings, numbers and lists alone: nothing that JSON could refuse.
        let json = serde_json::to_string(self).unwrap_or_default();
        json.replace('<', r"\u003c").replace('>', r"\u003e").replace('&', r"\u0026")
    }
}

/// A place for every actor, whatever the frame has.
fn places(film: &Film, frame: &film::Frame) -> Vec<Option<[f64; 2]>> {
    let round = |length: f64| (length * CELL * 100.0).round() / 100.0;
    let place = |index| frame.places.get(index).copied().flatten();
    (0..film.actors.len()).map(|index| place(index).map(|Point { x, y }| [round(x), round(y)])).collect()
}

/// Elements, each with its number.
#[derive(Default)]
struct ShapeTable {
    numbers: Map<String, usize>,
    elements: Vec<String>,
}

impl ShapeTable {
    fn number(&mut self, element: String) -> usize {
        let next = self.elements.len();
        *self.numbers.entry(element).or_insert_with_key(|element| {
            // The number is the element's name, too.
            self.elements.push(element.replacen(' ', &format!(" id=\"prop{next}\" "), 1));
            next
        })
    }
}
