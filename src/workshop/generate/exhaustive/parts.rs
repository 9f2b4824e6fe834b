//! The parts of the work: the signatures that agree in all rows and in the first two columns.
//!
//! Parts differ much in size, and neighbours are alike, so shards take them in an order that looks random.

use super::lanes::LaneTable;
use super::question::{AllBoardsQuestion, BoardShard};

/// The number of columns that the signatures of a part share.
const FIRST_COLUMNS: usize = 2;

/// The sequences of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub rows: Vec<usize>,
    /// The first columns.
    pub columns: Vec<usize>,
}

impl Part {
    /// The part of that number, from 0; there are [`n_parts`]. The rows change last.
    pub(super) fn new(lanes: &LaneTable, exit_row: usize, number: u32) -> Self {
        let radix = lanes.n_sequences();
        let mut rest = number as usize;
        let mut digit = || {
            let digit = rest % radix;
            rest /= radix;
            digit
        };
        let columns = (0..FIRST_COLUMNS).map(|_| digit()).collect();
        let rows = (0..lanes.size).map(|row| if row == exit_row { lanes.red_sequence() } else { digit() });
        Self { rows: rows.collect(), columns }
    }
}

/// The number of all parts.
fn n_parts(lanes: &LaneTable) -> u32 {
    (0..FIRST_COLUMNS + lanes.size - 1).fold(1, |product, _| product * lanes.n_sequences() as u32)
}

/// The parts of the shard, in order.
pub(super) fn parts(lanes: &LaneTable, question: &AllBoardsQuestion) -> Vec<u32> {
    let BoardShard { part, of } = question.shard();
    let is_here = |number: &u32| scrambled((*number).into()) % of as u64 == part as u64 - 1;
    (0..n_parts(lanes)).filter(is_here).collect()
}

/// A number that looks random: the last step of SplitMix64.
fn scrambled(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
