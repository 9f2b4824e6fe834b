//! Blocks of a film: a board or a table each; a film of several puts one below the other.

use super::film::{Actor, Film, Frame, Point, Shape};

pub(crate) const MARGIN: f64 = 0.4;

#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    pub(crate) ground: Vec<Shape>,
    pub(crate) actors: Vec<Actor>,
    /// The places of the actors, frame by frame.
    pub(crate) places: Vec<Vec<Option<Point>>>,
    pub(crate) shapes: Vec<Vec<Shape>>,
}

pub(crate) fn film(title: &str, blocks: Vec<Block>, words: impl Iterator<Item = (String, String)>) -> Film {
    let mut film = Film {
        title: title.to_owned(),
        width: 1.0,
        height: 1.0,
        ground: Vec::new(),
        actors: Vec::new(),
        frames: words.map(|(caption, description)| frame(caption, description)).collect(),
        ..Film::default()
    };
    for block in blocks {
        film.width = film.width.max(block.right + MARGIN);
        film.height = film.height.max(block.bottom + MARGIN);
        film.ground.extend(block.ground);
        film.actors.extend(block.actors);
        for (frame, places) in film.frames.iter_mut().zip(block.places) {
            frame.places.extend(places);
        }
        for (frame, shapes) in film.frames.iter_mut().zip(block.shapes) {
            frame.shapes.extend(shapes);
        }
    }
    film
}

fn frame(caption: String, description: String) -> Frame {
    Frame { caption, description, places: Vec::new(), shapes: Vec::new() }
}

pub(crate) fn cells(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
