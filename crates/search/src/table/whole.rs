//! Slots that hold whole states, in buckets that are probed one after the other.
//!
//! A bucket is a cache line where states are small enough: at five eighths full nearly every state is in its home bucket. A
//! slot of zeros is free.

use super::super::width::{States, Width, is_zero};
use super::hash::{Hash, HashFunction};

#[derive(Debug, Clone)]
pub(super) struct WholeSlots<W> {
    words: Vec<u64>,
    width: W,
    /// Words left out before the first bucket, so that buckets are cache lines.
    first: usize,
    n_buckets: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LookUp {
    Known,
    /// Not there; it would be put into this place.
    Free(usize),
    /// Not there, and all places are taken where it would be looked up.
    NoneFree,
}

const CACHE_LINE: usize = 64;

/// Returns the number of slots of a bucket: as many as fit a cache line, at least one.
#[inline]
fn n_slots(width: impl Width) -> usize {
    match width.n_words() {
        1 => 8,
        2 => 4,
        3 | 4 => 2,
        _ => 1,
    }
}

impl<W: Width> WholeSlots<W> {
    pub(super) fn bucket_bytes(width: W) -> usize {
        n_slots(width) * width.n_bytes()
    }

    #[inline]
    fn bucket_len(&self) -> usize {
        n_slots(self.width) * self.width.n_words()
    }

    pub(super) fn new(width: W, n_buckets: usize) -> Self {
        let mut slots = Self { words: Vec::new(), width, first: 0, n_buckets };
        slots.words = vec![0; (n_buckets + 1) * slots.bucket_len()];
        slots.first = slots.first();
        slots
    }

    fn first(&self) -> usize {
        let is_line = Self::bucket_bytes(self.width) == CACHE_LINE;
        let first = self.words.as_ptr().align_offset(CACHE_LINE);
        if is_line && first < self.bucket_len() { first } else { 0 }
    }

    pub(super) fn bytes(width: W, n_buckets: usize) -> usize {
        (n_buckets + 1) * Self::bucket_bytes(width)
    }

    /// Returns the number of states for `n_buckets` buckets: at most five slots in eight are used.
    pub(super) fn capacity(width: W, n_buckets: usize) -> usize {
        let n_slots = n_buckets * n_slots(width);
        n_slots - (n_slots * 3).div_ceil(8)
    }

    #[inline]
    pub(super) fn home_bucket(&self, hash: Hash) -> &u64 {
        &self.words[self.first + hash.home(self.n_buckets) * self.bucket_len()]
    }

    #[inline]
    pub(super) fn look_up(&self, hash: Hash, state: &W::State) -> LookUp {
        let (width, n_words) = (self.width, self.bucket_len());
        let mut number = hash.home(self.n_buckets);
        loop {
            let first = self.first + number * n_words;
            let bucket = &self.words[first..][..n_words];
            // Sums, and so no branches: the slot of a state in its bucket cannot be predicted.
            if 0 < width.states(bucket).map(|slot| usize::from(W::are_same(slot, state))).sum::<usize>() {
                return LookUp::Known;
            }
            let n_used: usize = width.states(bucket).map(|slot| usize::from(!is_zero(slot))).sum();
            if n_used < n_slots(width) {
                return LookUp::Free(first + n_used * width.n_words());
            }
            number = if number + 1 == self.n_buckets { 0 } else { number + 1 };
        }
    }

    #[inline]
    pub(super) fn fill(&mut self, place: usize, state: &W::State) {
        let n_words = self.width.n_words();
        W::copy(state, W::state_mut(&mut self.words[place..][..n_words]));
    }

    /// Doubles the number of buckets, in place, so that no page of memory is touched needlessly.
    ///
    /// A state's home moves from bucket b to bucket 2b or 2b + 1. So the states are moved from the last bucket on downwards:
    /// these two are behind the states still to be moved. The first bucket, and the few states that are not in their home
    /// bucket, wait until all others are moved.
    pub(super) fn double(&mut self, hash: HashFunction) {
        let (width, n_words) = (self.width, self.bucket_len());
        let n_buckets = 2 * self.n_buckets;
        let before = self.first..self.first + self.n_buckets * n_words;
        self.words.reserve_exact(before.len() + n_words);
        self.words.resize((n_buckets + 1) * n_words, 0);
        // The allocation may have moved to an address with another offset from a cache line.
        self.first = self.first();
        if self.first != before.start {
            self.words.copy_within(before, self.first);
        }
        self.n_buckets = n_buckets;
        let mut waiting = States::new(width);
        for bucket in (1..n_buckets / 2).rev() {
            let (before, after) = self.words.split_at_mut(self.first + 2 * bucket * n_words);
            let (from, to) = (&before[self.first + bucket * n_words..], &mut after[..2 * n_words]);
            to.fill(0);
            let mut free = [0, n_words];
            for state in width.states(&from[..n_words]).take_while(|state| !is_zero(*state)) {
                let home = hash.of(state.as_ref()).home(n_buckets);
                match free.get_mut(home.wrapping_sub(2 * bucket)) {
                    Some(free) => {
                        W::copy(state, W::state_mut(&mut to[*free..][..width.n_words()]));
                        *free += width.n_words();
                    }
                    None => waiting.push(state),
                }
            }
        }
        let both = &mut self.words[self.first..][..2 * n_words];
        for state in width.states(&both[..n_words]).filter(|state| !is_zero(*state)) {
            waiting.push(state);
        }
        both.fill(0);
        for state in waiting.iter() {
            if let LookUp::Free(place) = self.look_up(hash.of(state.as_ref()), state) {
                self.fill(place, state);
            }
        }
    }

    pub(super) fn states(&self) -> impl Iterator<Item = &W::State> {
        let buckets = &self.words[self.first..][..self.n_buckets * self.bucket_len()];
        self.width.states(buckets).filter(|state| !is_zero(*state))
    }
}
