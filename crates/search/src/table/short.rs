//! Slots of six bytes for states of one word, which hold only the part of a hash value that their place does not determine.
//!
//! Hash values of one word [determine the state](super::hash), and the home bucket is a part of them, so the remainder is
//! enough (quotients: Knuth, *The Art of Computer Programming*, volume 3, exercise 6.4-13; Cleary, *Compact hash tables using
//! bidirectional linear probing*, 1984). A slot holds that remainder and the number of the probe that met a bucket with a free
//! slot. The probed buckets are 0, 1, 3, 6, … after the home bucket, so that full ones do not cluster.

use super::super::packing::index;
use super::hash::{Hash, HashFunction};
use super::whole::LookUp;

#[derive(Debug, Clone)]
pub(super) struct ShortSlots {
    buckets: Vec<Bucket>,
    n_place_bits: u32,
    n_remainder_bits: u32,
}

#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    low: [u32; SLOTS],
    high: [u16; SLOTS],
    n_used: u32,
}

const SLOTS: usize = 10;
/// Bits of an entry for the number of the probe.
const ATTEMPT_BITS: u32 = 4;
const ATTEMPTS: u64 = (1 << ATTEMPT_BITS) - 1;
const ENTRY_BITS: u32 = u32::BITS + u16::BITS;

impl Bucket {
    const FREE: Self = Self { low: [0; SLOTS], high: [0; SLOTS], n_used: 0 };

    /// Checks whether one of the slots has this entry. All are compared: its slot cannot be predicted.
    #[inline]
    fn has(&self, entry: u64) -> bool {
        let (low, high) = parts(entry);
        let mut any = 0;
        for (slot, here) in self.low.iter().enumerate() {
            any |= u32::from(*here == low) & u32::from(self.high[slot] == high);
        }
        0 < any
    }

    #[inline]
    fn push(&mut self, entry: u64) {
        let slot = index(u64::from(self.n_used));
        (self.low[slot], self.high[slot]) = parts(entry);
        self.n_used += 1;
    }

    fn entries(&self) -> impl Iterator<Item = u64> {
        let slots = self.low.iter().zip(&self.high).take(index(u64::from(self.n_used)));
        slots.map(|(low, high)| u64::from(*high) << u32::BITS | u64::from(*low))
    }
}

impl ShortSlots {
    pub(super) const BUCKET_BYTES: usize = size_of::<Bucket>();

    /// Checks whether entries are large enough for hash values in `n_buckets` buckets, a power of two.
    pub(super) fn are_possible(hash: HashFunction, n_buckets: usize) -> bool {
        let n_remainder_bits = hash.bits_in_segment().checked_sub(n_buckets.ilog2());
        n_remainder_bits.is_some_and(|n_bits| n_bits + ATTEMPT_BITS <= ENTRY_BITS)
    }

    /// Builds free slots in `n_buckets` buckets, for which they are possible.
    pub(super) fn new(hash: HashFunction, n_buckets: usize) -> Self {
        let n_place_bits = n_buckets.ilog2();
        let n_remainder_bits = hash.bits_in_segment().saturating_sub(n_place_bits);
        Self { buckets: vec![Bucket::FREE; n_buckets], n_place_bits, n_remainder_bits }
    }

    /// Returns the number of states for `n_buckets` buckets: at most three slots in four are used.
    pub(super) fn capacity(n_buckets: usize) -> usize {
        n_buckets * SLOTS * 3 / 4
    }

    #[inline]
    pub(super) fn home_bucket(&self, hash: Hash) -> &u32 {
        &self.buckets[self.home(hash)].n_used
    }

    #[inline(always)]
    pub(super) fn look_up(&self, hash: Hash) -> LookUp {
        let (home, remainder) = (self.home(hash), self.remainder(hash) << ATTEMPT_BITS);
        self.look_into(home, remainder, 1).unwrap_or_else(|| self.look_further(home, remainder))
    }

    /// Returns the result if it is known after a probe.
    #[inline(always)]
    fn look_into(&self, number: usize, remainder: u64, attempt: u64) -> Option<LookUp> {
        let bucket = &self.buckets[number];
        if bucket.has(remainder | attempt) {
            return Some(LookUp::Known);
        }
        let has_room = index(u64::from(bucket.n_used)) < SLOTS;
        has_room.then_some(LookUp::Free(number << ATTEMPT_BITS | index(attempt)))
    }

    #[inline(never)]
    fn look_further(&self, home: usize, remainder: u64) -> LookUp {
        let mut number = home;
        let others = (2..=ATTEMPTS).find_map(|attempt| {
            number = (number + index(attempt) - 1) & (self.buckets.len() - 1);
            self.look_into(number, remainder, attempt)
        });
        others.unwrap_or(LookUp::NoneFree)
    }

    /// Puts a state into the place where it was looked up.
    #[inline]
    pub(super) fn fill(&mut self, place: usize, hash: Hash) {
        let entry = self.remainder(hash) << ATTEMPT_BITS | (place as u64 & ATTEMPTS);
        self.buckets[place >> ATTEMPT_BITS].push(entry);
    }

    /// Doubles the number of buckets, in place, so that no page of memory is touched needlessly. `waiting` has states without a
    /// place before, and after.
    ///
    /// A bucket b becomes the home buckets 2b and 2b + 1. So states are moved from the last bucket on downwards: these two are
    /// behind the states still to be moved. The few states that are not in their home bucket wait until all others are moved.
    pub(super) fn double(&mut self, waiting: &mut Vec<Hash>) {
        let n_buckets = self.buckets.len();
        let n_bits = self.n_remainder_bits.saturating_sub(1);
        self.buckets.reserve_exact(n_buckets);
        self.buckets.resize(2 * n_buckets, Bucket::FREE);
        for number in (0..n_buckets).rev() {
            let bucket = std::mem::replace(&mut self.buckets[number], Bucket::FREE);
            for entry in bucket.entries() {
                let (remainder, attempt) = (entry >> ATTEMPT_BITS, index(entry & ATTEMPTS));
                if attempt == 1 {
                    let home = 2 * number + index(remainder >> n_bits);
                    let rest = remainder & !(u64::MAX << n_bits);
                    self.buckets[home].push(rest << ATTEMPT_BITS | 1);
                } else {
                    let home = number.wrapping_sub(attempt * (attempt - 1) / 2) & (n_buckets - 1);
                    waiting.push(Hash::of_parts(home, self.n_place_bits, remainder, self.n_remainder_bits));
                }
            }
        }
        (self.n_place_bits, self.n_remainder_bits) = (self.n_place_bits + 1, n_bits);
        self.add_all(waiting);
    }

    /// Adds states that are not there, except those for which there is no place.
    pub(super) fn add_all(&mut self, waiting: &mut Vec<Hash>) {
        waiting.retain(|hash| match self.look_up(*hash) {
            LookUp::Free(place) => {
                self.fill(place, *hash);
                false
            }
            LookUp::Known | LookUp::NoneFree => true,
        });
    }

    #[inline]
    fn home(&self, hash: Hash) -> usize {
        hash.home(self.buckets.len())
    }

    #[inline]
    fn remainder(&self, hash: Hash) -> u64 {
        hash.remainder(self.n_place_bits, self.n_remainder_bits)
    }
}

/// Returns the lower and the upper part of an entry.
#[inline]
fn parts(entry: u64) -> (u32, u16) {
    (entry as u32, (entry >> u32::BITS) as u16)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn full_slots_double_until_every_state_has_a_place() {
        // Fewer bits than an entry could hold, so that in the end a bucket determines a state.
        let function = HashFunction::new(16);
        let mut slots = ShortSlots::new(function, 2);
        let (mut oracle, mut n_doubled) = (HashSet::new(), 0);
        for state in (1..1_u64 << 16).filter(|state| function.of(&[*state]).segment() == 5) {
            let hash = function.of(&[state]);
            while slots.look_up(hash) == LookUp::NoneFree {
                let mut waiting = Vec::new();
                slots.double(&mut waiting);
                assert_eq!(waiting, []);
                n_doubled += 1;
            }
            let LookUp::Free(place) = slots.look_up(hash) else { panic!("{state} was made up") };
            slots.fill(place, hash);
            oracle.insert(state);
            assert!(oracle.iter().all(|state| slots.look_up(function.of(&[*state])) == LookUp::Known));
        }
        assert!(2 < n_doubled && oracle.len() == 1 << 10);
    }
}
