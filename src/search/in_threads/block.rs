//! Blocks: some states of a layer with their successors, sorted by the parts of the table that these belong to.
//!
//! The successors of a block stand twice: in the order in which they were made, and grouped by segment of the state table, for the
//! threads that look them up. Their places link the two.

use std::ops::Range;

use super::super::memory::Chunks;
use super::super::numbered::number;
use super::super::successors::{SuccessorRules, Successors};
use super::super::table::N_SEGMENTS;

/// Some states of a layer, one after the other, and their successors.
#[derive(Debug)]
pub(super) struct Block<const W: usize> {
    /// The numbers of the states.
    pub(super) parents: Range<usize>,
    /// The successors, in order.
    pub(super) successors: Successors<W>,
    /// The number of transitions, if they are counted.
    pub(super) transitions: u64,
    /// The successors by segment.
    grouped: Vec<[u64; W]>,
    /// For each of these its place among the successors.
    places: Vec<u32>,
    /// For each segment the start of its group; at the end, their number.
    starts: Vec<usize>,
    /// For each successor its segment.
    segment_of: Vec<u8>,
    /// The bytes that have been counted for this block.
    pub(super) counted: usize,
}

/// The states of a layer that threads expand, each with the operator that found it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpandedLayer<'a, const W: usize> {
    pub(super) states: &'a Chunks<[u64; W]>,
    pub(super) found_by: &'a Chunks<u16>,
}

impl<const W: usize> Default for Block<W> {
    fn default() -> Self {
        Self {
            parents: 0..0,
            successors: Successors::default(),
            transitions: 0,
            grouped: Vec::new(),
            places: Vec::new(),
            starts: Vec::new(),
            segment_of: Vec::new(),
            counted: 0,
        }
    }
}

impl<const W: usize> Block<W> {
    /// Makes it a block of these states, without successors yet.
    pub(super) fn begin(&mut self, parents: Range<usize>) {
        self.parents = parents;
        self.successors.clear();
        self.transitions = 0;
    }

    /// Groups the successors by segment.
    pub(super) fn group(&mut self, rules: &SuccessorRules<'_, W>) {
        let Self { successors, grouped, places, starts, segment_of, .. } = self;
        let states = &successors.states;
        segment_of.clear();
        let hash = rules.compiled.hash_function();
        let segment = |state| u8::try_from(hash.of(&rules.key(state)).segment()).unwrap_or_default();
        segment_of.extend(states.iter().map(segment));
        starts.clear();
        starts.resize(N_SEGMENTS + 1, 0);
        segment_of.iter().for_each(|segment| starts[usize::from(*segment) + 1] += 1);
        for segment in 0..N_SEGMENTS {
            starts[segment + 1] += starts[segment];
        }
        grouped.resize(states.len(), [0; W]);
        places.resize(states.len(), 0);
        // Every start moves up to the next one.
        for (place, (state, segment)) in states.iter().zip(&*segment_of).enumerate() {
            let start = &mut starts[usize::from(*segment)];
            (grouped[*start], places[*start]) = (*state, number(place));
            *start += 1;
        }
        starts.rotate_right(1);
        starts[0] = 0;
    }

    /// The successors that belong to a segment, and their places.
    pub(super) fn of_segment(&self, segment: usize) -> (&[[u64; W]], &[u32]) {
        let range = self.starts[segment]..self.starts[segment + 1];
        (&self.grouped[range.clone()], &self.places[range])
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.successors.bytes()
            + self.grouped.capacity() * size_of::<[u64; W]>()
            + self.places.capacity() * size_of::<u32>()
            + self.segment_of.capacity()
            + self.starts.capacity() * size_of::<usize>()
    }
}
