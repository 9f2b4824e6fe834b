//! The set of visited states: open addressing, in segments that grow one by one.
//!
//! The hash's top bits are the number of the segment, the bits after them the [bucket](whole) where probing starts. In a large
//! table states of one word take [six bytes](short), 9 to 17 with the free slots. Others take 13 to 26 bytes for each word.
//!
//! The all-zero state is the initial one ([packing](super::packing)); it is known from the start and never stored.

mod hash;
mod segment;
mod short;
mod whole;

use std::hint::black_box;

use super::memory::{MemoryBudget, OutOfMemory};
use super::width::{Keys, States, Width, is_zero};

pub(super) use hash::{Hash, HashFunction, N_SEGMENTS};
use segment::BucketPart;
pub(super) use segment::Segment;

#[derive(Debug, Clone)]
pub(super) struct StateTable<W> {
    /// Empty while the segments are out with threads that each own some of them.
    pub(super) segments: Vec<Segment<W>>,
}

const ROUND: usize = 256;

impl<W: Width> StateTable<W> {
    /// Builds a table that contains the all-zero state.
    pub(super) fn new(width: W, hash: HashFunction, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let segments = (0..N_SEGMENTS).map(|_| Segment::new(width, hash, budget));
        Ok(Self { segments: segments.collect::<Result<_, _>>()? })
    }

    /// Removes all states but the all-zero one, and frees their memory.
    pub(super) fn clear(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        for segment in &mut self.segments {
            budget.give_back(segment.bytes());
            *segment = Segment::new(segment.width(), segment.hash, budget)?;
        }
        Ok(())
    }

    /// Adds the keys of states in turn; `news` gets the index of each new one.
    pub(super) fn insert_all<E: From<OutOfMemory>>(
        &mut self,
        states: &States<W>,
        keys: &Keys<W>,
        budget: &mut MemoryBudget,
        news: impl FnMut(usize, &mut MemoryBudget) -> Result<(), E>,
    ) -> Result<(), E> {
        insert_all(&mut self.segments, states, keys, budget, news)
    }
}

/// Adds the keys of states in turn to the segments to which they belong. These are neighbours, their number is a power of two,
/// and the first number is one of its multiples. `news` gets the index of each new one.
///
/// In rounds of two passes. The first only touches the home buckets: nothing depends on the values read, so the cache misses
/// overlap. Since the addresses are computed beforehand, the loop that waits for memory is so short that the processor runs
/// many iterations at once. The second pass then hits the cache.
pub(super) fn insert_all<W: Width, E: From<OutOfMemory>>(
    segments: &mut [Segment<W>],
    states: &States<W>,
    keys: &Keys<W>,
    budget: &mut MemoryBudget,
    mut news: impl FnMut(usize, &mut MemoryBudget) -> Result<(), E>,
) -> Result<(), E> {
    let Some(function) = segments.first().map(|segment| segment.hash) else { return Ok(()) };
    let last = segments.len() - 1;
    let segment_of = |hash: Hash| hash.segment() & last;
    let width = states.width();
    let mut room = width.zeros();
    let rounds = states.words().chunks(ROUND * width.n_words());
    for (first, round) in (0..).step_by(ROUND).zip(rounds) {
        let mut hashes = [Hash::default(); ROUND];
        for (hash, state) in hashes.iter_mut().zip(width.states(round)) {
            *hash = function.of(keys.of(state, &mut room).as_ref());
        }
        let hashes = &hashes[..width.states(round).len()];
        touch(hashes.iter().map(|hash| segments[segment_of(*hash)].home_bucket(*hash)));
        for ((number, state), hash) in (first..).zip(width.states(round)).zip(hashes) {
            let key = keys.of(state, &mut room);
            if !is_zero(key) && segments[segment_of(*hash)].insert(*hash, key, budget)? {
                news(number, budget)?;
            }
        }
    }
    Ok(())
}

/// Reads a part of each bucket; at most as many buckets as a round has.
fn touch<'s>(buckets: impl Iterator<Item = BucketPart<'s>>) {
    let (mut whole, mut n_whole) = ([&0_u64; ROUND], 0);
    let (mut short, mut n_short) = ([&0_u32; ROUND], 0);
    for part in buckets {
        match part {
            BucketPart::Whole(part) => {
                whole[n_whole] = part;
                n_whole += 1;
            }
            BucketPart::Short(part) => {
                short[n_short] = part;
                n_short += 1;
            }
        }
    }
    black_box(whole[..n_whole].iter().fold(0, |read, part| read ^ **part));
    black_box(short[..n_short].iter().fold(0, |read, part| read ^ **part));
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::width::Fixed;
    use super::*;

    #[test]
    fn it_is_a_set_and_respects_the_budget() {
        const LIMIT: usize = 400_000;
        let mut budget = MemoryBudget::new(Some(LIMIT));
        let mut table = StateTable::new(Fixed::<1>, HashFunction::new(u64::BITS), &mut budget).unwrap();
        let mut oracle = HashSet::from([[0]]);
        let keys = Keys::all(Fixed::<1>);
        let mut inserted = |table: &mut StateTable<Fixed<1>>, states: &[[u64; 1]]| {
            let mut news = Vec::new();
            let mut list = States::new(Fixed::<1>);
            states.iter().for_each(|state| list.push(state));
            let add = |number, _: &mut MemoryBudget| -> Result<(), OutOfMemory> {
                news.push(states[number]);
                Ok(())
            };
            table.insert_all(&list, &keys, &mut budget, add).map(|()| news)
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
