//! Films as animated GIFs.
//!
//! A step takes half a second, most of it motion, which begins and ends softly. Below the board stand the name of the move
//! and the number of the step. Each picture is only what has changed since the one before, in colours that are the same in
//! all of them. Equal films give equal bytes.
//!
//! The pictures are painted by [`tiny_skia`], the letters are outlines of a font that is part of the
//! program, and the crate `gif` packs them.

mod canvas;
mod colours;
mod layout;
mod motion;
mod rect;
mod scene;
mod stamp;
mod strip;
mod text;
mod writer;

use std::io::{self, Write};

use super::film::{Film, Point};
use colours::{Colours, Count};
use layout::Layout;
use scene::Scene;

use crate::stop::{Stop, StopReason};

/// Where a film begins.
const ORIGIN: Point = Point::new(0.0, 0.0);

/// The pixels of all frames together, at most: minutes of work, and more than anyone looks at.
const MAX_PIXELS: u64 = 1 << 31;

/// Why a film does not become a GIF.
#[derive(Debug, thiserror::Error)]
pub enum GifError {
    /// The film has no size, or too large a one.
    #[error("a GIF can be at most {most} cells wide and high, not {width} by {height}", most = layout::MAX_CELLS)]
    Size {
        /// How wide it is, in cells.
        width: f64,
        /// How high it is, in cells.
        height: f64,
    },
    /// The film is too long.
    #[error("{frames} frames of a board of this size are too many for a GIF: at most {most}")]
    Frames {
        /// How many frames it has.
        frames: usize,
        /// How many there can be of a film of this size.
        most: u64,
    },
    /// The actors are too large to be kept as pixels.
    #[error("there is too much that moves for a GIF")]
    Actors,
    /// Somebody asked to stop.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The GIF cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// A film as an animated GIF, which loops for ever.
///
/// Total: what is at no place or outside of the film is not drawn, letters that the font lacks become boxes, and a film
/// without frames is a picture of its ground.
///
/// # Errors
///
/// If the film is too large or too long.
pub fn animation(film: &Film) -> Result<Vec<u8>, GifError> {
    let mut bytes = Vec::new();
    write(film, &mut bytes, &Stop::default())?;
    Ok(bytes)
}

/// Writes a film as an animated GIF, in many small pieces: a file had better be buffered. `stop` is asked before every
/// picture.
///
/// # Errors
///
/// If the film is too large or too long, of which nothing is written, if `stop` is raised, or if `out` fails.
pub fn write(film: &Film, out: impl Write, stop: &Stop) -> Result<(), GifError> {
    let layout = Layout::of(film)?;
    let area = |length: i32| u64::try_from(length).unwrap_or(0);
    let pixels = area(layout.picture.width()) * area(layout.picture.height());
    let frames = u64::try_from(film.frames.len()).unwrap_or(u64::MAX);
    let most = MAX_PIXELS / pixels.max(1);
    if most < frames {
        return Err(GifError::Frames { frames: film.frames.len(), most });
    }
    let scene = Scene::new(film, layout, motion::between(pixels, frames))?;
    // Played twice, so that the pictures, which are many, need not be kept until all of their colours are known.
    let mut count = Count::default();
    scene.play(|canvas, parts, _| {
        go_on(stop)?;
        parts.iter().flat_map(|part| canvas.rows(*part)).for_each(|row| count.add(row));
        Ok::<(), GifError>(())
    })?;
    writer::write(&scene, &Colours::new(scene.colours(), &count), out, stop)
}

/// Whether to paint the next picture.
fn go_on(stop: &Stop) -> Result<(), GifError> {
    stop.reason().map_or(Ok(()), |reason| Err(GifError::Stopped(reason)))
}
