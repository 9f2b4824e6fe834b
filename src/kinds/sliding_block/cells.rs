//! Sets of cells as bits: what a piece covers, and what has to be empty for a move.

use super::MAX_SIDE;
use crate::text::Cell;

const WORDS: usize = 4;
const SIDE: usize = 16;
const _: () = assert!(SIDE * SIDE == WORDS * 64 && MAX_SIDE == 16);

/// A set of cells of a board of at most 16×16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct CellSet([u64; WORDS]);

impl CellSet {
    /// Adds a cell. A cell that is on no board is left out.
    pub(super) fn insert(&mut self, cell: Cell) {
        if let Some((word, bit)) = place(cell) {
            self.0[word] |= bit;
        }
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        place(cell).is_some_and(|(word, bit)| self.0[word] & bit != 0)
    }

    pub(super) fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The cells of this set that are not in the other.
    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn intersects(self, other: Self) -> bool {
        self.zip(other, |a, b| a & b) != Self::default()
    }

    pub(super) fn is_subset_of(self, other: Self) -> bool {
        self.minus(other) == Self::default()
    }

    /// The number of cells.
    pub(super) fn len(self) -> usize {
        self.0.into_iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        Self(words)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The word and the bit in it that stand for a cell.
fn place(cell: Cell) -> Option<(usize, u64)> {
    let index = (cell.row < MAX_SIDE && cell.column < MAX_SIDE)
        .then(|| usize::from(cell.row) * SIDE + usize::from(cell.column))?;
    Some((index / 64, 1 << (index % 64)))
}
