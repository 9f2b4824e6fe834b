//! Successors in memory, which are sorted when they fill the buffer.
//!
//! Words are sorted by radix, the highest bits first, until few are left. These fit in a cache, where comparing them is as
//! fast.

use super::super::width::{States, Width};

/// Records in the order in which they were made, and space to sort them.
#[derive(Debug)]
pub struct Sorter<W> {
    records: States<W>,
    aside: Vec<u64>,
    most: usize,
    /// Number of bits in use in the first word, counted from the lowest one.
    n_bits: u32,
}

const FEW: usize = 1 << 10;
const DIGIT: u32 = 8;

impl<W: Width> Sorter<W> {
    /// Builds a sorter for at most `most` records, of which the first word has `n_bits` bits.
    pub fn new(width: W, most: usize, n_bits: u32) -> Self {
        Self { records: States::new(width), aside: Vec::new(), most: most.max(1), n_bits }
    }

    /// Checks whether there is no space for another record.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.records.words().len() == self.most * self.records.width().n_words()
    }

    /// Adds a record.
    #[inline]
    pub fn push(&mut self, record: &W::State) {
        if self.records.words().len() == self.records.capacity_bytes() / size_of::<u64>() {
            self.grow();
        }
        self.records.push(record);
    }

    fn grow(&mut self) {
        let len = self.records.len();
        let more = len.max(FEW).min(self.most - len);
        let n_words = more * self.records.width().n_words();
        self.records.words_mut().reserve_exact(n_words);
    }

    /// Takes all records, sorted, of equal states the first, and empties the buffer.
    pub fn sorted(&mut self, is_same: impl Fn(&[u64], &[u64]) -> bool) -> States<W> {
        let width = self.records.width();
        let words = self.records.words_mut();
        self.aside.reserve_exact(words.len());
        self.aside.resize(words.len(), 0);
        sort(width, words, &mut self.aside, self.n_bits);
        self.aside.clear();
        let n_words = width.n_words();
        let mut kept = 0_usize;
        for from in (0..words.len()).step_by(n_words) {
            let last = kept.checked_sub(n_words).map(|last| &words[last..kept]);
            if !last.is_some_and(|last| is_same(last, &words[from..from + n_words])) {
                words.copy_within(from..from + n_words, kept);
                kept += n_words;
            }
        }
        words.truncate(kept);
        std::mem::replace(&mut self.records, States::new(width))
    }

    /// Takes memory back for reuse.
    pub fn reuse(&mut self, mut memory: States<W>) {
        memory.clear();
        if self.records.capacity_bytes() < memory.capacity_bytes() && self.records.is_empty() {
            self.records = memory;
        }
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.records.capacity_bytes() + self.aside.capacity() * size_of::<u64>()
    }
}

/// Sorts records that agree in the first word except for the low `n_bits` bits.
fn sort<W: Width>(width: W, words: &mut [u64], aside: &mut [u64], n_bits: u32) {
    let n_words = width.n_words();
    let len = words.len() / n_words;
    if len <= FEW || n_bits == 0 {
        return width.sort(words, aside);
    }
    let shift = n_bits.saturating_sub(DIGIT);
    let digit = |word: u64| (word >> shift & !(u64::MAX << DIGIT)) as usize;
    let mut places = [0; 1 << DIGIT];
    width.states(words).for_each(|record| places[digit(record.as_ref()[0])] += 1);
    let counts = places;
    if counts.contains(&len) {
        return sort(width, words, aside, shift);
    }
    let mut place = 0;
    for count in &mut places {
        (*count, place) = (place, place + *count);
    }
    for record in width.states(words) {
        let place = &mut places[digit(record.as_ref()[0])];
        W::copy(record, W::state_mut(&mut aside[*place * n_words..][..n_words]));
        *place += 1;
    }
    words.copy_from_slice(aside);
    let (mut words, mut aside) = (words, aside);
    for count in counts {
        let (here, rest) = words.split_at_mut(count * n_words);
        let (here_aside, rest_aside) = aside.split_at_mut(count * n_words);
        sort(width, here, here_aside, shift);
        (words, aside) = (rest, rest_aside);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::width::{AnyWidth, Fixed};
    use super::*;

    #[test]
    fn as_by_comparison() {
        sorts_as_by_comparison(Fixed::<2>);
        sorts_as_by_comparison(AnyWidth(2));
    }

    fn sorts_as_by_comparison(width: impl Width) {
        let mut random = fastrand::Rng::with_seed(3);
        for n_bits in [1, 5, 8, 9, 23, 64] {
            let mut sorter = Sorter::new(width, 30_000, n_bits);
            let mut expected = Vec::new();
            while !sorter.is_full() {
                let record = [random.u64(..) >> (64 - n_bits), random.u64(..4)];
                sorter.records.words_mut().extend_from_slice(&record);
                expected.push(record);
            }
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(sorter.sorted(|a, b| a == b).words(), expected.as_flattened());
        }
    }

    #[test]
    fn room_doubles_up_to_the_greatest_number() {
        let mut sorter = Sorter::new(Fixed::<2>, 3 * FEW, 64);
        let mut sizes = Vec::new();
        while !sorter.is_full() {
            sorter.push(&[0; 2]);
            sizes.push(sorter.bytes() / size_of::<[u64; 2]>());
        }
        sizes.dedup();
        assert_eq!(sizes, [FEW, 2 * FEW, 3 * FEW]);
    }
}
