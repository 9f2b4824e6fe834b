//! Lanes: one for each place, and a token for each thing that goes from lane to lane.

use itertools::Itertools as _;

use super::block::{Block, cells};
use super::film::{Actor, Point, Shape};
use super::palette::Colour;
use super::track::{Track, TrackValue};
use super::words;

/// The greatest number of lanes.
const LANES: usize = 7;

/// The height of a token with the room around it.
const ROW: f64 = 0.7;

/// The height of the letters.
const LETTERS: f64 = 0.3;

/// Between lanes.
const GAP: f64 = 0.16;

/// The lanes of rows, if that is what they are: several things, each always at one of a few places that they share.
pub(super) fn places(rows: &[Track]) -> Option<Vec<String>> {
    let texts = rows.iter().flat_map(|row| &row.values).map(|value| match value {
        TrackValue::Text(text) => Some(text.as_str()),
        TrackValue::Nothing | TrackValue::Light(_) => None,
    });
    let places = texts.collect::<Option<Vec<_>>>()?.into_iter().unique().map(str::to_owned).collect_vec();
    (2 <= rows.len() && (2..=LANES).contains(&places.len())).then_some(places)
}

/// Tokens on lanes whose upper left corner is here.
pub(super) fn block(rows: &[Track], lanes: &[String], n_frames: usize, corner: Point) -> Block {
    let names = rows.iter().map(|row| row.name.as_str()).chain(lanes.iter().map(String::as_str));
    let widest = names.map(|name| words::width(name, LETTERS)).fold(0.0, f64::max);
    // Bold letters are wider.
    let width = (widest * 1.15 + 0.5).clamp(1.4, 4.5);
    let height = cells(rows.len()) * ROW + 0.1;
    let top = corner.plus(0.0, ROW * 0.8);
    let left = |lane: usize| cells(lane) * (width + GAP);
    let mut block = Block {
        right: corner.x + left(lanes.len()) - GAP,
        bottom: top.y + height,
        shapes: vec![Vec::new(); n_frames],
        ..Block::default()
    };
    for (lane, name) in lanes.iter().enumerate() {
        let (text, size) = words::fitted(name, width, LETTERS);
        let middle = corner.plus(left(lane) + width / 2.0, ROW * 0.4);
        block.ground.push(Shape::label(middle, size, text, Colour::Faint));
        block.ground.push(Shape::rectangle(top.plus(left(lane), 0.0), width, height, 0.15, Colour::Floor));
    }
    block.actors = rows.iter().enumerate().map(|(index, row)| token(row, index, width)).collect();
    block.places = (0..n_frames)
        .map(|frame| {
            let place = |(index, row): (usize, &Track)| {
                let Some(TrackValue::Text(text)) = row.values.get(frame) else { return None };
                let lane = lanes.iter().position(|lane| lane == text)?;
                Some(top.plus(left(lane), cells(index) * ROW + 0.05))
            };
            rows.iter().enumerate().map(place).collect()
        })
        .collect();
    block
}

fn token(row: &Track, number: usize, width: f64) -> Actor {
    let (text, size) = words::fitted(&row.name, width - 0.3, LETTERS);
    let middle = Point::new(width / 2.0, ROW / 2.0);
    Actor {
        name: row.name.clone(),
        shapes: vec![
            Shape::rectangle(Point::new(0.1, 0.06), width - 0.2, ROW - 0.12, 0.18, Colour::Piece(number)),
            Shape::label(middle, size, text, Colour::OnPiece(number)),
        ],
    }
}
