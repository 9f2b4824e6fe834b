//! Encodings of a sliding-block puzzle that need its geometry, beside those that any task has.
//!
//! They share the [variables of a frame](frame): where each class of interchangeable pieces has its anchors, and which
//! cells are empty. They differ in how they describe a move: `shapes` by the anchor that a piece leaves and the one that
//! it takes, `holes` by the empty cell that is filled and the direction, as the TLA+ module *SlidingPuzzles* does. Each
//! comes plain and *counted*: a redundant constraint says how many cells are empty in every frame. It follows from
//! nothing that a solver sees at one go, and it is what gets a refutation further.

mod frame;
mod holes;
mod shapes;

use super::{Labelling, Puzzle, PuzzleMetric};
use crate::encode::{self, Encoding};

/// The choice of counting the empty cells of each frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counting {
    Plain,
    Counted,
}

/// Every encoding of a puzzle, the default first. `holes` knows no other move than by one cell.
pub fn encodings(puzzle: &Puzzle, metric: PuzzleMetric, labelling: Labelling) -> Vec<Box<dyn Encoding>> {
    let mut table: Vec<Box<dyn Encoding>> = Vec::new();
    for counting in [Counting::Counted, Counting::Plain] {
        table.push(Box::new(shapes::ShapesEncoding { puzzle: puzzle.clone(), metric, labelling, counting }));
    }
    table.extend(encode::encodings());
    if metric == PuzzleMetric::Units {
        for counting in [Counting::Counted, Counting::Plain] {
            table.push(Box::new(holes::HolesEncoding { puzzle: puzzle.clone(), labelling, counting }));
        }
    }
    table
}
