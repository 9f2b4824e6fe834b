//! Threads that evaluate states ahead of the search.
//!
//! LM-cut takes far longer than all else in A*. The search proceeds as with one thread. While it evaluates a state, other
//! threads evaluate those that come next: in the open list, and among the successors of its head. A value depends on the state
//! alone. So plans, numbers of states and bounds do not depend on the threads; only unused values are wasted work.

use std::collections::{HashMap, HashSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::heuristic::LmCut;

use super::super::packing::Unpacking;

#[derive(Debug, Default)]
pub(super) struct Lookahead {
    shared: Mutex<Shared>,
    /// Signals that there is work, or that the search is over.
    is_called: Condvar,
    is_done: Condvar,
}

#[derive(Debug, Default)]
struct Shared {
    /// States that come next, the first of them last.
    wanted: Vec<Box<[u64]>>,
    begun: HashSet<Box<[u64]>>,
    distances: HashMap<Box<[u64]>, Option<u64>>,
    n_waiting: usize,
    is_over: bool,
}

type Evaluated = Result<Option<u64>, StopReason>;

/// Greatest size of the stored states whose values are unused so far, in bytes.
const MOST_BYTES: usize = 1 << 21;

impl Shared {
    fn take_wanted(&mut self) -> Option<Box<[u64]>> {
        let Self { wanted, begun, distances, .. } = self;
        std::iter::from_fn(|| wanted.pop())
            .find(|state| !distances.contains_key(state) && !begun.contains(state))
    }
}

impl Lookahead {
    /// Returns the distance of a state from the goal: from another thread, or by `evaluate`. `next` names states that come
    /// after this one, the nearest last.
    pub(super) fn ask(
        &self,
        state: &[u64],
        next: &mut dyn FnMut() -> Vec<Box<[u64]>>,
        evaluate: &mut dyn FnMut(&[u64]) -> Evaluated,
    ) -> Evaluated {
        let mut shared = self.lock();
        let is_known = shared.distances.contains_key(state);
        let has_room = shared.distances.len() * size_of_val(state) < MOST_BYTES;
        if (!is_known || shared.wanted.is_empty()) && has_room {
            shared.wanted = next();
            shared.wanted.retain(|other| **other != *state);
            if 0 < shared.n_waiting && !shared.wanted.is_empty() {
                self.is_called.notify_all();
            }
        }
        loop {
            if let Some(distance) = shared.distances.remove(state) {
                return Ok(distance);
            }
            if !shared.begun.contains(state) {
                drop(shared);
                return evaluate(state);
            }
            // Instead of waiting for the other thread, this one evaluates the next state.
            let Some(other) = shared.take_wanted() else {
                shared = self.is_done.wait(shared).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            shared.begun.insert(other.clone());
            drop(shared);
            let distance = evaluate(&other)?;
            shared = self.lock();
            shared.begun.remove(&other);
            shared.distances.insert(other, distance);
        }
    }

    pub(super) fn work(
        &self,
        mut heuristic: LmCut,
        unpacking: &Unpacking,
        mut values: Vec<u32>,
        stop: &Stop,
    ) {
        let mut shared = self.lock();
        while !shared.is_over && !stop.is_raised() {
            let Some(state) = shared.take_wanted() else {
                shared.n_waiting += 1;
                shared = self.is_called.wait(shared).unwrap_or_else(PoisonError::into_inner);
                shared.n_waiting -= 1;
                continue;
            };
            shared.begun.insert(state.clone());
            drop(shared);
            let begun = EvaluationGuard { lookahead: self, state: &state };
            unpacking.read(&state, &mut values);
            let distance: Evaluated = heuristic.distance(&values, stop);
            if let Ok(distance) = distance {
                self.lock().distances.insert(state.clone(), distance);
            }
            drop(begun);
            shared = self.lock();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Guard that marks a state as no longer being evaluated, also after a panic: the search may wait for it.
struct EvaluationGuard<'a> {
    lookahead: &'a Lookahead,
    state: &'a [u64],
}

impl Drop for EvaluationGuard<'_> {
    fn drop(&mut self) {
        self.lookahead.lock().begun.remove(self.state);
        self.lookahead.is_done.notify_all();
    }
}

/// Guard that lets the threads end when the search ends, also by a panic.
pub(super) struct SearchGuard<'a>(pub(super) &'a Lookahead);

impl Drop for SearchGuard<'_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.is_called.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_a_thread_gives_up_is_evaluated_by_the_search() {
        let lookahead = Lookahead::default();
        lookahead.lock().begun.insert([7].into());
        drop(EvaluationGuard { lookahead: &lookahead, state: &[7] });
        assert!(lookahead.lock().begun.is_empty());
        assert_eq!(lookahead.ask(&[7], &mut Vec::new, &mut |_| Ok(Some(3))), Ok(Some(3)));
    }
}
