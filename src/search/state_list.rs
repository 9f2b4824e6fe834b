//! The list of states of a breadth-first search, in the order in which they were found.

use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::pruning::Pruning;
use super::successors::Successors;

/// All states, by number, each with what the search remembers of it.
#[derive(Debug)]
pub(super) struct StateList<const W: usize> {
    pub(super) states: Chunks<[u64; W]>,
    /// For each state of the current layer and the next: the operator that found it.
    pub(super) found_by: [Chunks<u16>; 2],
    /// For each state the one it was found from, where states are replaced by images.
    pub(super) parents: Chunks<u32>,
}

impl<const W: usize> StateList<W> {
    /// A list of the initial state.
    pub(super) fn new(has_parents: bool, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        let mut list = Self {
            states: Chunks::default(),
            found_by: [Chunks::default(), Chunks::default()],
            parents: Chunks::default(),
        };
        list.states.push([0; W], budget)?;
        list.found_by[0].push(Pruning::NO_OPERATOR, budget)?;
        if has_parents {
            list.parents.push(0, budget)?;
        }
        Ok(list)
    }

    /// Appends one of these successors to the next layer.
    #[inline]
    pub(super) fn push(
        &mut self,
        successors: &Successors<W>,
        place: usize,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        self.states.push(successors.states[place], budget)?;
        self.found_by[1].push(successors.made_by[place], budget)?;
        if let Some(parent) = successors.made_from.get(place) {
            self.parents.push(*parent, budget)?;
        }
        Ok(())
    }

    /// Appends states to the next layer: an array for the list of states, whose chunks are full, the operators that made them, and,
    /// where that is recorded, the states that they were made from.
    pub(super) fn append(
        &mut self,
        states: Chunks<[u64; W]>,
        made_by: &[u16],
        made_from: &[u32],
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        self.states.append(states);
        self.found_by[1].extend(made_by, budget)?;
        self.parents.extend(made_from, budget)
    }

    /// Makes the next layer the current one.
    pub(super) fn finish_layer(&mut self, budget: &mut MemoryBudget) {
        self.found_by.swap(0, 1);
        self.found_by[1].clear(budget);
    }
}
