//! Lanes: one for each place, and a token for each thing that moves from lane to lane.

use itertools::Itertools as _;

use super::block::{Block, cells};
use super::film::{Actor, Point, Shape};
use super::palette::Colour;
use super::table::{Track, TrackValue};
use super::words;

const LANES: usize = 7;
/// Height of a token, with its distance from the next one.
pub const ROW: f64 = 0.7;
const LETTERS: f64 = 0.3;
const GAP: f64 = 0.16;

/// Returns the values that the lanes of these tracks share, in order; `None` where lanes do not fit the tracks.
pub fn places(rows: &[Track]) -> Option<Vec<String>> {
    let texts = rows.iter().flat_map(|row| &row.values).map(|value| match value {
        TrackValue::Text(text) => Some(text.as_str()),
        TrackValue::Nothing | TrackValue::Light(_) => None,
    });
    let places = texts.collect::<Option<Vec<_>>>()?.into_iter().unique().map(str::to_owned).collect_vec();
    (2 <= rows.len() && (2..=LANES).contains(&places.len())).then_some(places)
}

/// Draws tokens on lanes, with the upper left corner at `corner`. With `sizes`, from 0 for the smallest, the tokens of a lane
/// stand on each other, the largest at the bottom. Otherwise each token has its own row.
pub fn block(
    rows: &[Track],
    lanes: &[String],
    n_frames: usize,
    corner: Point,
    sizes: Option<&[usize]>,
) -> Block {
    let names = rows.iter().map(|row| row.name.as_str()).chain(lanes.iter().map(String::as_str));
    let widest = names.map(|name| words::width(name, LETTERS)).fold(0.0, f64::max);
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
    let share = |thing: usize| {
        sizes.map_or(1.0, |sizes| 0.45 + 0.55 * cells(sizes[thing] + 1) / cells(sizes.len().max(1)))
    };
    block.actors =
        rows.iter().enumerate().map(|(thing, row)| token(row, thing, width, share(thing))).collect();
    for (actor, rank) in block.actors.iter_mut().zip(sizes.unwrap_or_default()) {
        actor.rank = Some(*rank);
    }
    block.places = (0..n_frames)
        .map(|frame| {
            let lane = |row: &Track| match row.values.get(frame) {
                Some(TrackValue::Text(text)) => lanes.iter().position(|lane| lane == text),
                _ => None,
            };
            let at = rows.iter().map(lane).collect_vec();
            let level = |thing: usize| match sizes {
                None => thing,
                Some(sizes) => {
                    let larger = |other: &usize| at[*other] == at[thing] && sizes[thing] < sizes[*other];
                    rows.len() - 1 - (0..rows.len()).filter(larger).count()
                }
            };
            let place = |(thing, lane): (usize, &Option<usize>)| {
                lane.map(|lane| top.plus(left(lane), cells(level(thing)) * ROW + 0.05))
            };
            at.iter().enumerate().map(place).collect()
        })
        .collect();
    block
}

fn token(row: &Track, number: usize, width: f64, share: f64) -> Actor {
    let across = (width - 0.2) * share;
    let (text, size) = words::fitted(&row.name, across - 0.1, LETTERS);
    let corner = Point::new((width - across) / 2.0, 0.06);
    Actor {
        name: row.name.clone(),
        shapes: vec![
            Shape::rectangle(corner, across, ROW - 0.12, 0.18, Colour::Piece(number)),
            Shape::label(Point::new(width / 2.0, ROW / 2.0), size, text, Colour::OnPiece(number)),
        ],
        rank: None,
    }
}
