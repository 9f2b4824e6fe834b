//! The states that A* has generated, each once, and the open list of those still to be expanded.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::super::limits::PathCost;
use super::super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::super::numbered::{NumberedStates, index};
use super::super::pruning::Pruning;
use super::super::width::Width;

/// All generated states, numbered in that order, and the data of each.
#[derive(Debug)]
pub(super) struct Nodes<W: Width> {
    pub(super) states: NumberedStates<W>,
    nodes: Chunks<Node>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) parent: u32,
    pub(super) way: PathCost,
    /// Lower bound on the measure of plans from here; [`Node::DEAD_END`] if there is no plan.
    pub(super) distance: u64,
    pub(super) found_by: u16,
    /// True if the distance includes the state's own heuristic value, not only its parent's.
    pub(super) is_evaluated: bool,
    /// True if its successors were generated since it was reached by this path.
    pub(super) is_expanded: bool,
}

impl Node {
    pub(super) const DEAD_END: u64 = u64::MAX;

    pub(super) const START: Self = Self {
        parent: 0,
        way: PathCost { cost: 0, length: 0 },
        distance: 0,
        found_by: Pruning::NO_OPERATOR,
        is_evaluated: false,
        is_expanded: false,
    };

    #[inline]
    pub(super) fn f(self) -> u64 {
        self.way.cost.saturating_add(self.distance)
    }
}

impl<W: Width> Nodes<W> {
    pub(super) fn new(width: W, budget: &mut MemoryBudget) -> Result<Self, OutOfMemory> {
        Ok(Self { states: NumberedStates::new(width, budget)?, nodes: Chunks::default() })
    }

    #[inline]
    pub(super) fn node(&self, number: u32) -> Node {
        self.nodes.get(index(number))
    }

    #[inline]
    pub(super) fn set(&mut self, number: u32, node: Node) {
        self.nodes.set(index(number), node);
    }

    /// Returns `Ok` with the number of a known state; otherwise adds the state and returns its number as `Err`.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        state: &W::State,
        node: Node,
        budget: &mut MemoryBudget,
    ) -> Result<Result<u32, u32>, OutOfMemory> {
        let found = self.states.find_or_add(state, budget)?;
        if found.is_err() {
            self.nodes.push(node, budget)?;
        }
        Ok(found)
    }
}

/// Priority queue of states: least `f` first, then least distance, then shortest path, then the last one added. It has a stack
/// for each of these priorities, in order: few stacks where costs are small, and at most one for each entry where they are
/// great.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    stacks: BTreeMap<Priority, Vec<OpenState>>,
}

/// `f`, the distance, and the length of the path.
type Priority = (u64, u64, u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenState {
    pub(super) number: u32,
    pub(super) way: PathCost,
}

impl OpenList {
    const STACK_BYTES: usize = 2 * size_of::<(Priority, Vec<OpenState>)>();

    /// Adds an entry for a state with the lower bound `distance`.
    pub(super) fn push(
        &mut self,
        entry: OpenState,
        distance: u64,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        let f = entry.way.cost.saturating_add(distance);
        let stack = match self.stacks.entry((f, distance, entry.way.length)) {
            Entry::Occupied(stack) => stack.into_mut(),
            Entry::Vacant(place) => {
                budget.take(Self::STACK_BYTES)?;
                place.insert(Vec::new())
            }
        };
        if stack.len() == stack.capacity() {
            let more = stack.capacity().max(1);
            budget.take(more * size_of::<OpenState>())?;
            stack.reserve_exact(more);
        }
        stack.push(entry);
        Ok(())
    }

    pub(super) fn first(&self, f: u64) -> impl Iterator<Item = &OpenState> {
        self.stacks
            .range((f, 0, 0)..)
            .take_while(move |(priority, _)| priority.0 == f)
            .flat_map(|(_, stack)| stack.iter().rev())
    }

    /// Removes the first entry; returns it with its `f`.
    pub(super) fn pop(&mut self, budget: &mut MemoryBudget) -> Option<(OpenState, u64)> {
        loop {
            let mut first = self.stacks.first_entry()?;
            if let Some(entry) = first.get_mut().pop() {
                return Some((entry, first.key().0));
            }
            let stack = first.remove();
            budget.give_back(Self::STACK_BYTES + stack.capacity() * size_of::<OpenState>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::width::Fixed;
    use super::*;

    #[test]
    fn states_are_found_again_and_the_budget_is_kept() {
        const LIMIT: usize = 1 << 20;
        let mut budget = MemoryBudget::new(Some(LIMIT));
        let mut nodes = Nodes::new(Fixed::<2>, &mut budget).unwrap();
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
        assert!(full.is_some_and(|full| LIMIT < 80 * usize::try_from(full).unwrap()), "{full:?}");
        assert!(budget.peak() <= LIMIT);
    }

    #[test]
    fn least_sum_first_then_least_distance_then_the_shortest_way_then_the_last() {
        let mut budget = MemoryBudget::new(None);
        let mut open = OpenList::default();
        let states = [(0, 1, 1, 3), (1, 2, 2, 2), (2, 2, 2, 2), (3, 0, 0, 3), (4, 5, 1, 0), (5, 2, 1, 2)];
        for (number, cost, length, distance) in states {
            let entry = OpenState { number, way: PathCost { cost, length } };
            open.push(entry, distance, &mut budget).unwrap();
        }
        let mut popped = || open.pop(&mut budget).map(|(entry, f)| (entry.number, f));
        let all: Vec<_> = std::iter::from_fn(&mut popped).collect();
        assert_eq!(all, [(3, 3), (5, 4), (2, 4), (1, 4), (0, 4), (4, 5)]);
    }

    #[test]
    fn the_open_list_keeps_the_budget() {
        let mut budget = MemoryBudget::new(Some(1000));
        let mut open = OpenList::default();
        let mut push = |number| open.push(OpenState { number, way: PathCost::default() }, 0, &mut budget);
        assert!((0..1000).any(|number| push(number).is_err()));
    }
}
