//! Films as animated GIFs.
//!
//! A step takes half a second, most of it motion, which begins and ends softly. Below the board stand the name of the move
//! and the number of the step. Each picture is only what has changed since the one before, in colours that are the same in
//! all of them. Equal films give equal bytes.
//!
//! The crate `gif` packs them.

mod playback;
mod writer;

use std::io::Write;

use super::film::Film;
use super::pixels::{PixelError, Scene, go_on};

use playback::play;
use writer::{Colours, Count};

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
pub fn animation(film: &Film) -> Result<Vec<u8>, PixelError> {
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
pub fn write(film: &Film, out: impl Write, stop: &Stop) -> Result<(), PixelError> {
    let scene = Scene::new(film)?;
    let area = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    let (width, height) = scene.size();
    let pixels = area(width).saturating_mul(area(height));
    let frames = u64::try_from(film.frames.len()).unwrap_or(u64::MAX);
    let most = MAX_PIXELS / pixels.max(1);
    if most < frames {
        return Err(PixelError::Frames { frames: film.frames.len(), most });
    }
    let between = playback::between(pixels, frames);
    // Played twice, so that the pictures, which are many, need not be kept until all of their colours are known.
    let mut count = Count::default();
    play(&scene, between, |canvas, parts, _| {
        go_on(stop)?;
        parts.iter().flat_map(|part| canvas.rows(*part)).for_each(|row| count.add(row));
        Ok::<(), PixelError>(())
    })?;
    writer::write(&scene, between, &Colours::new(scene.colours(), &count), out, stop)
}
