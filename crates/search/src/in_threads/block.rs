//! Blocks: some states of a layer with their successors, grouped by segments of the state table.

use std::ops::Range;

use super::super::layer::{LayerBasis, LayerRules};
use super::super::numbered::number;
use super::super::successors::{Parents, Successors};
use super::super::table::N_SEGMENTS;
use super::super::width::{States, Width};

/// Consecutive states of a layer, and their successors.
#[derive(Debug)]
pub(super) struct Block<W: Width, O> {
    width: W,
    /// Numbers of the states. (A state after them may have some successors here, too.)
    pub(super) parents: Range<usize>,
    /// Successors by groups of segments, each group in the order in which they were made.
    pub(super) groups: Vec<Group<W, O>>,
    pub(super) counts: Vec<usize>,
    pub(super) n_successors: usize,
    /// For each state the number of successors up to its last one.
    ends: Vec<u32>,
    pub(super) transitions: u64,
    counted: usize,
}

/// Successors that belong to neighbouring segments of the state table, each with its origin.
#[derive(Debug)]
pub(super) struct Group<W: Width, O> {
    pub(super) states: States<W>,
    pub(super) made: Vec<Made<O>>,
}

/// Index of a successor among all of its block, and the record of its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Made<O> {
    pub(super) place: u32,
    pub(super) origin: O,
}

impl<W: Width, O: Copy + Default> Block<W, O> {
    pub(super) fn new(width: W) -> Self {
        Self {
            width,
            parents: 0..0,
            groups: Vec::new(),
            counts: Vec::new(),
            n_successors: 0,
            ends: Vec::new(),
            transitions: 0,
            counted: 0,
        }
    }

    /// Resets the block to the states `parents`, without successors yet, for `n_groups` groups: a power of two, at most the
    /// number of segments.
    pub(super) fn begin(&mut self, parents: Range<usize>, n_groups: usize) {
        self.parents = parents;
        self.groups.resize_with(n_groups, || Group::new(self.width));
        self.groups.iter_mut().for_each(Group::clear);
        self.counts.clear();
        self.counts.resize(N_SEGMENTS, 0);
        (self.n_successors, self.transitions) = (0, 0);
        self.ends.clear();
    }

    pub(super) fn append<R: LayerRules<W>>(&mut self, batch: &mut Successors<W, O>, rules: &R) {
        let Self { groups, counts, ends, n_successors, .. } = self;
        let LayerBasis { compiled, keys, .. } = rules.basis();
        let hash = compiled.hash_function();
        let shift = (N_SEGMENTS / groups.len()).ilog2();
        let mut room = self.width.zeros();
        for (place, (state, origin)) in (*n_successors..).zip(batch.states.iter().zip(&batch.made_by)) {
            let segment = hash.of(keys.of(state, &mut room).as_ref()).segment();
            counts[segment] += 1;
            groups[segment >> shift].push(state, Made { place: number(place), origin: *origin });
        }
        ends.extend(batch.ends().iter().map(|end| number(*n_successors) + end));
        *n_successors += batch.states.len();
        batch.clear();
    }

    pub(super) fn parents(&self) -> Parents<'_> {
        Parents::new(&self.ends, self.parents.start)
    }

    /// Counts its bytes; returns the increase since they were last counted.
    pub(super) fn growth(&mut self) -> usize {
        let groups: usize = self.groups.iter().map(Group::bytes).sum();
        let bytes = groups + self.ends.capacity() * size_of::<u32>();
        bytes.saturating_sub(std::mem::replace(&mut self.counted, bytes))
    }
}

impl<W: Width, O> Group<W, O> {
    pub(super) fn new(width: W) -> Self {
        Self { states: States::new(width), made: Vec::new() }
    }

    #[inline]
    pub(super) fn push(&mut self, state: &W::State, made: Made<O>) {
        self.states.push(state);
        self.made.push(made);
    }

    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.made.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.capacity_bytes() + self.made.capacity() * size_of::<Made<O>>()
    }
}
