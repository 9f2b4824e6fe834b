//! The open lists of a greedy search: edges by the estimate of the state that they leave, all of them and those that look
//! helpful.
//!
//! Each estimate has two lists, one for all edges and one for helpful ones, and the next edge is taken from each list in turn.
//! After progress, the lists of helpful edges have [`BOOST`] turns more (Richter & Helmert, *Preferred operators and deferred
//! evaluation in satisficing planning*, 2009). Among edges of one estimate the first one added comes first.

use std::collections::VecDeque;

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
    queues: Vec<VecDeque<OpenEdge>>,
    first: usize,
    len: usize,
}

/// Turns that lists of helpful edges gain by progress.
const BOOST: i64 = 1000;

const GREATEST: usize = (1 << 16) - 1;

impl OpenLists {
    pub(super) fn of(n_estimates: usize) -> Self {
        let pair = || [false, true].map(|is_of_helpful| EdgeList { is_of_helpful, ..EdgeList::default() });
        Self { lists: (0..n_estimates).flat_map(|_| pair()).collect() }
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        edge: OpenEdge,
        estimates: &[u32],
        is_helpful: bool,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        for (pair, estimate) in self.lists.chunks_mut(2).zip(estimates) {
            for list in pair.iter_mut().filter(|list| is_helpful || !list.is_of_helpful) {
                list.push(edge, *estimate, budget)?;
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn pop(&mut self, budget: &mut MemoryBudget) -> Option<OpenEdge> {
        let filled = self.lists.iter_mut().filter(|list| 0 < list.len);
        filled.min_by_key(|list| list.turns)?.pop(budget)
    }

    pub(super) fn boost(&mut self) {
        self.lists.iter_mut().filter(|list| list.is_of_helpful).for_each(|list| list.turns -= BOOST);
    }
}

impl EdgeList {
    /// Smallest capacity of a queue that is freed when it is empty.
    const LARGE: usize = 1 << 8;

    fn push(&mut self, edge: OpenEdge, estimate: u32, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let place = usize::try_from(estimate).unwrap_or(GREATEST).min(GREATEST);
        if self.queues.len() <= place {
            budget.take((place + 1 - self.queues.len()) * size_of::<VecDeque<OpenEdge>>())?;
            self.queues.resize_with(place + 1, VecDeque::new);
        }
        let queue = &mut self.queues[place];
        if queue.len() == queue.capacity() {
            let before = queue.capacity();
            let more = before.max(4);
            budget.take(more * size_of::<OpenEdge>())?;
            queue.reserve_exact(more);
        }
        queue.push_back(edge);
        self.first = self.first.min(place);
        self.len += 1;
        Ok(())
    }

    fn pop(&mut self, budget: &mut MemoryBudget) -> Option<OpenEdge> {
        loop {
            let queue = self.queues.get_mut(self.first)?;
            if let Some(edge) = queue.pop_front() {
                self.turns += 1;
                self.len -= 1;
                return Some(edge);
            }
            if Self::LARGE <= queue.capacity() {
                budget.give_back(queue.capacity() * size_of::<OpenEdge>());
                *queue = VecDeque::new();
            }
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(operator: u32) -> OpenEdge {
        OpenEdge { from: 0, operator }
    }

    #[test]
    fn least_estimate_first_then_the_first_added() {
        let mut budget = MemoryBudget::new(None);
        let mut open = OpenLists::of(1);
        for (operator, estimate) in [(0, 3), (1, 2), (2, 3), (3, 2)] {
            open.push(edge(operator), &[estimate], false, &mut budget).unwrap();
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
        for (operator, estimates, is_helpful) in edges {
            open.push(edge(operator), &estimates, is_helpful, &mut budget).unwrap();
        }
        let mut next = |open: &mut OpenLists| open.pop(&mut budget).map(|edge| edge.operator);
        // By the first estimate all and the helpful ones, then by the second.
        assert_eq!([(); 4].map(|()| next(&mut open)), [Some(0), Some(2), Some(1), Some(2)]);
        open.boost();
        assert_eq!([(); 2].map(|()| next(&mut open)), [Some(3), Some(3)]);
    }

    #[test]
    fn the_budget_is_kept() {
        let mut budget = MemoryBudget::new(Some(1000));
        let mut open = OpenLists::of(1);
        // The length of a list is the greatest estimate.
        assert!(open.push(edge(0), &[100], true, &mut budget).is_err());
        assert!((0..1000).any(|number| open.push(edge(number), &[0], true, &mut budget).is_err()));
    }
}
