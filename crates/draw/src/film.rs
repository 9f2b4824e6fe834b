//! A film: a plan as things that stand still, things that move, and their places in each frame. Front ends turn plans into
//! films, and SVG, GIF and HTML show any film, whatever the puzzle.
//!
//! All lengths are in cells of the board: x to the right, y downwards, from the upper left corner of the film.

use super::palette::Colour;
pub use super::path::Point;
use super::path::outline;
use super::playable::{PlayableBoard, PlayableRules};
use bmcplan_base::text::Cell;

/// Horizontal alignment of a text at a point. Vertically the point is always in the middle of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the point.
    Start,
    /// The point is in the middle of the text.
    Middle,
    /// The text ends at the point.
    End,
}

/// A shape that every picture format can draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled area, with rounded corners.
    Area {
        /// Closed lines around the area and its holes (even-odd rule), each without its first point repeated.
        loops: Vec<Vec<Point>>,
        /// Radius of the corners.
        radius: f64,
        /// Colour inside.
        fill: Colour,
        /// Colour and width of the line around the area.
        stroke: Option<(Colour, f64)>,
    },
    /// Closed lines, with nothing inside.
    Outline {
        /// Closed lines, each without its first point repeated.
        loops: Vec<Vec<Point>>,
        /// Radius of the corners.
        radius: f64,
        /// Thickness.
        width: f64,
        /// Its colour in the palette.
        colour: Colour,
        /// Length of the dashes and of the gaps between them; `None` for a solid line.
        dash: Option<f64>,
    },
    /// A straight line with round ends.
    Line {
        /// Start.
        from: Point,
        /// End.
        to: Point,
        /// Thickness.
        width: f64,
        /// Its colour in the palette.
        colour: Colour,
    },
    /// A line through points, with flat ends.
    Path {
        /// Points in order.
        points: Vec<Point>,
        /// Thickness.
        width: f64,
        /// Its colour in the palette.
        colour: Colour,
        /// Lengths of dashes and gaps, in turn; empty for a solid line.
        dashes: Vec<f64>,
    },
    /// A filled circle.
    Dot {
        /// Centre.
        middle: Point,
        /// Radius of its corners, in cells.
        radius: f64,
        /// Colour.
        fill: Colour,
    },
    /// A text on one line.
    Text {
        /// Point that the text is aligned at.
        at: Point,
        /// Alignment at that point.
        align: Align,
        /// Height of the letters.
        size: f64,
        /// What is written.
        text: String,
        /// Its colour in the palette.
        colour: Colour,
        /// True for bold letters.
        bold: bool,
        /// True if the text is turned by a quarter about its point, so that it reads upwards.
        turned: bool,
    },
}

impl Shape {
    /// Returns a rectangle with rounded corners and no line around it.
    pub fn rectangle(corner: Point, width: f64, height: f64, radius: f64, fill: Colour) -> Self {
        Self::Area { loops: vec![corner.rectangle(width, height)], radius, fill, stroke: None }
    }

    /// Returns one shape of squares with these upper left `corners`, or `None` without corners.
    pub fn squares(
        corners: &mut dyn Iterator<Item = Point>,
        side: f64,
        radius: f64,
        fill: Colour,
    ) -> Option<Self> {
        let loops: Vec<Vec<Point>> = corners.map(|corner| corner.rectangle(side, side)).collect();
        (!loops.is_empty()).then_some(Self::Area { loops, radius, fill, stroke: None })
    }

    /// Returns the area of `cells` on a board with this `corner`, shrunk by `inset` on all sides.
    pub fn cells(cells: &[Cell], corner: Point, inset: f64, radius: f64, fill: Colour) -> Self {
        Self::Area { loops: outline(cells, corner, inset), radius, fill, stroke: None }
    }

    /// Returns a disc around a point, without a line around it.
    pub fn disc(middle: Point, radius: f64, fill: Colour) -> Self {
        const SIDES: u8 = 12;
        let half = std::f64::consts::PI / f64::from(SIDES);
        let corner = |side: u8| {
            let (sine, cosine) = (2.0 * half * f64::from(side)).sin_cos();
            middle.plus(cosine * radius / half.cos(), sine * radius / half.cos())
        };
        Self::Area { loops: vec![(0..SIDES).map(corner).collect()], radius, fill, stroke: None }
    }

    /// Returns a text in normal weight.
    pub fn text(at: Point, align: Align, size: f64, text: impl Into<String>, colour: Colour) -> Self {
        Self::Text { at, align, size, text: text.into(), colour, bold: false, turned: false }
    }

    /// Returns a bold text, centred at a point.
    pub fn label(at: Point, size: f64, text: impl Into<String>, colour: Colour) -> Self {
        Self::Text { at, align: Align::Middle, size, text: text.into(), colour, bold: true, turned: false }
    }
}

/// Something that moves as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Actor {
    /// Name, which the HTML page shows.
    pub name: String,
    /// Shapes relative to the place of the actor.
    pub shapes: Vec<Shape>,
    /// Rank by size, from 0 for the smallest. Where several actors with a rank share a place, the greatest is the lowest.
    pub rank: Option<usize>,
}

/// A state of the problem as a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Name of the move from the frame before, or `start`.
    pub caption: String,
    /// Picture in words, for people who cannot see it.
    pub description: String,
    /// Place of each actor; `None` while it is absent.
    pub places: Vec<Option<Point>>,
    /// Shapes below the actors in this frame only.
    pub shapes: Vec<Shape>,
}

/// Kind of the step from one frame to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FilmStep {
    /// A move.
    #[default]
    Move,
    /// A day passes.
    Day,
    /// A week passes.
    Week,
}

/// A plan, or a single state, as pictures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Film {
    /// Subject.
    pub title: String,
    /// Width in cells.
    pub width: f64,
    /// Height in cells.
    pub height: f64,
    /// Shapes in every frame, below everything else.
    pub ground: Vec<Shape>,
    /// Things that move, each drawn over those before it.
    pub actors: Vec<Actor>,
    /// Shapes in every frame, above everything else: goals.
    pub overlay: Vec<Shape>,
    /// States in order: the start, then the state after each step.
    pub frames: Vec<Frame>,
    /// Kind of the steps between frames.
    pub step: FilmStep,
    /// Board for play in the page, if the film has one.
    pub board: Option<PlayableBoard>,
    /// Game for play in the page, if the film has one.
    pub game: Option<Box<PlayableGame>>,
    /// Sentence for the reader of the page.
    pub note: Option<String>,
}

/// A game of moves with names: its rules, and what its states look like.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayableGame {
    /// Film of a plan, or of the start. The picture has a place for everything that any state shows.
    pub film: Film,
    /// State of each frame: a value for each variable.
    pub states: Vec<Vec<u32>>,
    /// Picture of what every state shows, on the ground of the film.
    pub empty: Frame,
    /// Facts that describe a state, in order.
    pub facts: Vec<PlayableFact>,
    /// Rules of the moves.
    pub rules: PlayableRules,
}

/// A fact and its picture.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayableFact {
    /// Name of the fact.
    pub name: String,
    /// Variables and values at which it holds; `None` if it always holds.
    pub at: Option<Vec<(usize, u32)>>,
    /// What it adds to the picture. Its words are not shown.
    pub look: Frame,
}

impl Film {
    /// Returns the actors that moved in a frame, to be highlighted; none if more than a third of them did, and more than two.
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
