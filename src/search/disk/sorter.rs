//! Successors in memory, which are sorted when there are as many as fit.
//!
//! Words are sorted by radix, the highest bits first, until few are left; these fit in a cache, where comparing them is as fast.

/// Records in the order in which they were made, and room to sort them.
#[derive(Debug)]
pub struct Sorter<const W: usize> {
    records: Vec<[u64; W]>,
    aside: Vec<[u64; W]>,
    most: usize,
    /// The number of bits in use in the first word, counted from the lowest one.
    n_bits: u32,
}

/// So few are sorted by comparing them.
const FEW: usize = 1 << 10;
/// The number of bits that are looked at together.
const DIGIT: u32 = 8;

impl<const W: usize> Sorter<W> {
    /// Room for so many records, of which the first word has so many bits.
    pub fn new(most: usize, n_bits: u32) -> Self {
        Self { records: Vec::new(), aside: Vec::new(), most: most.max(1), n_bits }
    }

    /// True if there is no room for another record.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.records.len() == self.most
    }

    /// Adds a record.
    #[inline]
    pub fn push(&mut self, record: [u64; W]) {
        if self.records.len() == self.records.capacity() {
            self.grow();
        }
        self.records.push(record);
    }

    /// Doubles the room, up to the greatest number of records.
    fn grow(&mut self) {
        let len = self.records.len();
        self.records.reserve_exact(len.max(FEW).min(self.most - len));
    }

    /// Takes all records, sorted, of equal states the first, and leaves room that is free.
    pub fn sorted(&mut self, is_same: impl Fn(&[u64; W], &[u64; W]) -> bool) -> Vec<[u64; W]> {
        self.aside.reserve_exact(self.records.len());
        self.aside.resize(self.records.len(), [0; W]);
        sort(&mut self.records, &mut self.aside, self.n_bits);
        self.aside.clear();
        self.records.dedup_by(|later, first| is_same(later, first));
        std::mem::take(&mut self.records)
    }

    /// Takes memory back that is to be used again.
    pub fn reuse(&mut self, mut memory: Vec<[u64; W]>) {
        memory.clear();
        if self.records.capacity() < memory.capacity() && self.records.is_empty() {
            self.records = memory;
        }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        (self.records.capacity() + self.aside.capacity()) * size_of::<[u64; W]>()
    }
}

/// Sorts records that agree in the first word but for so many bits.
fn sort<const W: usize>(records: &mut [[u64; W]], aside: &mut [[u64; W]], n_bits: u32) {
    if records.len() <= FEW || n_bits == 0 {
        records.sort_unstable();
        return;
    }
    let shift = n_bits.saturating_sub(DIGIT);
    let digit = |record: &[u64; W]| (record[0] >> shift & !(u64::MAX << DIGIT)) as usize;
    let mut places = [0; 1 << DIGIT];
    records.iter().for_each(|record| places[digit(record)] += 1);
    let counts = places;
    if counts.contains(&records.len()) {
        return sort(records, aside, shift);
    }
    let mut place = 0;
    for count in &mut places {
        (*count, place) = (place, place + *count);
    }
    for record in &*records {
        let place = &mut places[digit(record)];
        aside[*place] = *record;
        *place += 1;
    }
    records.copy_from_slice(aside);
    let (mut records, mut aside) = (records, aside);
    for count in counts {
        let (here, rest) = records.split_at_mut(count);
        let (here_aside, rest_aside) = aside.split_at_mut(count);
        sort(here, here_aside, shift);
        (records, aside) = (rest, rest_aside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_by_comparison() {
        let mut random = fastrand::Rng::with_seed(3);
        for n_bits in [1, 5, 8, 9, 23, 64] {
            let mut sorter = Sorter::<2>::new(30_000, n_bits);
            let mut expected = Vec::new();
            while !sorter.is_full() {
                let record = [random.u64(..) >> (64 - n_bits), random.u64(..4)];
                sorter.push(record);
                expected.push(record);
            }
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(sorter.sorted(|a, b| a == b), expected);
        }
    }

    #[test]
    fn room_doubles_up_to_the_greatest_number() {
        let mut sorter = Sorter::<2>::new(3 * FEW, 64);
        let mut sizes = Vec::new();
        while !sorter.is_full() {
            sorter.push([0; 2]);
            sizes.push(sorter.bytes() / size_of::<[u64; 2]>());
        }
        sizes.dedup();
        assert_eq!(sizes, [FEW, 2 * FEW, 3 * FEW]);
    }
}
