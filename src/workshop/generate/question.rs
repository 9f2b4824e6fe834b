//! The puzzles that are wanted, and one that was found.

use crate::ordered::Set;
use std::num::NonZeroUsize;

use super::filter::{FigureFilter, FigureRange};
use super::hardened::Wanted;
use crate::ask::Subject;
use crate::workshop::rate::Rating;

/// The puzzles that are wanted.
#[derive(Debug, Clone)]
pub struct InventQuestion {
    /// The figures that are wanted.
    pub filters: Vec<FigureFilter>,
    /// The number of puzzles.
    pub count: usize,
    /// The seed of all that is left to chance.
    pub seed: u64,
    /// The number of threads.
    pub jobs: NonZeroUsize,
    /// At most so many walls are put on a board.
    pub walls: usize,
    /// Do the pieces stay as they are, and are only put elsewhere? Then scenery stays, too.
    pub keeps_pieces: bool,
    /// The number of boards that an attempt looks at.
    pub steps: usize,
    /// It ends after so many attempts in a row without a new puzzle.
    pub patience: u64,
    /// The number of the first attempt.
    pub first: u64,
    /// The keys of puzzles that are known, and so are not new.
    pub known: Set<String>,
    /// The memory for the positions of a board, in bytes; boards with more are left aside.
    pub memory: usize,
}

impl Default for InventQuestion {
    fn default() -> Self {
        Self {
            filters: Vec::new(),
            count: 1,
            seed: 0,
            jobs: NonZeroUsize::MIN,
            walls: 0,
            keeps_pieces: false,
            steps: 600,
            patience: 100,
            first: 0,
            known: Set::new(),
            memory: 10_000_000,
        }
    }
}

/// A new puzzle.
pub struct NewPuzzle {
    /// The text by which equal puzzles are known: it is the same for those that differ by names or mirrors only.
    pub key: String,
    /// Its text, as a file of its kind.
    pub text: String,
    /// The puzzle that was read from it.
    pub subject: Subject,
    /// Its figures.
    pub rating: Rating,
}

impl InventQuestion {
    /// The filter of a figure, if there is one.
    fn range(&self, name: &str) -> FigureRange {
        let filter = self.filters.iter().find(|filter| filter.figure.name == name);
        filter.map(|filter| filter.range).unwrap_or_default()
    }

    pub(super) fn wanted(&self) -> Wanted {
        Wanted {
            farthest: self.range("length").to.map_or(usize::MAX, whole),
            unique: self.range("plans").to.is_some_and(|most| most < 2.0),
            memory: self.memory,
        }
    }

    /// The least length that is wanted, if one is.
    pub(super) fn least(&self) -> Option<usize> {
        self.range("length").from.map(|from| whole(from.ceil()))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and ranges begin at 0"
)]
fn whole(number: f64) -> usize {
    number as usize
}
