//! The states that A* has met: each once, with how it was reached and how far it is from the goal at least.

use crate::search::chunks::Chunks;
use crate::search::hash::Hash;
use crate::search::memory::{MemoryBudget, OutOfMemory};
use crate::search::pruning::Pruning;

/// All states, numbered in the order in which they were met, and a table to find them by.
#[derive(Debug)]
pub(super) struct Nodes<const W: usize> {
    states: Chunks<[u64; W]>,
    nodes: Chunks<Node>,
    /// Open addressing: numbers of states, or [`FREE`].
    slots: Vec<u32>,
}

/// What is known of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    /// The state before it; its own number for the first.
    pub(super) parent: u32,
    /// The number of operators that it was reached with.
    pub(super) depth: u32,
    /// No plan from here has fewer operators; [`Node::DEAD_END`] if there is none.
    pub(super) distance: u32,
    /// The operator that it was reached by.
    pub(super) found_by: u16,
    /// Is the distance by the heuristic, not just by that of the state before?
    pub(super) is_evaluated: bool,
    /// Were its successors made since it was reached with so few operators?
    pub(super) is_expanded: bool,
}

const FREE: u32 = u32::MAX;
const FIRST_SLOTS: usize = 1 << 10;

impl Node {
    /// The distance of a state that no plan leads on from.
    pub(super) const DEAD_END: u32 = u32::MAX;

    /// The initial state's.
    pub(super) const START: Self = Self {
        parent: 0,
        depth: 0,
        distance: 0,
        found_by: Pruning::NO_OPERATOR,
        is_evaluated: false,
        is_expanded: false,
    };
}

impl<const W: usize> Nodes<W> {
    /// No states.
    pub(super) fn new(budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        budget.take(FIRST_SLOTS * size_of::<u32>())?;
        let slots = vec![FREE; FIRST_SLOTS];
        Ok(Self { states: Chunks::default(), nodes: Chunks::default(), slots })
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// A state.
    pub(super) fn state(&self, number: u32) -> [u64; W] {
        self.states.get(index(number))
    }

    /// What is known of a state.
    pub(super) fn node(&self, number: u32) -> Node {
        self.nodes.get(index(number))
    }

    /// Changes what is known of a state.
    pub(super) fn set(&mut self, number: u32, node: Node) {
        self.nodes.set(index(number), node);
    }

    /// The number of a state that is known already; if it is not, it is now, and its number comes second.
    pub(super) fn find_or_add(
        &mut self,
        state: &[u64; W],
        node: Node,
        budget: &mut MemoryBudget,
    ) -> Result<Result<u32, u32>, OutOfMemory> {
        let mut slot = Hash::of(state).home(self.slots.len());
        while self.slots[slot] != FREE {
            if self.state(self.slots[slot]) == *state {
                return Ok(Ok(self.slots[slot]));
            }
            slot = self.after(slot);
        }
        let number = u32::try_from(self.len()).map_err(|_| OutOfMemory)?;
        if number == FREE {
            return Err(OutOfMemory);
        }
        self.states.push(*state, budget)?;
        self.nodes.push(node, budget)?;
        self.slots[slot] = number;
        if self.slots.len() < 2 * self.len() {
            self.grow(budget)?;
        }
        Ok(Err(number))
    }

    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Twice as many slots.
    fn grow(&mut self, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let n_slots = 2 * self.slots.len();
        budget.take(n_slots * size_of::<u32>())?;
        let old = std::mem::replace(&mut self.slots, vec![FREE; n_slots]);
        for number in old.iter().copied().filter(|number| *number != FREE) {
            let mut slot = Hash::of(&self.state(number)).home(n_slots);
            while self.slots[slot] != FREE {
                slot = self.after(slot);
            }
            self.slots[slot] = number;
        }
        budget.give_back(old.len() * size_of::<u32>());
        Ok(())
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_again_and_the_budget_is_kept() {
        const LIMIT: usize = 1 << 20;
        let mut budget = MemoryBudget::new(Some(LIMIT));
        let mut nodes = Nodes::<2>::new(&mut budget).unwrap();
        let state = |number: u64| [number % 7, number.wrapping_mul(0x9e37_79b9)];
        let mut add = |number| nodes.find_or_add(&state(number), Node::START, &mut budget);
        let full = (0..LIMIT as u64).find(|number| {
            let known = u32::try_from(*number).unwrap();
            match add(*number) {
                Ok(added) => {
                    assert_eq!(added, Err(known));
                    assert_eq!(add(*number / 2), Ok(Ok(known / 2)));
                    false
                }
                Err(OutOfMemory) => true,
            }
        });
        assert!(full.is_some_and(|full| LIMIT < 60 * usize::try_from(full).unwrap()), "{full:?}");
        assert!(budget.peak() <= LIMIT);
    }
}
