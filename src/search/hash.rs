//! The hash of a packed state, as a place in the [table](super::table).

/// A state's hash value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hash(u64);

impl Hash {
    /// Multiplies and folds word by word (Wang Yi's wyhash).
    pub(super) fn of<const W: usize>(state: &[u64; W]) -> Self {
        let mut hash = 0x9e37_79b9_7f4a_7c15;
        for word in state {
            let (high, low) = multiply(hash ^ word, 0xa076_1d64_78bd_642f);
            hash = high ^ low;
        }
        Self(hash)
    }

    /// The segment of the table.
    pub(super) fn segment(self) -> usize {
        index(self.0 >> (u64::BITS - SEGMENT_BITS))
    }

    /// The bucket of a segment of so many.
    pub(super) fn home(self, n_buckets: usize) -> usize {
        let (high, _) = multiply(self.0 << SEGMENT_BITS, n_buckets as u64);
        index(high)
    }
}

/// So many bits of a hash name the segment.
pub(super) const SEGMENT_BITS: u32 = 6;

/// The 128-bit product: its high half, its low half.
fn multiply(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    ((product >> 64) as u64, product as u64)
}

/// A value below a table's length.
fn index(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}
