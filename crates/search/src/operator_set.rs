//! Sets of compiled operators, read in blocks of neighbours.

#[derive(Debug, Clone)]
pub(super) struct OperatorSet {
    /// Longer than needed, so that a whole word can be read from any operator's byte on.
    bytes: Box<[u8]>,
}

impl OperatorSet {
    pub(super) const BLOCK: usize = 32;

    pub(super) fn none_of(n_operators: usize) -> Self {
        Self { bytes: vec![0; n_operators / 8 + 8].into() }
    }

    #[inline]
    pub(super) fn add(&mut self, operator: usize) {
        self.bytes[operator / 8] |= 1 << (operator % 8);
    }

    #[inline]
    pub(super) fn remove(&mut self, operator: usize) {
        self.bytes[operator / 8] &= !(1 << (operator % 8));
    }

    /// Adds all operators.
    pub(super) fn fill(&mut self) {
        self.bytes.fill(u8::MAX);
    }

    #[inline]
    pub(super) fn contains(&self, operator: usize) -> bool {
        (self.bytes[operator / 8] >> (operator % 8)) & 1 == 1
    }

    /// Returns the block from the operator `first` on, with this operator at bit 0; bits above the block are undefined.
    #[inline]
    pub(super) fn block(&self, first: usize) -> u64 {
        let word = self.bytes.get(first / 8..first / 8 + 8).and_then(|bytes| bytes.try_into().ok());
        u64::from_le_bytes(word.unwrap_or_default()) >> (first % 8)
    }
}

/// Returns the numbers of the bits that are set, from the lowest.
#[inline]
pub(super) fn bits(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        left &= left.checked_sub(1)?;
        usize::try_from(bit).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_from_anywhere() {
        let mut set = OperatorSet::none_of(100);
        let members = [0, 7, 31, 32, 63, 64, 70, 99];
        members.iter().for_each(|operator| set.add(*operator));
        for first in 0..100 {
            let last = (first + OperatorSet::BLOCK).min(100);
            let block = set.block(first) & ((1 << (last - first)) - 1);
            let read: Vec<usize> = bits(block).map(|bit| first + bit).collect();
            assert_eq!(read, (first..last).filter(|operator| members.contains(operator)).collect::<Vec<_>>());
            assert_eq!(set.contains(first), members.contains(&first));
        }
    }
}
