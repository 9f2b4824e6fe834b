//! A film: a plan as things that stand still, things that move, and where they are in each frame. Front ends are filmed
//! here once, and SVG, GIF and HTML show any film: they know no puzzle.
//!
//! All lengths are in cells of the board: x to the right, y downwards, from the upper left corner of the film.

use super::palette::Colour;
pub use super::path::Point;
use super::path::outline;
use super::playable::PlayableBoard;
use bmcplan_base::text::Cell;

/// The side of a point on which a text stands; the point is always in the middle of the text's height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the point.
    Start,
    /// The point is in the middle of the text.
    Middle,
    /// The text ends at the point.
    End,
}

/// A shape that every kind of picture can draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled area, with rounded corners.
    Area {
        /// The closed lines around it and around its holes (even-odd), each without its first point repeated.
        loops: Vec<Vec<Point>>,
        /// The radius of the corners.
        radius: f64,
        /// The colour of the area.
        fill: Colour,
        /// The colour and the width of the line around it.
        stroke: Option<(Colour, f64)>,
    },
    /// Closed lines, with nothing inside.
    Outline {
        /// The lines, each without its first point repeated.
        loops: Vec<Vec<Point>>,
        /// The radius of their corners.
        radius: f64,
        /// The thickness.
        width: f64,
        /// The colour.
        colour: Colour,
        /// The length of dashes and of the gaps between them; without, the line is whole.
        dash: Option<f64>,
    },
    /// A straight line with round ends.
    Line {
        /// The beginning.
        from: Point,
        /// The end.
        to: Point,
        /// The thickness.
        width: f64,
        /// The colour.
        colour: Colour,
    },
    /// A line through points, with flat ends.
    Path {
        /// The points.
        points: Vec<Point>,
        /// The thickness.
        width: f64,
        /// The colour.
        colour: Colour,
        /// The lengths of dashes and of the gaps between them, in turn; without any, the line is whole.
        dashes: Vec<f64>,
    },
    /// A filled circle.
    Dot {
        /// The middle.
        middle: Point,
        /// The radius.
        radius: f64,
        /// The colour.
        fill: Colour,
    },
    /// A text on one line.
    Text {
        /// The point at which it stands.
        at: Point,
        /// The side of that point on which it stands.
        align: Align,
        /// The height of its letters.
        size: f64,
        /// The words.
        text: String,
        /// The colour.
        colour: Colour,
        /// Are the letters bold?
        bold: bool,
        /// Is the text turned by a quarter about its point, so that it reads upwards?
        turned: bool,
    },
}

impl Shape {
    /// A rectangle with rounded corners and no line around it.
    pub fn rectangle(corner: Point, width: f64, height: f64, radius: f64, fill: Colour) -> Self {
        Self::Area { loops: vec![corner.rectangle(width, height)], radius, fill, stroke: None }
    }

    /// Squares with these upper left corners, in one shape; none if there are none.
    pub fn squares(
        corners: &mut dyn Iterator<Item = Point>,
        side: f64,
        radius: f64,
        fill: Colour,
    ) -> Option<Self> {
        let loops: Vec<Vec<Point>> = corners.map(|corner| corner.rectangle(side, side)).collect();
        (!loops.is_empty()).then_some(Self::Area { loops, radius, fill, stroke: None })
    }

    /// The outline of cells of a board with this corner, all of it that much inside of them.
    pub fn cells(cells: &[Cell], corner: Point, inset: f64, radius: f64, fill: Colour) -> Self {
        Self::Area { loops: outline(cells, corner, inset), radius, fill, stroke: None }
    }

    /// A disc around a point, without a line around it.
    pub fn disc(middle: Point, radius: f64, fill: Colour) -> Self {
        const SIDES: u8 = 12;
        let half = std::f64::consts::PI / f64::from(SIDES);
        let corner = |side: u8| {
            let (sine, cosine) = (2.0 * half * f64::from(side)).sin_cos();
            middle.plus(cosine * radius / half.cos(), sine * radius / half.cos())
        };
        Self::Area { loops: vec![(0..SIDES).map(corner).collect()], radius, fill, stroke: None }
    }

    /// A text whose letters are not bold.
    pub fn text(at: Point, align: Align, size: f64, text: impl Into<String>, colour: Colour) -> Self {
        Self::Text { at, align, size, text: text.into(), colour, bold: false, turned: false }
    }

    /// A text in the middle of a point.
    pub fn label(at: Point, size: f64, text: impl Into<String>, colour: Colour) -> Self {
        Self::Text { at, align: Align::Middle, size, text: text.into(), colour, bold: true, turned: false }
    }
}

/// Something that moves as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Actor {
    /// The name.
    pub name: String,
    /// The shapes, seen from the place of the actor.
    pub shapes: Vec<Shape>,
}

/// A state of the problem as a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The name of the move from the frame before, or `start`.
    pub caption: String,
    /// The picture in words, for those who cannot see it.
    pub description: String,
    /// The place of each actor; `None` while it is not there.
    pub places: Vec<Option<Point>>,
    /// The shapes below the actors in this frame alone.
    pub shapes: Vec<Shape>,
}

/// The passage from one frame to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FilmStep {
    /// A move.
    #[default]
    Move,
    /// A day passes.
    Day,
}

/// A plan, or a single state, as pictures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Film {
    /// The subject.
    pub title: String,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The shapes in every frame, below everything else.
    pub ground: Vec<Shape>,
    /// The things that move, each drawn over those before it.
    pub actors: Vec<Actor>,
    /// The shapes in every frame, above everything else: goals.
    pub overlay: Vec<Shape>,
    /// The frames: the state at the start and that after each step.
    pub frames: Vec<Frame>,
    /// The passage between frames.
    pub step: FilmStep,
    /// The board that it shows, if people can play on it.
    pub board: Option<PlayableBoard>,
}

impl Film {
    /// The actors that have just moved in a frame, if that tells them from the others: no more than a third, or two.
    pub fn moved(&self, frame: usize) -> Vec<usize> {
        let Some(frames) = frame.checked_sub(1).and_then(|before| self.frames.get(before..=frame)) else {
            return Vec::new();
        };
        let place = |frame: &Frame, actor: usize| frame.places.get(actor).copied().flatten();
        let has_moved = |actor: &usize| match (place(&frames[0], *actor), place(&frames[1], *actor)) {
            (Some(before), Some(after)) => before != after,
            _ => false,
        };
        let moved: Vec<usize> = (0..self.actors.len()).filter(has_moved).collect();
        if moved.len() <= (self.actors.len() / 3).max(2) { moved } else { Vec::new() }
    }
}
