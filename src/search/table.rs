//! The set of states seen: open addressing, in segments that grow one by one.
//!
//! The hash's top bits name the segment; the rest, *scaled* to the segment's length (Lemire, *Fast random
//! integer generation in an interval*, 2019), gives the bucket where linear probing starts. While one segment
//! grows the others stay, so the peak is hardly above the steady state.
//!
//! Slots are probed bucket by bucket, a bucket being a cache line where states are small enough: at five
//! eighths full nearly every state is in its home bucket. A state of one word takes 13 to 26 bytes here.
//!
//! An all-zero slot is free. The all-zero state is the initial one ([packing](super::packing)); it is known
//! from the start and never stored.

use std::hint::black_box;

use super::memory::{Budget, OutOfMemory};

/// A set of packed states.
#[derive(Debug, Clone)]
pub(super) struct StateTable<const W: usize> {
    segments: Vec<Segment<W>>,
}

#[derive(Debug, Clone)]
struct Segment<const W: usize> {
    slots: Vec<[u64; W]>,
    /// How many slots before the first bucket are left out, so that buckets are cache lines.
    first: usize,
    n_buckets: usize,
    /// How many more states fit before it must grow.
    room: usize,
}

/// A state's hash value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Hash(u64);

impl Hash {
    /// Multiplies and folds word by word (Wang Yi's wyhash).
    fn of<const W: usize>(state: &[u64; W]) -> Self {
        let mut hash = 0x9e37_79b9_7f4a_7c15;
        for word in state {
            let (high, low) = multiply(hash ^ word, 0xa076_1d64_78bd_642f);
            hash = high ^ low;
        }
        Self(hash)
    }

    fn segment(self) -> usize {
        index(self.0 >> (u64::BITS - SEGMENT_BITS))
    }

    fn home(self, n_buckets: usize) -> usize {
        let (high, _) = multiply(self.0 << SEGMENT_BITS, n_buckets as u64);
        index(high)
    }
}

const SEGMENT_BITS: u32 = 6;
const FIRST_BUCKETS: usize = 2;
/// So many states are looked for together.
const ROUND: usize = 256;
const CACHE_LINE: usize = 64;

impl<const W: usize> StateTable<W> {
    /// A table that knows the all-zero state.
    pub(super) fn new(budget: &mut Budget) -> Result<Self, OutOfMemory> {
        let segments = (0..1 << SEGMENT_BITS).map(|_| Segment::new(FIRST_BUCKETS, budget));
        Ok(Self { segments: segments.collect::<Result<_, _>>()? })
    }

    /// Forgets all states but the all-zero one, and frees what held them.
    pub(super) fn clear(&mut self, budget: &mut Budget) -> Result<(), OutOfMemory> {
        for segment in &mut self.segments {
            budget.give_back(Segment::<W>::bytes(segment.n_buckets));
            *segment = Segment::new(FIRST_BUCKETS, budget)?;
        }
        Ok(())
    }

    /// Adds the keys of states in turn: `news` learns the numbers of those that are new.
    ///
    /// In rounds of two passes. The first only reads where the states are to be found: nothing depends on what is
    /// read, so the cache misses overlap; and since it is told beforehand where to read, the loop that waits for
    /// memory is so short that the processor has many of its rounds under way. The second pass then finds what
    /// it needs in the cache.
    pub(super) fn insert_all<E: From<OutOfMemory>>(
        &mut self,
        states: &[[u64; W]],
        key: impl Fn(&[u64; W]) -> [u64; W],
        budget: &mut Budget,
        mut news: impl FnMut(usize, &mut Budget) -> Result<(), E>,
    ) -> Result<(), E> {
        for (first, round) in (0..).step_by(ROUND).zip(states.chunks(ROUND)) {
            let mut hashes = [Hash::default(); ROUND];
            hashes.iter_mut().zip(round).for_each(|(hash, state)| *hash = Hash::of(&key(state)));
            self.touch(&hashes[..round.len()]);
            for ((number, state), hash) in (first..).zip(round).zip(hashes) {
                if self.insert(&key(state), hash, budget)? {
                    news(number, budget)?;
                }
            }
        }
        Ok(())
    }

    fn touch(&self, hashes: &[Hash]) {
        let nothing = [0; W];
        let mut homes = [&nothing; ROUND];
        for (home, hash) in homes.iter_mut().zip(hashes) {
            let segment = &self.segments[hash.segment()];
            *home = &segment.slots[segment.first + hash.home(segment.n_buckets) * Segment::<W>::BUCKET];
        }
        black_box(homes.iter().fold(0, |read, home| read ^ home[0]));
    }

    /// Adds a state; whether it is new.
    fn insert(&mut self, state: &[u64; W], hash: Hash, budget: &mut Budget) -> Result<bool, OutOfMemory> {
        let segment = &mut self.segments[hash.segment()];
        let Some(mut slot) = segment.free_slot(hash, state) else { return Ok(false) };
        if *state == [0; W] {
            return Ok(false);
        }
        if segment.room == 0 {
            segment.grow(budget)?;
            let Some(free) = segment.free_slot(hash, state) else { return Ok(false) };
            slot = free;
        }
        segment.slots[slot] = *state;
        segment.room -= 1;
        Ok(true)
    }
}

impl<const W: usize> Segment<W> {
    /// As many slots as fit a cache line, at least one.
    const BUCKET: usize =
        if CACHE_LINE < size_of::<[u64; W]>() { 1 } else { CACHE_LINE / size_of::<[u64; W]>() };

    fn new(n_buckets: usize, budget: &mut Budget) -> Result<Self, OutOfMemory> {
        budget.take(Self::bytes(n_buckets))?;
        let slots = vec![[0; W]; (n_buckets + 1) * Self::BUCKET];
        Ok(Self { first: Self::first(&slots), slots, n_buckets, room: Self::room(n_buckets) })
    }

    /// How many slots there are before the first cache line.
    fn first(slots: &[[u64; W]]) -> usize {
        Some(slots.as_ptr().align_offset(CACHE_LINE)).filter(|first| *first < Self::BUCKET).unwrap_or(0)
    }

    /// How many states fit so many buckets: at most five slots in eight are used.
    fn room(n_buckets: usize) -> usize {
        n_buckets * Self::BUCKET - (n_buckets * Self::BUCKET * 3).div_ceil(8)
    }

    fn bytes(n_buckets: usize) -> usize {
        (n_buckets + 1) * Self::BUCKET * size_of::<[u64; W]>()
    }

    fn bucket(&self, bucket: usize) -> &[[u64; W]] {
        &self.slots[self.first + bucket * Self::BUCKET..][..Self::BUCKET]
    }

    /// The slot where a state that is not there would be put; `None` if it is there.
    fn free_slot(&self, hash: Hash, state: &[u64; W]) -> Option<usize> {
        let mut number = hash.home(self.n_buckets);
        loop {
            let bucket = self.bucket(number);
            // Sums, and so no branches: where a state is in its bucket cannot be predicted.
            let (equal, used) = bucket.iter().fold((0_usize, 0_usize), |(equal, used), slot| {
                (equal + usize::from(slot == state), used + usize::from(*slot != [0; W]))
            });
            if 0 < equal {
                return None;
            }
            if used < Self::BUCKET {
                return Some(self.first + number * Self::BUCKET + used);
            }
            number = if number + 1 == self.n_buckets { 0 } else { number + 1 };
        }
    }

    /// Doubles it where it is.
    ///
    /// A state's home moves from bucket b to bucket 2b or 2b + 1. So the states are moved from the last bucket on
    /// downwards: where they go, everything is at its new place already. The few for which that is not so,
    /// since they overflowed from a bucket far below or around the end, wait until all others are moved.
    fn grow(&mut self, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let n_buckets = 2 * self.n_buckets;
        budget.take(Self::bytes(n_buckets) - Self::bytes(self.n_buckets))?;
        let before = self.first..self.first + self.n_buckets * Self::BUCKET;
        self.slots.resize((n_buckets + 1) * Self::BUCKET, [0; W]);
        // It may have been moved to where cache lines begin elsewhere.
        self.first = Self::first(&self.slots);
        if self.first != before.start {
            self.slots.copy_within(before.clone(), self.first);
        }
        self.slots[..self.first].fill([0; W]);
        self.slots[self.first + before.len()..][..Self::BUCKET].fill([0; W]);
        self.room += Self::room(n_buckets) - Self::room(self.n_buckets);
        self.n_buckets = n_buckets;
        let mut waiting: Vec<[u64; W]> = Vec::new();
        for slot in (self.first..self.first + before.len()).rev() {
            let state = take(&mut self.slots[slot]);
            if state == [0; W] {
                continue;
            }
            let hash = Hash::of(&state);
            let home = self.first + hash.home(n_buckets) * Self::BUCKET;
            match self.free_slot(hash, &state).filter(|free| slot < home && home <= *free) {
                Some(free) => self.slots[free] = state,
                None => waiting.push(state),
            }
        }
        for state in waiting {
            if let Some(free) = self.free_slot(Hash::of(&state), &state) {
                self.slots[free] = state;
            }
        }
        Ok(())
    }
}

/// What a slot holds, which is free then.
fn take<const W: usize>(slot: &mut [u64; W]) -> [u64; W] {
    std::mem::replace(slot, [0; W])
}

/// The 128-bit product: its high half, its low half.
fn multiply(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    ((product >> 64) as u64, product as u64)
}

/// A value below a table's length.
fn index(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn it_is_a_set_and_respects_the_budget() {
        const LIMIT: usize = 400_000;
        let mut budget = Budget::new(Some(LIMIT));
        let mut table = StateTable::<1>::new(&mut budget).unwrap();
        let mut oracle = HashSet::from([[0]]);
        let full = (0..LIMIT as u64).find(|number| {
            let state = number.wrapping_mul(0x9e37_79b9) >> 8;
            let states = [[state], [0], [state << 44], [state]];
            let (mut news, mut expected) = (Vec::new(), Vec::new());
            let result = table.insert_all(
                &states,
                |state| *state,
                &mut budget,
                |number, _| {
                    news.push(number);
                    Ok::<(), OutOfMemory>(())
                },
            );
            expected.extend((0..states.len()).filter(|number| oracle.insert(states[*number])));
            assert!(result.is_err() || news == expected, "{states:?}");
            result.is_err()
        });
        assert!(full.is_some() && LIMIT < oracle.len() * 25, "{} states in {LIMIT} bytes", oracle.len());
        assert!(budget.peak() <= LIMIT);
    }
}
