//! A film prepared for painting: picture after picture, and what changes from one to the next.

use super::super::film::{Film, Point};
use super::super::palette::{Colour, Rgb};
use super::canvas::{Canvas, extent};
use super::error::GifError;
use super::layout::PixelLayout;
use super::motion::{self, PixelPlaces, Tween};
use super::rect::Rect;
use super::stamp::{Stamp, stamps};
use super::strip;

/// The pixels of all actors together that are kept, a byte each.
const MAX_ACTOR_PIXELS: usize = 1 << 27;

/// What does not change from picture to picture.
pub(super) struct Scene<'a> {
    film: &'a Film,
    layout: PixelLayout,
    /// The picture without actors.
    ground: Canvas,
    actors: Vec<Vec<Stamp>>,
    /// How many pictures there are between two frames.
    between: u16,
}

/// What is on a picture beside the ground.
struct Props {
    /// What is on the ground of this frame alone, and what stands below the board.
    frame: Vec<Stamp>,
    strip: Vec<Stamp>,
    places: PixelPlaces,
}

impl<'a> Scene<'a> {
    /// # Errors
    ///
    /// [`GifError::Actors`] if the actors are too large together.
    pub(super) fn new(film: &'a Film, layout: PixelLayout, between: u16) -> Result<Self, GifError> {
        let mut ground = Canvas::filled(layout.picture, Colour::Page.rgb(false));
        let origin = layout.place(Point::default());
        for stamp in stamps(&film.ground, &layout, reach(&layout)) {
            ground.paint(&stamp, origin, layout.picture);
        }
        let mut room = MAX_ACTOR_PIXELS;
        let mut actors = Vec::with_capacity(film.actors.len());
        for actor in &film.actors {
            let stamps = stamps(&actor.shapes, &layout, reach(&layout));
            let pixels = stamps.iter().map(|stamp| stamp.coverage.len()).sum();
            room = room.checked_sub(pixels).ok_or(GifError::Actors)?;
            actors.push(stamps);
        }
        Ok(Self { film, layout, ground, actors, between })
    }

    /// Shows all pictures: each with the parts in which it may differ from the one before, and how long it is to be seen,
    /// in hundredths of a second.
    ///
    /// # Errors
    ///
    /// Whatever `show` fails with.
    pub(super) fn play<E>(
        &self,
        mut show: impl FnMut(&Canvas, &[Rect], u16) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut canvas = self.ground.clone();
        let all = canvas.size();
        let count = self.film.frames.len();
        let mut shown = self.props(0);
        self.paint(&mut canvas, &shown, all);
        show(&canvas, &[all], motion::first(count <= 1))?;
        for index in 1..count {
            let (start, mut end) = (shown.places.clone(), self.props(index));
            let to = std::mem::take(&mut end.places);
            let renewed = self.film.frames[index].shapes != self.film.frames[index - 1].shapes;
            let mut coming = Some(end.frame).filter(|_| renewed);
            shown.strip = end.strip;
            let mut strip = Some(self.layout.strip);
            for Tween { way, delay } in motion::moments(self.between, index + 1 == count) {
                let places = motion::on_the_way(&start, &to, way);
                let mut dirty = None;
                for (actor, (old, new)) in self.actors.iter().zip(shown.places.iter().zip(&places)) {
                    if old != new {
                        let at = [old, new].into_iter().flatten();
                        dirty = at.fold(dirty, |dirty, place| grown(dirty, actor, *place));
                    }
                }
                if motion::is_there(way)
                    && let Some(frame) = coming.take()
                {
                    let origin = self.layout.place(Point::default());
                    dirty = grown(grown(dirty, &shown.frame, origin), &frame, origin);
                    shown.frame = frame;
                }
                shown.places = places;
                let dirty = dirty.and_then(|part| part.common(all));
                let parts: Vec<Rect> = dirty.into_iter().chain(strip.take()).collect();
                parts.iter().for_each(|part| self.paint(&mut canvas, &shown, *part));
                show(&canvas, &parts, delay)?;
            }
        }
        Ok(())
    }

    /// What is on the picture of a frame; nothing if there is no such frame.
    fn props(&self, index: usize) -> Props {
        let frame = self.film.frames.get(index);
        let place = |actor: usize| {
            frame.and_then(|frame| *frame.places.get(actor)?).map(|place| self.layout.place(place))
        };
        Props {
            frame: frame
                .map_or_else(Vec::new, |frame| stamps(&frame.shapes, &self.layout, reach(&self.layout))),
            strip: strip::stamps(self.film, index, &self.layout),
            places: (0..self.actors.len()).map(place).collect(),
        }
    }

    /// Paints a part of a picture anew.
    fn paint(&self, canvas: &mut Canvas, props: &Props, part: Rect) {
        canvas.copy(&self.ground, part);
        let origin = self.layout.place(Point::default());
        props.frame.iter().for_each(|stamp| canvas.paint(stamp, origin, part));
        for (actor, place) in self.actors.iter().zip(&props.places) {
            if let Some(place) = place {
                actor.iter().for_each(|stamp| canvas.paint(stamp, *place, part));
            }
        }
        props.strip.iter().for_each(|stamp| canvas.paint(stamp, (0, 0), part));
    }

    /// The colours that have to be there as they are: those of all areas, lines and texts of actors.
    pub(super) fn colours(&self) -> Vec<Rgb> {
        let actors = self.actors.iter().flatten().map(|stamp| stamp.colour);
        [Colour::Page, Colour::Floor].map(|colour| colour.rgb(false)).into_iter().chain(actors).collect()
    }

    /// The pixels of a picture's width and height.
    pub(super) fn size(&self) -> (usize, usize) {
        (extent(self.layout.picture.width()), extent(self.layout.picture.height()))
    }
}

/// Where something may be to be seen, put at a place inside of the picture.
fn reach(layout: &PixelLayout) -> Rect {
    let Rect { right, bottom, .. } = layout.picture;
    Rect { left: -right, top: -bottom, right, bottom }
}

/// The rectangle around one that may be and all of these stamps at a place.
fn grown(dirty: Option<Rect>, stamps: &[Stamp], place: (i32, i32)) -> Option<Rect> {
    let bounds = stamps.iter().map(|stamp| stamp.bounds.moved(place));
    dirty.into_iter().chain(bounds).reduce(Rect::around)
}
