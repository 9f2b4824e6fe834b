//! Rows of bits of equal length: a Boolean matrix, or an array of sets.

use crate::relaxation::index;

#[derive(Debug, Clone)]
pub(super) struct BitRows {
    n_words: usize,
    words: Vec<u64>,
}

impl BitRows {
    pub(super) fn empty(n_rows: usize, n_bits: usize) -> Self {
        let n_words = words_for(n_bits);
        Self { n_words, words: vec![0; n_rows * n_words] }
    }

    #[inline]
    pub(super) fn n_rows(&self) -> usize {
        self.words.len().checked_div(self.n_words).unwrap_or(0)
    }

    #[inline]
    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.words[index(row) * self.n_words..][..self.n_words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: u32) -> &mut [u64] {
        &mut self.words[index(row) * self.n_words..][..self.n_words]
    }

    #[inline]
    pub(super) fn add(&mut self, row: u32, bit: u32) {
        add(self.row_mut(row), bit);
    }

    #[inline]
    pub(super) fn has(&self, row: u32, bit: u32) -> bool {
        has(self.row(row), bit)
    }
}

#[inline]
pub(super) fn words_for(n_bits: usize) -> usize {
    n_bits.div_ceil(64)
}

#[inline]
pub(super) fn add(set: &mut [u64], bit: u32) {
    set[index(bit / 64)] |= 1 << (bit % 64);
}

#[inline]
pub(super) fn has(set: &[u64], bit: u32) -> bool {
    set[index(bit / 64)] >> (bit % 64) & 1 == 1
}

#[inline]
pub(super) fn bits(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(set).flat_map(|(word, bits)| {
        let mut left = *bits;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.checked_sub(1)?;
            Some(64 * word + bit)
        })
    })
}
