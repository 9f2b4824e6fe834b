//! Blocks of a film: a board or a table each. A film of several blocks puts one below the other.

use super::film::{Actor, Film, Frame, Point, Shape};

/// Distance between the last block and the edge of the film, in cells.
pub const MARGIN: f64 = 0.4;

/// A board or a table, with what moves on it.
#[derive(Debug, Default)]
pub struct Block {
    /// Right edge, in cells.
    pub right: f64,
    /// Lower edge, in cells.
    pub bottom: f64,
    /// Shapes that stand still.
    pub ground: Vec<Shape>,
    /// Things that move.
    pub actors: Vec<Actor>,
    /// Places of the actors, frame by frame.
    pub places: Vec<Vec<Option<Point>>>,
    /// Other shapes, frame by frame.
    pub shapes: Vec<Vec<Shape>>,
}

/// Joins blocks to a film; `words` has the caption and the description of each frame.
pub fn film(title: &str, blocks: Vec<Block>, words: impl Iterator<Item = (String, String)>) -> Film {
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

/// Converts a count to a length in cells.
pub fn cells(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
