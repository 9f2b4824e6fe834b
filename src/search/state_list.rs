//! The list of states of a breadth-first search, in the order in which they were found.

use super::layer::FoundList;
use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::origins::{NewOrigins, Origins};
use super::width::{States, Width};

/// All states, by number, each with what the search remembers of it.
#[derive(Debug)]
pub(super) struct StateList<W: Width> {
    /// The states; those of layers that are of no use any more are gone.
    pub(super) states: Chunks<u64, W>,
    pub(super) origins: Origins,
}

/// The states of a layer that threads expand, each with the operator that found it.
#[derive(Debug)]
pub(super) struct ExpandedLayer<W: Width> {
    pub(super) states: Chunks<u64, W>,
    pub(super) found_by: Chunks<u16>,
}

impl<W: Width> StateList<W> {
    pub(super) fn new(width: W, n_operators: usize, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let mut states = Chunks::of(width);
        states.push_state(W::of(&width.zeros()), budget)?;
        Ok(Self { states, origins: Origins::new(n_operators, budget)? })
    }
}

impl<W: Width> FoundList<W> for StateList<W> {
    type Origin = u32;
    type NewOrigins = NewOrigins;
    type Layer = ExpandedLayer<W>;

    fn len(&self) -> usize {
        self.states.len()
    }

    fn growth(&self, n_states: usize) -> usize {
        self.states.growth(n_states) + self.origins.growth(n_states)
    }

    fn append(
        &mut self,
        states: &States<W>,
        origins: &mut NewOrigins,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        self.states.extend(states.words(), budget)?;
        self.origins.append(origins, budget)
    }

    fn fork(&mut self) -> ExpandedLayer<W> {
        ExpandedLayer { states: self.states.fork(), found_by: self.origins.operators.fork() }
    }

    fn join(&mut self, layer: ExpandedLayer<W>) {
        self.states.join(layer.states);
        self.origins.operators.join(layer.found_by);
    }
}
