//! Part of the table of states: slots of one kind, which double, or become shorter, when they are used up.

use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::width::Width;
use super::hash::{Hash, HashFunction};
use super::short::ShortSlots;
use super::whole::{LookUp, WholeSlots};

/// States whose hash values have the same top bits.
#[derive(Debug, Clone)]
pub struct Segment<W> {
    pub(super) hash: HashFunction,
    slots: Slots<W>,
    shape: Shape<W>,
    /// Number of states that still fit before the segment must grow.
    room: usize,
    /// States for which all probed places are taken, although other slots are free: one among millions.
    far: Vec<Hash>,
}

/// Kind and number of the slots.
#[derive(Debug, Clone, Copy)]
struct Shape<W> {
    width: W,
    is_short: bool,
    n_buckets: usize,
}

#[derive(Debug, Clone)]
enum Slots<W> {
    Whole(WholeSlots<W>),
    Short(ShortSlots),
}

/// Part of a bucket, to be read.
#[derive(Debug, Clone, Copy)]
pub(super) enum BucketPart<'a> {
    Whole(&'a u64),
    Short(&'a u32),
}

/// Initial size of a segment, in bytes, if two buckets take no more: so a table of five thousand small states never grows.
const FIRST_BYTES: usize = 1 << 10;
/// Number of buckets from which on states are shortened: those of smaller tables are found a little faster when they are whole.
const SHORT_FROM: usize = 1 << 14;
/// Greatest number of states without a place, few enough not to be counted as memory.
const MOST_FAR: usize = 1 << 6;

impl<W: Width> Shape<W> {
    fn first(width: W) -> Self {
        let n_buckets = (FIRST_BYTES / WholeSlots::bucket_bytes(width)).max(2);
        Self { width, is_short: false, n_buckets }
    }

    /// Returns the shape after this one: states are shortened once there are enough places that the rest fits.
    fn next(self, hash: HashFunction) -> Self {
        if self.width.n_words() == 1
            && !self.is_short
            && SHORT_FROM <= self.n_buckets
            && ShortSlots::are_possible(hash, self.n_buckets)
        {
            return Self { is_short: true, ..self };
        }
        Self { n_buckets: 2 * self.n_buckets, ..self }
    }

    fn bytes(self) -> usize {
        if self.is_short {
            self.n_buckets * ShortSlots::BUCKET_BYTES
        } else {
            WholeSlots::bytes(self.width, self.n_buckets)
        }
    }

    fn capacity(self) -> usize {
        if self.is_short {
            ShortSlots::capacity(self.n_buckets)
        } else {
            WholeSlots::capacity(self.width, self.n_buckets)
        }
    }
}

impl<W: Width> Slots<W> {
    #[inline(always)]
    fn look_up(&self, hash: Hash, state: &W::State) -> LookUp {
        match self {
            Self::Whole(slots) => slots.look_up(hash, state),
            Self::Short(slots) => slots.look_up(hash),
        }
    }

    #[inline]
    fn fill(&mut self, place: usize, hash: Hash, state: &W::State) {
        match self {
            Self::Whole(slots) => slots.fill(place, state),
            Self::Short(slots) => slots.fill(place, hash),
        }
    }

    /// Takes another shape, with space for all states. `waiting` has the states of short slots without a place before, and
    /// after.
    fn change(&mut self, shape: Shape<W>, hash: HashFunction, waiting: &mut Vec<Hash>) {
        match self {
            Self::Whole(slots) if shape.is_short => {
                let mut short = ShortSlots::new(hash, shape.n_buckets);
                waiting.extend(slots.states().map(|state| hash.of(state.as_ref())));
                short.add_all(waiting);
                *self = Self::Short(short);
            }
            Self::Whole(slots) => slots.double(hash),
            Self::Short(slots) => slots.double(waiting),
        }
    }
}

impl<W: Width> Segment<W> {
    pub(super) fn new(width: W, hash: HashFunction, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let shape = Shape::first(width);
        budget.take(shape.bytes())?;
        let slots = Slots::Whole(WholeSlots::new(width, shape.n_buckets));
        Ok(Self { hash, slots, shape, room: shape.capacity(), far: Vec::new() })
    }

    pub(super) fn width(&self) -> W {
        self.shape.width
    }

    pub(super) fn bytes(&self) -> usize {
        self.shape.bytes()
    }

    /// Returns the greatest number of bytes by which the segment grows for `n_states` more states.
    pub fn growth(&self, n_states: usize) -> usize {
        let mut shape = self.shape;
        while self.room + shape.capacity() < n_states + self.shape.capacity() {
            shape = shape.next(self.hash);
        }
        shape.bytes().saturating_sub(self.shape.bytes())
    }

    #[inline]
    pub(super) fn home_bucket(&self, hash: Hash) -> BucketPart<'_> {
        match &self.slots {
            Slots::Whole(slots) => BucketPart::Whole(slots.home_bucket(hash)),
            Slots::Short(slots) => BucketPart::Short(slots.home_bucket(hash)),
        }
    }

    /// Adds a state unless it is known. Returns true if it was added.
    #[inline]
    pub(super) fn insert(
        &mut self,
        hash: Hash,
        state: &W::State,
        budget: &mut MemoryBudget,
    ) -> Result<bool, OutOfMemory> {
        match self.slots.look_up(hash, state) {
            LookUp::Known => return Ok(false),
            LookUp::Free(place) if 0 < self.room => self.slots.fill(place, hash, state),
            LookUp::NoneFree if self.far.contains(&hash) => return Ok(false),
            LookUp::NoneFree if 0 < self.room && self.far.len() < MOST_FAR => self.far.push(hash),
            LookUp::Free(_) | LookUp::NoneFree => self.grow_for(hash, state, budget)?,
        }
        self.room -= 1;
        Ok(true)
    }

    /// Grows until there is a place for all states and a new one, and adds that.
    #[cold]
    fn grow_for(
        &mut self,
        hash: Hash,
        state: &W::State,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        let mut waiting = std::mem::take(&mut self.far);
        loop {
            let next = self.shape.next(self.hash);
            budget.take(next.bytes().saturating_sub(self.shape.bytes()))?;
            budget.give_back(self.shape.bytes().saturating_sub(next.bytes()));
            self.room += next.capacity() - self.shape.capacity();
            self.shape = next;
            self.slots.change(next, self.hash, &mut waiting);
            if waiting.is_empty()
                && let LookUp::Free(place) = self.slots.look_up(hash, state)
            {
                self.slots.fill(place, hash, state);
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::super::width::{AnyWidth, Fixed};
    use super::*;

    #[test]
    fn no_state_is_lost_where_all_places_are_taken() {
        let hash = HashFunction::new(40);
        let shape = Shape { width: Fixed::<1>, is_short: true, n_buckets: 2 };
        let slots = Slots::Short(ShortSlots::new(hash, shape.n_buckets));
        // More space than places.
        let mut segment = Segment { hash, slots, shape, room: 90, far: Vec::new() };
        let (mut budget, mut oracle, mut most_far) = (MemoryBudget::new(None), HashSet::new(), 0);
        for state in (1..40_000).map(|number| [number]).filter(|state| hash.of(state).segment() == 3) {
            for expected in [oracle.insert(state), false] {
                assert_eq!(segment.insert(hash.of(&state), &state, &mut budget), Ok(expected));
            }
            most_far = most_far.max(segment.far.len());
            let known = |state: &[u64; 1]| {
                let found = segment.slots.look_up(hash.of(state), state);
                found == LookUp::Known || segment.far.contains(&hash.of(state))
            };
            assert!(oracle.iter().all(known));
        }
        assert!(most_far == MOST_FAR && 16 < segment.shape.n_buckets, "{most_far}, {:?}", segment.shape);
    }

    #[test]
    fn no_state_is_lost_or_made_up_when_states_are_shortened() {
        for n_bits in [45, 64] {
            let function = HashFunction::new(n_bits);
            let mut budget = MemoryBudget::new(None);
            let mut segment = Segment::new(Fixed::<1>, function, &mut budget).unwrap();
            let mut oracle = HashSet::new();
            let states = (1..u64::MAX).map(|number| {
                let state = [number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - n_bits)];
                (function.of(&state), state)
            });
            let of_segment = |found: &(Hash, [u64; 1])| found.0.segment() == 7;
            let enough = WholeSlots::capacity(Fixed::<1>, SHORT_FROM) * 3;
            for (hash, state) in states.filter(of_segment).take(enough) {
                assert_eq!(segment.insert(hash, &state, &mut budget), Ok(oracle.insert(state)));
                assert_eq!(segment.insert(hash, &state, &mut budget), Ok(false));
            }
            assert!(segment.shape.is_short && SHORT_FROM < segment.shape.n_buckets);
            for state in &oracle {
                assert_eq!(segment.insert(function.of(state), state, &mut budget), Ok(false));
            }
            assert_eq!(segment.bytes(), budget.peak());
        }
    }

    #[test]
    fn every_word_of_a_state_is_counted() {
        let (function, mut budget) = (HashFunction::new(64), MemoryBudget::new(None));
        let mut segment = Segment::new(AnyWidth(64), function, &mut budget).unwrap();
        for number in 1..=100 {
            let state = [number; 64];
            assert_eq!(segment.insert(function.of(&state), &state, &mut budget), Ok(true));
        }
        assert!(100 * size_of::<[u64; 64]>() <= segment.bytes());
    }
}
