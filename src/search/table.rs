//! The set of states seen: open addressing, in segments that grow one by one.
//!
//! The hash's top bits name the segment; the rest, *scaled* to the segment's length (Lemire, *Fast random
//! integer generation in an interval*, 2019), gives the slot where linear probing starts. So a segment can
//! have any length and grow by half, and while one grows the others stay: the peak is hardly above the steady
//! state.
//!
//! An all-zero slot is free. The all-zero state is the initial one ([packing](super::packing)); it is known
//! from the start and never stored.

use super::memory::{Budget, OutOfMemory};

/// A set of packed states.
#[derive(Debug, Clone)]
pub(super) struct StateTable<const W: usize> {
    segments: Vec<Segment<W>>,
}

#[derive(Debug, Clone)]
struct Segment<const W: usize> {
    slots: Vec<[u64; W]>,
    /// How many more states fit before it must grow.
    room: usize,
}

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

    fn segment(self) -> usize {
        index(self.0 >> (u64::BITS - SEGMENT_BITS))
    }

    fn home(self, n_slots: usize) -> usize {
        let (high, _) = multiply(self.0 << SEGMENT_BITS, n_slots as u64);
        index(high)
    }
}

const SEGMENT_BITS: u32 = 6;
const FIRST_SLOTS: usize = 16;
/// Segments below this length grow to the double, longer ones by half.
const DOUBLE_BELOW: usize = 1 << 12;

impl<const W: usize> StateTable<W> {
    /// A table that knows the all-zero state.
    pub(super) fn new(budget: &mut Budget) -> Result<Self, OutOfMemory> {
        let n_segments = 1 << SEGMENT_BITS;
        budget.take(n_segments * FIRST_SLOTS * size_of::<[u64; W]>())?;
        Ok(Self { segments: vec![Segment::new(FIRST_SLOTS); n_segments] })
    }

    /// Whether the state stands in the slot where it is looked for first. Touches one slot and does not
    /// branch, so the cache misses of many such calls overlap.
    pub(super) fn known_at_home(&self, hash: Hash, state: &[u64; W]) -> bool {
        let slots = &self.segments[hash.segment()].slots;
        slots[hash.home(slots.len())] == *state
    }

    /// Adds a state; whether it is new.
    pub(super) fn insert(
        &mut self,
        hash: Hash,
        state: &[u64; W],
        budget: &mut Budget,
    ) -> Result<bool, OutOfMemory> {
        let segment = &mut self.segments[hash.segment()];
        if *state == [0; W] {
            return Ok(false);
        }
        let Some(mut slot) = segment.free_slot(hash, state) else { return Ok(false) };
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
    /// At most three slots in four are used.
    fn new(n_slots: usize) -> Self {
        Self { slots: vec![[0; W]; n_slots], room: n_slots / 4 * 3 }
    }

    /// The slot where a state that is not there would be put; `None` if it is there.
    fn free_slot(&self, hash: Hash, state: &[u64; W]) -> Option<usize> {
        let mut slot = hash.home(self.slots.len());
        loop {
            let found = &self.slots[slot];
            if found == state {
                return None;
            }
            if *found == [0; W] {
                return Some(slot);
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
    }

    fn grow(&mut self, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let n_slots = self.slots.len();
        let n_more = if n_slots < DOUBLE_BELOW { n_slots } else { n_slots / 2 };
        budget.take((n_slots + n_more) * size_of::<[u64; W]>())?;
        let mut grown = Self::new(n_slots + n_more);
        for state in self.slots.iter().filter(|state| **state != [0; W]) {
            if let Some(slot) = grown.free_slot(Hash::of(state), state) {
                grown.slots[slot] = *state;
                grown.room -= 1;
            }
        }
        *self = grown;
        budget.give_back(n_slots * size_of::<[u64; W]>());
        Ok(())
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
        let mut budget = Budget::new(Some(LIMIT));
        let mut table = StateTable::<1>::new(&mut budget).unwrap();
        let mut oracle = HashSet::from([[0]]);
        let full = (0..LIMIT as u64).find(|number| {
            let state = number.wrapping_mul(0x9e37_79b9) >> 8;
            [[state], [0], [state << 44], [state]].iter().any(|key| {
                match table.insert(Hash::of(key), key, &mut budget) {
                    Ok(new) => {
                        assert_eq!(new, oracle.insert(*key), "{key:?}");
                        assert!(!new || table.insert(Hash::of(key), key, &mut budget) == Ok(false));
                        false
                    }
                    Err(OutOfMemory) => true,
                }
            })
        });
        assert!(full.is_some() && LIMIT < oracle.len() * 25, "{} states in {LIMIT} bytes", oracle.len());
        assert!(budget.peak() <= LIMIT);
    }
}
