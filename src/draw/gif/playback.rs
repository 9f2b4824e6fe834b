//! The pictures of a film one after the other, and what changes from one to the next.

use super::super::film::Point;
use super::super::pixels::{Canvas, Props, Rect, Scene, grown};
use super::motion::{self, Tween};

/// Shows all pictures of a scene, with so many between two frames: each with the parts in which it may differ from the one
/// before, and how long it is to be seen, in hundredths of a second.
///
/// # Errors
///
/// Whatever `show` fails with.
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
    show(&canvas, &[all], motion::first(frames.len() <= 1))?;
    for index in 1..frames.len() {
        let start = shown.places.clone();
        let Props { frame, strip, places: to, moved } = scene.props(index);
        let renewed = frames[index].shapes != frames[index - 1].shapes;
        let mut coming = Some(frame).filter(|_| renewed);
        let before = std::mem::replace(&mut shown.moved, moved);
        shown.strip = strip;
        // The text changes at once, and so does what has a line around it.
        let mut changed = Some((scene.layout.strip(), before));
        for Tween { way, delay } in motion::moments(between, index + 1 == frames.len()) {
            let places = motion::on_the_way(&start, &to, way);
            let mut dirty = None;
            let (strip, before) = changed.take().unzip();
            let before = before.unwrap_or_default();
            for (actor, (old, new)) in shown.places.iter().zip(&places).enumerate() {
                if old != new || before.contains(&actor) {
                    let at = [old, new].into_iter().flatten();
                    dirty = at.fold(dirty, |dirty, place| grown(dirty, &scene.actors[actor].moved, *place));
                }
            }
            if motion::is_there(way)
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
