//! A film prepared for painting: ground, actors, the shapes of a frame, and texts. The texts are the move below the board, the
//! step number, the line of progress, and the headline of a sheet.

use tiny_skia::Rect as Area;
use tiny_skia::{FillRule, PathBuilder};

use super::super::film::{Actor, Align, Film, Point, Shape};
use super::super::palette::{Colour, Rgb};
use super::PixelError;
use super::canvas::{Canvas, Filled, Stamp, extent, stamps};
use super::caption::{self, COUNTER, LINE};
use super::layout::{PixelLayout, Rect, STRIP_FOOT, single};
use super::text::{self, TextStyle};

const MAX_ACTOR_PIXELS: usize = 1 << 27;
const MOVED: f64 = 2.5 / 48.0;

pub(in super::super) type PixelPlaces = Vec<Option<(i32, i32)>>;

pub(in super::super) struct Scene<'a> {
    pub(in super::super) film: &'a Film,
    pub(in super::super) layout: PixelLayout,
    ground: Canvas,
    pub(in super::super) actors: Vec<ActorStamps>,
    overlay: Vec<Stamp>,
}

pub(in super::super) struct ActorStamps {
    unmoved: Vec<Stamp>,
    /// The same with a line around it, at least as large.
    pub(in super::super) moved: Vec<Stamp>,
}

pub(in super::super) struct Props {
    /// Shapes on the ground of this frame only, and texts below the board.
    pub(in super::super) frame: Vec<Stamp>,
    pub(in super::super) strip: Vec<Stamp>,
    pub(in super::super) places: PixelPlaces,
    pub(in super::super) moved: Vec<usize>,
}

impl<'a> Scene<'a> {
    /// Prepares a film. Fails with [`PixelError::Size`] if the film has no size or too large a one, and with
    /// [`PixelError::Actors`] if its actors are too large.
    pub(in super::super) fn new(film: &'a Film) -> Result<Self, PixelError> {
        let layout = PixelLayout::of(film)?;
        let mut ground = Canvas::filled(layout.picture, Colour::Page.rgb(false));
        let origin = layout.place(Point::default());
        for stamp in stamps(&film.ground, layout.cell, reach(&layout)) {
            ground.paint(&stamp, origin, layout.picture);
        }
        let mut left = MAX_ACTOR_PIXELS;
        let mut actors = Vec::with_capacity(film.actors.len());
        for Actor { shapes, .. } in &film.actors {
            let unmoved = stamps(shapes, layout.cell, reach(&layout));
            let moved = stamps(&shapes.iter().map(framed).collect::<Vec<_>>(), layout.cell, reach(&layout));
            let pixels = unmoved.iter().chain(&moved).map(|stamp| stamp.coverage.len()).sum();
            left = left.checked_sub(pixels).ok_or(PixelError::Actors)?;
            actors.push(ActorStamps { unmoved, moved });
        }
        let overlay = stamps(&film.overlay, layout.cell, reach(&layout));
        Ok(Self { film, layout, ground, actors, overlay })
    }

    pub(in super::super) fn ground(&self) -> Canvas {
        self.ground.clone()
    }

    pub(in super::super) fn props(&self, index: usize) -> Props {
        let frame = self.film.frames.get(index);
        let place = |actor: usize| {
            frame.and_then(|frame| *frame.places.get(actor)?).map(|place| self.layout.place(place))
        };
        Props {
            frame: frame
                .map_or_else(Vec::new, |frame| stamps(&frame.shapes, self.layout.cell, reach(&self.layout))),
            strip: strip_stamps(self.film, index, &self.layout),
            places: (0..self.actors.len()).map(place).collect(),
            moved: self.film.moved(index),
        }
    }

    pub(in super::super) fn paint(&self, canvas: &mut Canvas, props: &Props, part: Rect) {
        canvas.copy(&self.ground, part);
        let origin = self.layout.place(Point::default());
        props.frame.iter().for_each(|stamp| canvas.paint(stamp, origin, part));
        for (index, (actor, place)) in self.actors.iter().zip(&props.places).enumerate() {
            if let Some(place) = place {
                let stamps = if props.moved.contains(&index) { &actor.moved } else { &actor.unmoved };
                stamps.iter().for_each(|stamp| canvas.paint(stamp, *place, part));
            }
        }
        self.overlay.iter().for_each(|stamp| canvas.paint(stamp, origin, part));
        props.strip.iter().for_each(|stamp| canvas.paint(stamp, (0, 0), part));
    }

    /// Returns the colours that must be exact: those of all areas, lines and texts of the actors, and of the shapes above
    /// them.
    pub(in super::super) fn colours(&self) -> Vec<Rgb> {
        let actors = self.actors.iter().flat_map(|actor| &actor.moved).chain(&self.overlay);
        let actors = actors.map(|stamp| stamp.colour);
        [Colour::Page, Colour::Floor].map(|colour| colour.rgb(false)).into_iter().chain(actors).collect()
    }

    pub(in super::super) fn size(&self) -> (usize, usize) {
        (extent(self.layout.picture.width()), extent(self.layout.picture.height()))
    }
}

fn framed(shape: &Shape) -> Shape {
    match shape {
        Shape::Area { loops, radius, fill, stroke: None } => Shape::Area {
            loops: loops.clone(),
            radius: *radius,
            fill: *fill,
            stroke: Some((Colour::OnPiece(0), MOVED)),
        },
        other => other.clone(),
    }
}

fn reach(layout: &PixelLayout) -> Rect {
    let Rect { right, bottom, .. } = layout.picture;
    Rect { left: -right, top: -bottom, right, bottom }
}

pub(in super::super) fn grown(dirty: Option<Rect>, stamps: &[Stamp], place: (i32, i32)) -> Option<Rect> {
    let bounds = stamps.iter().map(|stamp| stamp.bounds.moved(place));
    dirty.into_iter().chain(bounds).reduce(Rect::around)
}

const TEXT: i32 = 6;
const LINE_TOP: i32 = 17;
const LINE_BOTTOM: i32 = 20;

fn strip_stamps(film: &Film, index: usize, layout: &PixelLayout) -> Vec<Stamp> {
    let Some(frame) = film.frames.get(index) else { return Vec::new() };
    let strip = layout.strip;
    let (left, right) = (layout.text_margin(), strip.right - layout.text_margin());
    let steps = film.frames.len() - 1;
    let (lines, style) = caption::lines(&frame.caption, layout.caption_space(steps));
    let top = strip.top + TEXT;
    let bottom = strip.bottom - STRIP_FOOT;
    let name = lines.iter().zip(0_i32..).map(|(line, number)| {
        let at = (pixel(left), pixel(top + number * LINE));
        filled(text::path(line, style, at, Align::Start), Colour::Ink.rgb(false))
    });
    let counter =
        text::path(&caption::counter(index, steps), COUNTER, (pixel(right), pixel(top)), Align::End);
    let line = |to: i32, colour: Colour| {
        let area =
            Area::from_ltrb(pixel(left), pixel(bottom + LINE_TOP), pixel(to), pixel(bottom + LINE_BOTTOM));
        filled(area.filter(|_| 0 < steps).map(PathBuilder::from_rect), colour.rgb(false))
    };
    let others = [
        filled(counter, Colour::Faint.rgb(false)),
        line(right, Colour::Grid),
        line(left + part(right - left, index, steps), Colour::Goal),
    ];
    name.chain(others).flatten().filter_map(|part| part.stamp(strip)).collect()
}

pub(in super::super) fn heading(title: &str, area: Rect) -> Option<Stamp> {
    let style = |size: f32| TextStyle { size, bold: true };
    let widest = pixel(area.width()) * 0.94;
    let size = (22.0 * widest / text::width(title, style(22.0)).max(1.0)).min(22.0);
    let middle = (pixel(area.left + area.width() / 2), pixel(area.top + area.height() / 2));
    filled(text::path(title, style(size), middle, Align::Middle), Colour::Ink.rgb(false))?.stamp(area)
}

fn pixel(pixels: i32) -> f32 {
    single(f64::from(pixels))
}

fn filled(path: Option<tiny_skia::Path>, colour: Rgb) -> Option<Filled> {
    path.map(|path| Filled { path, rule: FillRule::Winding, colour })
}

fn part(length: i32, index: usize, steps: usize) -> i32 {
    let share = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let done = i64::from(length).saturating_mul(share(index)) / share(steps).max(1);
    i32::try_from(done).unwrap_or(length)
}
