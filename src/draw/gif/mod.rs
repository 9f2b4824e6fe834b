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
mod error;
mod layout;
mod motion;
mod rect;
mod scene;
mod stamp;
mod strip;
mod text;
mod writer;

use std::io::Write;

use super::film::Film;
pub use error::GifError;

use colours::{Colours, Count};
use error::go_on;
use layout::PixelLayout;
use scene::Scene;

use crate::stop::Stop;

/// The pixels of all frames together, at most: minutes of work, and more than anyone looks at.
const MAX_PIXELS: u64 = 1 << 31;

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
    let layout = PixelLayout::of(film)?;
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
