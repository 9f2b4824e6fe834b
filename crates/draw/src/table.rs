//! A table of the changes during a plan: names at the left, the values of the frame at the right, recent changes highlighted.
//! Any problem has one. Lanes show the same tracks.

use super::block::{Block, cells};
use super::film::{Align, Point, Shape};
use super::palette::Colour;
use super::words;

const ROW: f64 = 0.5;
const LETTERS: f64 = 0.26;
const ROWS: usize = 16;
const GAP: f64 = 0.3;

/// Draws a table of tracks at `corner`, in several columns where there are many.
pub fn block(rows: &[Track], n_frames: usize, corner: Point) -> Block {
    let mut block = Block { right: corner.x, bottom: corner.y, ..Block::default() };
    block.shapes = vec![Vec::new(); n_frames];
    let mut left = corner.x;
    for rows in rows.chunks(height(rows.len())) {
        let names = rows.iter().map(|row| words::width(&row.name, LETTERS)).fold(0.0, f64::max).min(6.0);
        let values = rows.iter().flat_map(|row| &row.values).map(width).fold(0.0, f64::max).min(4.0);
        for (index, row) in rows.iter().enumerate() {
            let middle = corner.y + (cells(index) + 0.5) * ROW;
            block.ground.push(name(&row.name, Point::new(left, middle), names));
            let place = Point::new(left + names + GAP, middle);
            for (frame, shapes) in block.shapes.iter_mut().enumerate() {
                shapes.extend(value(row, frame, place, values));
            }
        }
        block.right = left + names + GAP + values;
        block.bottom = block.bottom.max(corner.y + cells(rows.len()) * ROW);
        left = block.right + 2.0 * GAP;
    }
    block
}

fn height(count: usize) -> usize {
    count.div_ceil(count.div_ceil(ROWS).max(1)).max(1)
}

fn width(value: &TrackValue) -> f64 {
    match value {
        TrackValue::Nothing => 0.0,
        TrackValue::Light(_) => LETTERS * 1.4,
        TrackValue::Text(text) => words::width(text, LETTERS) + GAP,
    }
}

fn name(name: &str, at: Point, width: f64) -> Shape {
    let (text, size) = words::fitted(name, width.max(LETTERS), LETTERS);
    Shape::text(at, Align::Start, size, text, Colour::Ink)
}

fn value(row: &Track, frame: usize, place: Point, width: f64) -> Vec<Shape> {
    const HALF: f64 = ROW * 0.42;
    let changed = row.has_changed(frame);
    match row.values.get(frame) {
        None | Some(TrackValue::Nothing) => Vec::new(),
        Some(TrackValue::Light(on)) => {
            let side = LETTERS * 1.4;
            let corner = place.plus(0.0, -side / 2.0);
            let light =
                Shape::rectangle(corner, side, side, side / 3.0, if *on { Colour::On } else { Colour::Off });
            vec![if changed { framed(light) } else { light }]
        }
        Some(TrackValue::Text(text)) => {
            let fill = if changed { Colour::On } else { Colour::Floor };
            let ink = if changed { Colour::OnPiece(0) } else { Colour::Ink };
            let (text, size) = words::fitted(text, width - GAP / 2.0, LETTERS);
            vec![
                Shape::rectangle(place.plus(0.0, -HALF), width, 2.0 * HALF, 0.1, fill),
                Shape::label(place.plus(width / 2.0, 0.0), size, text, ink),
            ]
        }
    }
}

fn framed(shape: Shape) -> Shape {
    match shape {
        Shape::Area { loops, radius, fill, .. } => {
            Shape::Area { loops, radius, fill, stroke: Some((Colour::Ink, 0.05)) }
        }
        other => other,
    }
}

/// Row of the table: a value, frame by frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Name, at the left.
    pub name: String,
    /// Value in each frame.
    pub values: Vec<TrackValue>,
}

/// Value of a row in one frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrackValue {
    /// No value.
    Nothing,
    /// A light that is on or off.
    Light(bool),
    /// A text.
    Text(String),
}

impl Track {
    /// Checks whether the value changes during the plan.
    pub fn changes(&self) -> bool {
        self.values.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// Checks whether the value changes from the frame before `frame`.
    pub fn has_changed(&self, frame: usize) -> bool {
        let before = frame.checked_sub(1).and_then(|before| self.values.get(before));
        before.is_some_and(|before| Some(before) != self.values.get(frame))
    }
}

/// Keeps the rows that change, or all if none does.
pub fn changing(rows: Vec<Track>) -> Vec<Track> {
    if rows.iter().any(Track::changes) { rows.into_iter().filter(Track::changes).collect() } else { rows }
}
