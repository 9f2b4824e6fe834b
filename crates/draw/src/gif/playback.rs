//! The pictures of a film in order, the parts that change from each to the next, and the motion between frames. Motion starts
//! and ends softly, and a rest follows.

use super::super::film::Point;
use super::super::pixels::{Canvas, PixelPlaces, Props, Rect, Scene, grown, whole};

/// Calls `show` with all pictures of a scene, `between` of them between two frames. Each comes with the parts in which it may
/// differ from the one before, and its time in hundredths of a second.
pub(super) fn play<E>(
    scene: &Scene<'_>,
    between: u16,
    mut show: impl FnMut(&Canvas, &[Rect], u16) -> Result<(), E>,
) -> Result<(), E> {
    let mut canvas = scene.ground();
    let all = canvas.size();
    let frames = &scene.film.frames;
    let origin = scene.layout.place(Point::default());
    let mut shown = scene.props(0);
    scene.paint(&mut canvas, &shown, all);
    show(&canvas, &[all], first(frames.len() <= 1))?;
    for index in 1..frames.len() {
        let start = shown.places.clone();
        let Props { frame, strip, places: to, moved } = scene.props(index);
        let renewed = frames[index].shapes != frames[index - 1].shapes;
        let mut coming = Some(frame).filter(|_| renewed);
        let before = std::mem::replace(&mut shown.moved, moved);
        shown.strip = strip;
        // The text changes at once, and so do actors with a line around them.
        let mut changed = Some((scene.layout.strip, before));
        for Tween { progress, delay } in tweens(between, index + 1 == frames.len()) {
            let places = interpolated(&start, &to, progress);
            let mut dirty = None;
            let (strip, before) = changed.take().unzip();
            let before = before.unwrap_or_default();
            for (actor, (old, new)) in shown.places.iter().zip(&places).enumerate() {
                if old != new || before.contains(&actor) {
                    let at = [old, new].into_iter().flatten();
                    dirty = at.fold(dirty, |dirty, place| grown(dirty, &scene.actors[actor].moved, *place));
                }
            }
            if shows_next(progress)
                && let Some(frame) = coming.take()
            {
                dirty = grown(grown(dirty, &shown.frame, origin), &frame, origin);
                shown.frame = frame;
            }
            shown.places = places;
            let dirty = dirty.and_then(|part| part.common(all));
            let parts: Vec<Rect> = dirty.into_iter().chain(strip).collect();
            parts.iter().for_each(|part| scene.paint(&mut canvas, &shown, *part));
            show(&canvas, &parts, delay)?;
        }
    }
    Ok(())
}

const STEP: u16 = 50;
const MOTION: u16 = 24;
const FIRST: u16 = 120;
const LAST: u16 = 250;
const MAX_BETWEEN: u64 = 6;

/// Greatest number of pixels that are painted for motion.
const MOVING_PIXELS: u64 = 1 << 29;

pub(super) fn between(pixels: u64, frames: u64) -> u16 {
    let pictures = MOVING_PIXELS / pixels.saturating_mul(frames).max(1);
    u16::try_from(pictures.saturating_sub(1).min(MAX_BETWEEN)).unwrap_or(0)
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Tween {
    /// Completed share of the motion, from 0 to 1.
    pub progress: f64,
    /// Display time in hundredths of a second.
    pub delay: u16,
}

/// Returns the pictures after a frame up to the next frame, inclusive. `last` means that the film ends there.
fn tweens(between: u16, last: bool) -> impl Iterator<Item = Tween> {
    let delay = MOTION.checked_div(between).unwrap_or(0);
    let moving = (1..=between).map(move |number| {
        let time = f64::from(number) / f64::from(between + 1);
        // Slow at the start and the end: the smoothest cubic curve from 0 to 1.
        Tween { progress: time * time * (3.0 - 2.0 * time), delay }
    });
    let rest = if last { LAST } else { STEP - delay * between };
    moving.chain([Tween { progress: 1.0, delay: rest }])
}

fn first(last: bool) -> u16 {
    if last { LAST } else { FIRST }
}

fn interpolated(from: &PixelPlaces, to: &PixelPlaces, progress: f64) -> PixelPlaces {
    let places = from.iter().zip(to).map(|places| match places {
        (Some(from), Some(to)) => Some((step(from.0, to.0, progress), step(from.1, to.1, progress))),
        (from, to) => *if shows_next(progress) { to } else { from },
    });
    places.collect()
}

/// Checks whether the new shapes of a frame are shown at this share of the motion towards it.
fn shows_next(progress: f64) -> bool {
    0.5 <= progress
}

/// Interpolates in whole pixels, so that moving things keep their edges and end exactly at their place.
fn step(from: i32, to: i32, progress: f64) -> i32 {
    whole(f64::from(from) + (f64::from(to) - f64::from(from)) * progress)
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn long_films_move_less() {
        assert_eq!([1, 100, 300, 600].map(|frames| between(456_000, frames)), [6, 6, 2, 0]);
    }
}
