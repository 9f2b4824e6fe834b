//! Sets of the operators that are applicable in a state, as bits by their places there: rows of words, found by number.

use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::operator_set::bits;

/// Rows of bits, as many words each as the state at hand takes.
#[derive(Debug, Default)]
pub(super) struct MaskRows {
    words: Vec<u64>,
    /// The rows that are not empty, some of them more than once.
    touched: Vec<usize>,
    width: usize,
}

impl MaskRows {
    /// Empties all rows, and makes so many of so many words.
    pub(super) fn reset(
        &mut self,
        n_rows: usize,
        width: usize,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        for row in self.touched.drain(..) {
            self.words[row * self.width..][..self.width].fill(0);
        }
        self.width = width;
        let n_words = n_rows * width;
        if self.words.len() < n_words {
            budget.take((n_words - self.words.len()) * size_of::<u64>())?;
            self.words.resize(n_words, 0);
        }
        Ok(())
    }

    /// Adds a bit to a row.
    pub(super) fn add(&mut self, row: usize, bit: usize) {
        self.words[row * self.width + bit / 64] |= 1 << (bit % 64);
        self.touched.push(row);
    }

    /// A row.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    /// A row that is to be changed.
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        self.touched.push(row);
        &mut self.words[row * self.width..][..self.width]
    }
}

/// Adds one set to another.
pub(super) fn join(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// Takes an element out of a set.
pub(super) fn remove(set: &mut [u64], bit: usize) {
    set[bit / 64] &= !(1 << (bit % 64));
}

/// Is an element in a set?
pub(super) fn has(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

/// Have two sets an element in common?
pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The least element, taken out.
pub(super) fn take_first(set: &mut [u64]) -> Option<usize> {
    let (word, bits_left) = set.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
    let bit = bits(*bits_left).next()?;
    *bits_left &= *bits_left - 1;
    Some(word * 64 + bit)
}
