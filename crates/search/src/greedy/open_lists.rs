//! The open lists of a greedy search: edges by a priority of the state that they leave, all of them and those that look
//! helpful.
//!
//! Each heuristic has two lists, one for all edges and one for helpful ones, and the next edge is taken from each list in turn.
//! After progress, the lists of helpful edges have [`BOOST`] turns more (Richter & Helmert, *Preferred operators and deferred
//! evaluation in satisficing planning*, 2009). Among edges of one priority the first one added comes first.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use super::super::memory::{MemoryBudget, OutOfMemory};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenEdge {
    pub(super) from: u32,
    pub(super) operator: u32,
}

#[derive(Debug)]
pub(super) struct OpenLists {
    lists: Vec<EdgeList>,
}

#[derive(Debug, Default)]
struct EdgeList {
    is_of_helpful: bool,
    /// Number of turns taken, less those that were given.
    turns: i64,
    /// A queue for each priority of an edge.
    queues: BTreeMap<u64, VecDeque<OpenEdge>>,
}

/// Turns that lists of helpful edges gain by progress.
const BOOST: i64 = 1000;

impl OpenLists {
    pub(super) fn of(n_heuristics: usize) -> Self {
        let pair = || [false, true].map(|is_of_helpful| EdgeList { is_of_helpful, ..EdgeList::default() });
        Self { lists: (0..n_heuristics).flat_map(|_| pair()).collect() }
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        edge: OpenEdge,
        priorities: &[u64],
        is_helpful: bool,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        for (pair, priority) in self.lists.chunks_mut(2).zip(priorities) {
            for list in pair.iter_mut().filter(|list| is_helpful || !list.is_of_helpful) {
                list.push(edge, *priority, budget)?;
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn pop(&mut self, budget: &mut MemoryBudget) -> Option<OpenEdge> {
        let filled = self.lists.iter_mut().filter(|list| !list.queues.is_empty());
        filled.min_by_key(|list| list.turns)?.pop(budget)
    }

    pub(super) fn boost(&mut self) {
        self.lists.iter_mut().filter(|list| list.is_of_helpful).for_each(|list| list.turns -= BOOST);
    }
}

impl EdgeList {
    const QUEUE_BYTES: usize = 2 * size_of::<(u64, VecDeque<OpenEdge>)>();

    fn push(&mut self, edge: OpenEdge, priority: u64, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let queue = match self.queues.entry(priority) {
            Entry::Occupied(queue) => queue.into_mut(),
            Entry::Vacant(place) => {
                budget.take(Self::QUEUE_BYTES)?;
                place.insert(VecDeque::new())
            }
        };
        if queue.len() == queue.capacity() {
            let more = queue.capacity().max(4);
            budget.take(more * size_of::<OpenEdge>())?;
            queue.reserve_exact(more);
        }
        queue.push_back(edge);
        Ok(())
    }

    fn pop(&mut self, budget: &mut MemoryBudget) -> Option<OpenEdge> {
        let mut first = self.queues.first_entry()?;
        let edge = first.get_mut().pop_front();
        if first.get().is_empty() {
            budget.give_back(Self::QUEUE_BYTES + first.get().capacity() * size_of::<OpenEdge>());
            first.remove();
        }
        self.turns += 1;
        edge
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(operator: u32) -> OpenEdge {
        OpenEdge { from: 0, operator }
    }

    #[test]
    fn least_priority_first_then_the_first_added() {
        let mut budget = MemoryBudget::new(None);
        let mut open = OpenLists::of(1);
        for (operator, priority) in [(0, 3), (1, 2), (2, 3), (3, 2)] {
            open.push(edge(operator), &[priority], false, &mut budget).unwrap();
        }
        let popped: Vec<u32> =
            std::iter::from_fn(|| open.pop(&mut budget)).map(|edge| edge.operator).collect();
        assert_eq!(popped, [1, 3, 0, 2]);
    }

    #[test]
    fn lists_take_turns_and_helpful_edges_come_first_after_progress() {
        let mut budget = MemoryBudget::new(None);
        let mut open = OpenLists::of(2);
        let edges = [(0, [1, 9], false), (1, [9, 1], false), (2, [5, 5], true), (3, [6, 6], true)];
        for (operator, priorities, is_helpful) in edges {
            open.push(edge(operator), &priorities, is_helpful, &mut budget).unwrap();
        }
        let mut next = |open: &mut OpenLists| open.pop(&mut budget).map(|edge| edge.operator);
        // By the first priority all and the helpful ones, then by the second.
        assert_eq!([(); 4].map(|()| next(&mut open)), [Some(0), Some(2), Some(1), Some(2)]);
        open.boost();
        assert_eq!([(); 2].map(|()| next(&mut open)), [Some(3), Some(3)]);
    }

    #[test]
    fn the_budget_is_kept() {
        let mut budget = MemoryBudget::new(Some(1000));
        let mut open = OpenLists::of(1);
        assert!((0..1000).any(|number| open.push(edge(number), &[0], true, &mut budget).is_err()));
    }
}
