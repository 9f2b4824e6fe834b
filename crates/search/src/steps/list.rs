//! The list of states of the search over parallel steps, in the order in which they were found, each with its parent.
//!
//! The states of all layers are kept: the plan is searched for again between a state and its parent.

use super::super::layer::{FoundList, OriginBatch};
use super::super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::super::numbered::{index, number};
use super::super::width::{States, Width};

#[derive(Debug)]
pub(super) struct StepList<W: Width> {
    states: Chunks<u64, W>,
    parents: Chunks<u32>,
    /// For each state of the layer that is expanded and the next: the settled operators among the first 64 of its parent.
    settled: [Chunks<u64>; 2],
    /// Number of the first state of the layer that is expanded.
    first: usize,
}

#[derive(Debug)]
pub(super) struct FoundState<'a, W: Width> {
    pub(super) state: &'a W::State,
    pub(super) parent: usize,
    pub(super) parent_state: &'a W::State,
    /// Settled operators among the first 64 of its parent.
    pub(super) settled: u64,
}

/// Parents of new states, and the settled operators of these.
#[derive(Debug, Default)]
pub(super) struct StepOrigins {
    parents: Vec<u32>,
    settled: Vec<u64>,
}

impl<W: Width> StepList<W> {
    pub(super) fn new(width: W, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let (states, parents, settled) = (Chunks::of(width), Chunks::default(), Default::default());
        let mut list = Self { states, parents, settled, first: 0 };
        list.states.push_state(W::of(&width.zeros()), budget)?;
        list.parents.push(0, budget)?;
        list.settled[0].push(0, budget)?;
        Ok(list)
    }

    pub(super) fn state(&self, number: usize) -> &W::State {
        self.states.state(number)
    }

    pub(super) fn parent(&self, number: usize) -> usize {
        index(self.parents.get(number))
    }

    pub(super) fn found(&self, number: usize) -> FoundState<'_, W> {
        let parent = self.parent(number);
        let settled = self.settled[0].get(number - self.first);
        FoundState { state: self.state(number), parent, parent_state: self.state(parent), settled }
    }

    pub(super) fn push(
        &mut self,
        state: &W::State,
        parent: u32,
        settled: u64,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        self.states.push_state(state, budget)?;
        self.parents.push(parent, budget)?;
        self.settled[1].push(settled, budget)
    }

    pub(super) fn finish_layer(&mut self, budget: &mut MemoryBudget) {
        self.first += self.settled[0].len();
        self.settled.swap(0, 1);
        self.settled[1].clear(budget);
    }
}

impl<W: Width> FoundList<W> for StepList<W> {
    /// Settled operators among the first 64 of its parent.
    type Origin = u64;
    type NewOrigins = StepOrigins;
    type Layer = Self;

    fn len(&self) -> usize {
        self.states.len()
    }

    fn growth(&self, n_states: usize) -> usize {
        self.states.growth(n_states) + self.parents.growth(n_states) + self.settled[1].growth(n_states)
    }

    fn append(
        &mut self,
        states: &States<W>,
        origins: &mut StepOrigins,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        // Parents have numbers of 32 bits.
        u32::try_from(self.len() + states.len()).map_err(|_| OutOfMemory)?;
        self.states.extend(states.words(), budget)?;
        self.parents.extend(&origins.parents, budget)?;
        self.settled[1].extend(&origins.settled, budget)?;
        origins.clear();
        Ok(())
    }

    fn fork(&mut self) -> Self {
        let settled = [std::mem::take(&mut self.settled[0]), Chunks::default()];
        Self { states: self.states.fork(), parents: self.parents.fork(), settled, first: self.first }
    }

    fn join(&mut self, layer: Self) {
        let [settled, _] = layer.settled;
        self.states.join(layer.states);
        self.parents.join(layer.parents);
        self.settled[0] = settled;
    }
}

impl OriginBatch for StepOrigins {
    type Origin = u64;

    #[inline]
    fn push(&mut self, settled: u64, parent: usize) {
        self.parents.push(number(parent));
        self.settled.push(settled);
    }

    fn clear(&mut self) {
        self.parents.clear();
        self.settled.clear();
    }

    fn bytes(&self) -> usize {
        self.parents.capacity() * size_of::<u32>() + self.settled.capacity() * size_of::<u64>()
    }
}
