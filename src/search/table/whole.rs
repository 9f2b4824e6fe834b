//! Slots that hold whole states, in buckets that are probed one after the other.
//!
//! A bucket is a cache line where states are small enough: at five eighths full nearly every state is in its home bucket.
//! A slot of zeros is free.

use super::hash::{Hash, HashFunction};

/// Slots for states.
#[derive(Debug, Clone)]
pub(super) struct WholeSlots<const W: usize> {
    slots: Vec<[u64; W]>,
    /// Slots left out before the first bucket, so that buckets are cache lines.
    first: usize,
    n_buckets: usize,
}

/// The result of looking for a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LookUp {
    /// It is there.
    Known,
    /// It is not there, and would be put into this place.
    Free(usize),
    /// It is not there, and all places are taken where it would be looked for.
    NoneFree,
}

const CACHE_LINE: usize = 64;

impl<const W: usize> WholeSlots<W> {
    /// As many slots as fit a cache line, at least one.
    const BUCKET: usize =
        if CACHE_LINE < size_of::<[u64; W]>() { 1 } else { CACHE_LINE / size_of::<[u64; W]>() };

    /// The size of a bucket in bytes.
    pub(super) const BUCKET_BYTES: usize = Self::BUCKET * size_of::<[u64; W]>();

    /// Free slots.
    pub(super) fn new(n_buckets: usize) -> Self {
        let slots = vec![[0; W]; (n_buckets + 1) * Self::BUCKET];
        Self { first: Self::first(&slots), slots, n_buckets }
    }

    /// The number of slots before the first cache line.
    fn first(slots: &[[u64; W]]) -> usize {
        Some(slots.as_ptr().align_offset(CACHE_LINE)).filter(|first| *first < Self::BUCKET).unwrap_or(0)
    }

    /// The size of so many buckets.
    pub(super) fn bytes(n_buckets: usize) -> usize {
        (n_buckets + 1) * Self::BUCKET_BYTES
    }

    /// The number of states that so many buckets are for: at most five slots in eight are used.
    pub(super) fn capacity(n_buckets: usize) -> usize {
        n_buckets * Self::BUCKET - (n_buckets * Self::BUCKET * 3).div_ceil(8)
    }

    /// A part of a state's home bucket.
    #[inline]
    pub(super) fn home_bucket(&self, hash: Hash) -> &u64 {
        &self.slots[self.first + hash.home(self.n_buckets) * Self::BUCKET][0]
    }

    /// Looks a state up.
    #[inline]
    pub(super) fn look_up(&self, hash: Hash, state: &[u64; W]) -> LookUp {
        let mut number = hash.home(self.n_buckets);
        loop {
            let first = self.first + number * Self::BUCKET;
            let bucket = &self.slots[first..][..Self::BUCKET];
            // Sums, and so no branches: where a state is in its bucket cannot be predicted.
            if 0 < bucket.iter().map(|slot| usize::from(slot == state)).sum::<usize>() {
                return LookUp::Known;
            }
            let used: usize = bucket.iter().map(|slot| usize::from(*slot != [0; W])).sum();
            if used < Self::BUCKET {
                return LookUp::Free(first + used);
            }
            number = if number + 1 == self.n_buckets { 0 } else { number + 1 };
        }
    }

    /// Puts a state where it was looked for.
    #[inline]
    pub(super) fn fill(&mut self, slot: usize, state: &[u64; W]) {
        self.slots[slot] = *state;
    }

    /// Doubles the number of buckets, in place, so that no page of memory is touched in vain.
    ///
    /// A state's home moves from bucket b to bucket 2b or 2b + 1. So the states are moved from the last bucket on
    /// downwards: these two lie behind the states still to be moved. The first bucket, and the few states that are not in their home
    /// bucket, wait until all others are moved.
    pub(super) fn double(&mut self, hash: HashFunction) {
        let n_buckets = 2 * self.n_buckets;
        let before = self.first..self.first + self.n_buckets * Self::BUCKET;
        self.slots.reserve_exact(before.len() + Self::BUCKET);
        self.slots.resize((n_buckets + 1) * Self::BUCKET, [0; W]);
        // The allocation may have moved to an address with another offset from a cache line.
        self.first = Self::first(&self.slots);
        if self.first != before.start {
            self.slots.copy_within(before, self.first);
        }
        self.n_buckets = n_buckets;
        let mut waiting: Vec<[u64; W]> = Vec::new();
        for bucket in (1..n_buckets / 2).rev() {
            let (before, after) = self.slots.split_at_mut(self.first + 2 * bucket * Self::BUCKET);
            let (from, to) = (&before[self.first + bucket * Self::BUCKET..], &mut after[..2 * Self::BUCKET]);
            to.fill([0; W]);
            let mut free = [0, Self::BUCKET];
            for state in from[..Self::BUCKET].iter().take_while(|state| **state != [0; W]) {
                let home = hash.of(state).home(n_buckets);
                match free.get_mut(home.wrapping_sub(2 * bucket)) {
                    Some(free) => {
                        to[*free] = *state;
                        *free += 1;
                    }
                    None => waiting.push(*state),
                }
            }
        }
        let both = &mut self.slots[self.first..][..2 * Self::BUCKET];
        waiting.extend(both[..Self::BUCKET].iter().filter(|state| **state != [0; W]));
        both.fill([0; W]);
        for state in waiting {
            if let LookUp::Free(place) = self.look_up(hash.of(&state), &state) {
                self.fill(place, &state);
            }
        }
    }

    /// All states, in the order of their slots.
    pub(super) fn states(&self) -> impl Iterator<Item = &[u64; W]> {
        let buckets = &self.slots[self.first..][..self.n_buckets * Self::BUCKET];
        buckets.iter().filter(|state| **state != [0; W])
    }
}
