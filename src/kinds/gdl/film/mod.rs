//! Films of games, whose facts are drawn by their form, since a rule sheet does not say what they mean.
//!
//! Facts with two coordinates, such as `(cell 1 2 on)`, `(lit 3 4)` or `(in b2 hole)`, are a board. Of the others, those that
//! give a value to something, such as `(at goat near)`, are lanes with the thing in one of them if several things share a few
//! values, and rows of a table if not; the rest are lights that are on or off. What never changes is left out.

mod board;
mod read;
mod rows;

use crate::draw::block::{self, MARGIN};
use crate::draw::film::{Film, Point};
use crate::draw::track::{Track, changing};
use crate::draw::{facts, lanes, table};
use read::Facts;

/// The film of a play: what is true at the start and after each move, with the names of the moves. Things in lanes stand on
/// each other if one of these `orders` of names, from the smallest, has them all.
pub fn film<'a>(
    title: &str,
    states: &[Vec<String>],
    moves: impl Iterator<Item = &'a str>,
    orders: &[Vec<String>],
) -> Film {
    let read = Facts::of(states);
    let (board, others) = board::find(&read);
    let mut blocks: Vec<block::Block> = board.map(|board| board.block()).into_iter().collect();
    let mut top = blocks.first().map_or(0.0, |block| block.bottom);
    let mut rest: Vec<Track> = Vec::new();
    for group in others.iter().filter(|group| read.changes(group)) {
        let things = rows::of(&read, group);
        match lanes::places(&things) {
            Some(places) => {
                let places = rows::in_order(places, &things);
                let rows = rows::without_common_name(things);
                let sizes = rows::sizes(&rows, orders);
                let corner = Point::new(MARGIN, top + MARGIN);
                blocks.push(lanes::block(&rows, &places, states.len(), corner, sizes.as_deref()));
                top = blocks.last().map_or(top, |block| block.bottom);
            }
            None => rest.extend(changing(things)),
        }
    }
    if blocks.is_empty() && rest.is_empty() {
        // Nothing ever changes: all of it, then.
        rest = others.iter().flat_map(|group| rows::of(&read, group)).collect();
    }
    if !rest.is_empty() {
        blocks.push(table::block(&rest, states.len(), Point::new(MARGIN, top + MARGIN)));
    }
    let captions = ["start"].into_iter().chain(moves).map(str::to_owned);
    block::film(title, blocks, captions.zip(states.iter().map(|state| facts(state))))
}

#[cfg(test)]
mod tests;
