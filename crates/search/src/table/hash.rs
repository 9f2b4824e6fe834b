//! Hash values of packed states. For states of one word they determine the state.

use super::super::packing::index;

/// Hash function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashFunction {
    /// Number of bits in use, where states have one word.
    n_bits: u32,
}

/// Hash value of a state, as a place in a table: the higher bits count first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hash(u64);

pub(super) const SEGMENT_BITS: u32 = 6;
/// Number of segments.
pub const N_SEGMENTS: usize = 1 << SEGMENT_BITS;

const FACTORS: [u64; 2] = [0xa076_1d64_78bd_642f, 0x9e37_79b9_7f4a_7c15];

impl HashFunction {
    /// Builds a function for states that use `n_bits` bits, counted from the lowest one, if they have one word.
    pub const fn new(n_bits: u32) -> Self {
        Self { n_bits: if n_bits < 2 { 2 } else { n_bits } }
    }

    /// Returns a state's hash value. One word is permuted: values with the bits in use at the top are multiplied by odd
    /// numbers, and their upper halves are added to the lower ones. Several are multiplied and folded word by word (Wang Yi's
    /// wyhash).
    #[inline]
    pub fn of(self, state: &[u64]) -> Hash {
        if let [word] = state {
            let n_unused = u64::BITS - self.n_bits;
            let mut hash = word << n_unused;
            for factor in FACTORS {
                hash = hash.wrapping_mul(factor);
                hash ^= hash >> (self.n_bits / 2) >> n_unused << n_unused;
            }
            return Hash(hash);
        }
        let mut hash = FACTORS[1];
        for word in state {
            let (high, low) = multiply(hash ^ word, FACTORS[0]);
            hash = high ^ low;
        }
        Hash(hash)
    }

    /// Returns the number of bits of the values below those of the segment's number.
    #[inline]
    pub(super) fn bits_in_segment(self) -> u32 {
        self.n_bits.saturating_sub(SEGMENT_BITS)
    }
}

impl Hash {
    /// Returns the number of the table's segment, from the top bits.
    #[inline]
    pub fn segment(self) -> usize {
        index(self.0 >> (u64::BITS - SEGMENT_BITS))
    }

    /// Returns a place below `n_places`, from the bits below those of the segment: these, *scaled* (Lemire, *Fast random
    /// integer generation in an interval*, 2019).
    #[inline]
    pub fn home(self, n_places: usize) -> usize {
        let (high, _) = multiply(self.0 << SEGMENT_BITS, n_places as u64);
        index(high)
    }

    /// Returns `n_bits` bits below those of the segment and of a place of `n_place_bits` bits.
    #[inline]
    pub(super) fn remainder(self, n_place_bits: u32, n_bits: u32) -> u64 {
        // In two shifts, since there may be no bits.
        self.0 << SEGMENT_BITS << n_place_bits >> (u64::BITS - 1 - n_bits) >> 1
    }

    /// Builds a value within a segment, from a place of `n_place_bits` bits and a remainder of `n_bits` bits.
    #[inline]
    pub(super) fn of_parts(place: usize, n_place_bits: u32, remainder: u64, n_bits: u32) -> Self {
        let n_below = u64::BITS - SEGMENT_BITS - n_place_bits;
        let remainder = if n_bits == 0 { 0 } else { remainder << (n_below - n_bits) };
        Self((place as u64) << n_below | remainder)
    }
}

#[inline]
fn multiply(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    ((product >> 64) as u64, product as u64)
}
