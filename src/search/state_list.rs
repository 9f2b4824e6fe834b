//! The list of states of a breadth-first search, in the order in which they were found.

use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::origins::Origins;

/// All states, by number, each with what the search remembers of it.
#[derive(Debug)]
pub(super) struct StateList<const W: usize> {
    /// The states; those of layers that are of no use any more are gone.
    pub(super) states: Chunks<[u64; W]>,
    pub(super) origins: Origins,
}

impl<const W: usize> StateList<W> {
    /// A list of the initial state, in a search with so many operators.
    pub(super) fn new(n_operators: usize, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let mut states = Chunks::default();
        states.push([0; W], budget)?;
        Ok(Self { states, origins: Origins::new(n_operators, budget)? })
    }

    /// The bytes that are taken for so many states more.
    pub(super) fn growth(&self, n_states: usize) -> usize {
        self.states.growth(n_states) + self.origins.growth(n_states)
    }
}
