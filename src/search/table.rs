//! The set of states seen: open addressing, in segments that grow one by one.
//!
//! The hash's top bits name the segment; the rest, *scaled* to the segment's length (Lemire, *Fast random
//! integer generation in an interval*, 2019), gives the bucket where linear probing starts. A segment grows
//! [where it is](Segment::grow), so the peak is the steady state.
//!
//! Slots are probed bucket by bucket, a bucket being a cache line where states are small enough: at five
//! eighths full nearly every state is in its home bucket. A state of one word takes 13 to 26 bytes here.
//!
//! An all-zero slot is free. The all-zero state is the initial one ([packing](super::packing)); it is known
//! from the start and never stored.

use std::hint::black_box;

use super::memory::{MemoryBudget, OutOfMemory};

/// A set of packed states.
#[derive(Debug, Clone)]
pub(super) struct StateTable<const W: usize> {
    segments: Vec<Segment<W>>,
}

/// A part of the table: the states whose hash values have the same top bits.
#[derive(Debug, Clone)]
pub(super) struct Segment<const W: usize> {
    slots: Vec<[u64; W]>,
    /// Slots left out before the first bucket, so that buckets are cache lines.
    first: usize,
    n_buckets: usize,
    /// The number of states that still fit before the segment must grow.
    room: usize,
}

/// The bucket where the probing for a state starts.
#[derive(Debug, Clone, Copy, Default)]
struct Home {
    segment: usize,
    bucket: usize,
}

/// The size of a segment at first, in bytes, if two buckets take no more: so a table of five thousand small states never grows.
const FIRST_BYTES: usize = 1 << 10;
/// The number of bits that name the segment.
const SEGMENT_BITS: u32 = 6;
/// The number of segments.
pub(super) const N_SEGMENTS: usize = 1 << SEGMENT_BITS;
/// The number of states looked up together.
const ROUND: usize = 256;
const CACHE_LINE: usize = 64;

impl<const W: usize> StateTable<W> {
    /// A table that knows the all-zero state.
    pub(super) fn new(budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let segments = (0..N_SEGMENTS).map(|_| Segment::new(Segment::<W>::FIRST_BUCKETS, budget));
        Ok(Self { segments: segments.collect::<Result<_, _>>()? })
    }

    /// Forgets all states but the all-zero one, and frees what held them.
    pub(super) fn clear(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        for segment in &mut self.segments {
            budget.give_back(Segment::<W>::bytes(segment.n_buckets));
            *segment = Segment::new(Segment::<W>::FIRST_BUCKETS, budget)?;
        }
        Ok(())
    }

    /// Adds the keys of states in turn; `news` gets the index of each new one.
    ///
    /// In rounds of two passes. The first only touches the home buckets: nothing depends on the values read, so the
    /// cache misses overlap; and since the addresses are computed beforehand, the loop that waits for memory is so
    /// short that the processor has many iterations under way. The second pass then hits the cache.
    pub(super) fn insert_all<E: From<OutOfMemory>>(
        &mut self,
        states: &[[u64; W]],
        key: impl Fn(&[u64; W]) -> [u64; W],
        budget: &mut MemoryBudget,
        mut news: impl FnMut(usize, &mut MemoryBudget) -> Result<(), E>,
    ) -> Result<(), E> {
        for (first, round) in (0..).step_by(ROUND).zip(states.chunks(ROUND)) {
            let mut homes = [Home::default(); ROUND];
            homes.iter_mut().zip(round).for_each(|(home, state)| *home = self.home(&key(state)));
            let first_slot = |home: &Home| self.segments[home.segment].first_slot(home.bucket);
            touch(homes[..round.len()].iter().map(first_slot));
            let mut moved = false;
            for ((number, state), home) in (first..).zip(round).zip(homes) {
                let key = key(state);
                let home = if moved { self.home(&key) } else { home };
                if let Some(grew) = self.segments[home.segment].insert(home.bucket, &key, budget)? {
                    moved |= grew;
                    news(number, budget)?;
                }
            }
        }
        Ok(())
    }

    /// Takes all segments out, for threads that each own some of them.
    pub(super) fn take_segments(&mut self) -> Vec<Segment<W>> {
        std::mem::take(&mut self.segments)
    }

    /// Puts all segments back, in their order.
    pub(super) fn put_segments(&mut self, segments: Vec<Segment<W>>) {
        self.segments = segments;
    }

    fn home(&self, state: &[u64; W]) -> Home {
        let hash = Hash::of(state);
        let segment = hash.segment();
        Home { segment, bucket: hash.home(self.segments[segment].n_buckets) }
    }
}

/// Reads slots, at most so many as a round has.
fn touch<'s, const W: usize>(read: impl Iterator<Item = &'s [u64; W]>) {
    let nothing = [0; W];
    let mut slots = [&nothing; ROUND];
    slots.iter_mut().zip(read).for_each(|(slot, read)| *slot = read);
    black_box(slots.iter().fold(0, |read, slot| read ^ slot[0]));
}

impl<const W: usize> Segment<W> {
    /// As many slots as fit a cache line, at least one.
    const BUCKET: usize =
        if CACHE_LINE < size_of::<[u64; W]>() { 1 } else { CACHE_LINE / size_of::<[u64; W]>() };

    const FIRST_BUCKETS: usize = {
        let fitting = FIRST_BYTES / (Self::BUCKET * size_of::<[u64; W]>());
        if fitting < 2 { 2 } else { fitting }
    };

    /// [`StateTable::insert_all`], for states of this segment.
    pub(super) fn insert_all(
        &mut self,
        states: &[[u64; W]],
        key: impl Fn(&[u64; W]) -> [u64; W],
        budget: &mut MemoryBudget,
        mut news: impl FnMut(usize),
    ) -> Result<(), OutOfMemory> {
        for (first, round) in (0..).step_by(ROUND).zip(states.chunks(ROUND)) {
            let mut homes = [0; ROUND];
            for (home, state) in homes.iter_mut().zip(round) {
                *home = Hash::of(&key(state)).home(self.n_buckets);
            }
            touch(homes[..round.len()].iter().map(|home| self.first_slot(*home)));
            let mut moved = false;
            for ((number, state), home) in (first..).zip(round).zip(homes) {
                let key = key(state);
                let home = if moved { Hash::of(&key).home(self.n_buckets) } else { home };
                if let Some(grew) = self.insert(home, &key, budget)? {
                    moved |= grew;
                    news(number);
                }
            }
        }
        Ok(())
    }

    /// The bytes by which it grows at most when it takes so many states.
    pub(super) fn growth(&self, n_states: usize) -> usize {
        let (mut n_buckets, mut room) = (self.n_buckets, self.room);
        while room < n_states {
            room += Self::room(2 * n_buckets) - Self::room(n_buckets);
            n_buckets *= 2;
        }
        Self::bytes(n_buckets) - Self::bytes(self.n_buckets)
    }

    fn new(n_buckets: usize, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        budget.take(Self::bytes(n_buckets))?;
        let slots = vec![[0; W]; (n_buckets + 1) * Self::BUCKET];
        Ok(Self { first: Self::first(&slots), slots, n_buckets, room: Self::room(n_buckets) })
    }

    /// The number of slots before the first cache line.
    fn first(slots: &[[u64; W]]) -> usize {
        Some(slots.as_ptr().align_offset(CACHE_LINE)).filter(|first| *first < Self::BUCKET).unwrap_or(0)
    }

    /// The capacity of so many buckets, in states: at most five slots in eight are used.
    fn room(n_buckets: usize) -> usize {
        n_buckets * Self::BUCKET - (n_buckets * Self::BUCKET * 3).div_ceil(8)
    }

    fn bytes(n_buckets: usize) -> usize {
        (n_buckets + 1) * Self::BUCKET * size_of::<[u64; W]>()
    }

    #[inline]
    fn first_slot(&self, bucket: usize) -> &[u64; W] {
        &self.slots[self.first + bucket * Self::BUCKET]
    }

    fn bucket(&self, bucket: usize) -> &[[u64; W]] {
        &self.slots[self.first + bucket * Self::BUCKET..][..Self::BUCKET]
    }

    /// Adds a state, given its home bucket, unless it is known. Then tells if the segment grew.
    #[inline]
    fn insert(
        &mut self,
        home: usize,
        state: &[u64; W],
        budget: &mut MemoryBudget,
    ) -> Result<Option<bool>, OutOfMemory> {
        let Some(slot) = self.free_slot(home, state).filter(|_| *state != [0; W]) else { return Ok(None) };
        self.put(slot, state, budget).map(Some)
    }

    /// The slot where a state that is not there would be put, given its home bucket; `None` if it is there.
    #[inline]
    fn free_slot(&self, home: usize, state: &[u64; W]) -> Option<usize> {
        let mut number = home;
        loop {
            // A sum, and so no branches: where a state is in its bucket cannot be predicted.
            if 0 < self.bucket(number).iter().map(|slot| usize::from(slot == state)).sum::<usize>() {
                return None;
            }
            if let Some(slot) = self.free_in(number) {
                return Some(slot);
            }
            number = self.after(number);
        }
    }

    /// The first free slot of a bucket.
    #[inline]
    fn free_in(&self, number: usize) -> Option<usize> {
        let used: usize = self.bucket(number).iter().map(|slot| usize::from(*slot != [0; W])).sum();
        (used < Self::BUCKET).then_some(self.first + number * Self::BUCKET + used)
    }

    /// The next bucket, around the end.
    fn after(&self, number: usize) -> usize {
        if number + 1 == self.n_buckets { 0 } else { number + 1 }
    }

    /// Puts a state into its slot, or grows and places it anew. True if the segment grew.
    #[inline]
    fn put(&mut self, slot: usize, state: &[u64; W], budget: &mut MemoryBudget) -> Result<bool, OutOfMemory> {
        let is_full = self.room == 0;
        if is_full {
            self.grow(budget)?;
            self.place(state);
        } else {
            self.slots[slot] = *state;
        }
        self.room -= 1;
        Ok(is_full)
    }

    /// Inserts a state that is known to be absent.
    fn place(&mut self, state: &[u64; W]) {
        let home = Hash::of(state).home(self.n_buckets);
        if let Some(free) = self.free_slot(home, state) {
            self.slots[free] = *state;
        }
    }

    /// Doubles the segment in place, so that no page of memory is touched in vain.
    ///
    /// A state's home moves from bucket b to bucket 2b or 2b + 1. So the states are moved from the last bucket on
    /// downwards: these two lie behind the states still to be moved. The first bucket, and the few states that are not in their home
    /// bucket, wait until all others are moved.
    #[cold]
    fn grow(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let n_buckets = 2 * self.n_buckets;
        budget.take(Self::bytes(n_buckets) - Self::bytes(self.n_buckets))?;
        let before = self.first..self.first + self.n_buckets * Self::BUCKET;
        self.slots.reserve_exact(before.len() + Self::BUCKET);
        self.slots.resize((n_buckets + 1) * Self::BUCKET, [0; W]);
        // The allocation may have moved to an address with another offset from a cache line.
        self.first = Self::first(&self.slots);
        if self.first != before.start {
            self.slots.copy_within(before.clone(), self.first);
        }
        self.room += Self::room(n_buckets) - Self::room(self.n_buckets);
        self.n_buckets = n_buckets;
        let mut waiting: Vec<[u64; W]> = Vec::new();
        for bucket in (1..n_buckets / 2).rev() {
            let (before, after) = self.slots.split_at_mut(self.first + 2 * bucket * Self::BUCKET);
            let (from, to) = (&before[self.first + bucket * Self::BUCKET..], &mut after[..2 * Self::BUCKET]);
            to.fill([0; W]);
            let mut free = [0, Self::BUCKET];
            for state in from[..Self::BUCKET].iter().take_while(|state| **state != [0; W]) {
                let home = Hash::of(state).home(n_buckets);
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
        waiting.iter().for_each(|state| self.place(state));
        Ok(())
    }
}

/// A state's hash value, as a place in a table.
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

    /// The number of the table's segment, from the top bits.
    pub(super) fn segment(self) -> usize {
        index(self.0 >> (u64::BITS - SEGMENT_BITS))
    }

    /// A bucket among so many, from the bits below those of the segment.
    pub(super) fn home(self, n_buckets: usize) -> usize {
        let (high, _) = multiply(self.0 << SEGMENT_BITS, n_buckets as u64);
        index(high)
    }
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
        let mut budget = MemoryBudget::new(Some(LIMIT));
        let mut table = StateTable::<1>::new(&mut budget).unwrap();
        let mut oracle = HashSet::from([[0]]);
        let mut inserted = |table: &mut StateTable<1>, states: &[[u64; 1]]| {
            let mut news = Vec::new();
            let add = |number, _: &mut MemoryBudget| -> Result<(), OutOfMemory> {
                news.push(states[number]);
                Ok(())
            };
            table.insert_all(states, |state| *state, &mut budget, add).map(|()| news)
        };
        let full = (0..LIMIT as u64).find(|number| {
            let state = number.wrapping_mul(0x9e37_79b9) >> 8;
            let states = [[state], [0], [state << 44], [state]];
            let Ok(news) = inserted(&mut table, &states) else { return true };
            let expected: Vec<[u64; 1]> = states.into_iter().filter(|state| oracle.insert(*state)).collect();
            assert_eq!(news, expected);
            false
        });
        let all: Vec<[u64; 1]> = oracle.iter().copied().collect();
        assert_eq!(inserted(&mut table, &all), Ok(Vec::new()));
        assert!(full.is_some() && LIMIT < all.len() * 25, "{} states in {LIMIT} bytes", all.len());
        assert!(budget.peak() <= LIMIT);
    }
}
