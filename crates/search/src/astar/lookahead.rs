//! Threads that evaluate states ahead of the search.
//!
//! LM-cut takes far longer than all else in A*. The search proceeds as with one thread. While it evaluates a state, other
//! threads evaluate those that come next: in the open list, and among the successors of its head. A value depends on the state,
//! its parent's landmarks and the operator between them, which are all named in the [request](Request). So plans, numbers of
//! states and bounds do not depend on the threads; only unused values are wasted work.

use std::collections::{HashMap, HashSet};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::heuristic::{CutLandmarks, LmCut};

use super::super::packing::Unpacking;
use super::landmarks::Request;

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
    wanted: Vec<Request>,
    /// Keys of requests.
    begun: HashSet<Box<[u64]>>,
    distances: HashMap<Box<[u64]>, Distance>,
    /// Number of bytes of `distances`.
    n_bytes: usize,
    n_waiting: usize,
    is_over: bool,
}

/// Lower bound, with the landmarks that it counts; `None` if there is no plan.
pub(super) type Distance = Option<(u64, CutLandmarks)>;

type Evaluated = Result<Distance, StopReason>;

/// Greatest size of the stored states whose values are unused so far, in bytes.
const MOST_BYTES: usize = 1 << 24;

impl Shared {
    fn take_wanted(&mut self) -> Option<Request> {
        let Self { wanted, begun, distances, .. } = self;
        std::iter::from_fn(|| wanted.pop())
            .find(|request| !distances.contains_key(&request.key) && !begun.contains(&request.key))
    }

    fn insert(&mut self, key: &[u64], distance: Distance) {
        self.n_bytes += n_bytes(key, &distance);
        self.distances.insert(key.into(), distance);
    }

    fn remove(&mut self, key: &[u64]) -> Option<Distance> {
        let distance = self.distances.remove(key)?;
        self.n_bytes -= n_bytes(key, &distance);
        Some(distance)
    }
}

fn n_bytes(key: &[u64], distance: &Distance) -> usize {
    size_of_val(key) + distance.as_ref().map_or(0, |(_, landmarks)| landmarks.n_bytes())
}

impl Lookahead {
    /// Returns the distance of a state from the goal: from another thread, or by `evaluate`. `next` names states that come
    /// after this one, the nearest last.
    pub(super) fn ask(
        &self,
        request: &Request,
        next: &mut dyn FnMut() -> Vec<Request>,
        evaluate: &mut dyn FnMut(&Request) -> Evaluated,
    ) -> Evaluated {
        let state = &request.key;
        let mut shared = self.lock();
        let is_known = shared.distances.contains_key(state);
        if (!is_known || shared.wanted.is_empty()) && shared.n_bytes < MOST_BYTES {
            shared.wanted = next();
            shared.wanted.retain(|other| other.key != *state);
            if 0 < shared.n_waiting && !shared.wanted.is_empty() {
                self.is_called.notify_all();
            }
        }
        loop {
            if let Some(distance) = shared.remove(state) {
                return Ok(distance);
            }
            if !shared.begun.contains(state) {
                drop(shared);
                return evaluate(request);
            }
            // Instead of waiting for the other thread, this one evaluates the next state.
            let Some(other) = shared.take_wanted() else {
                shared = self.is_done.wait(shared).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            shared.begun.insert(other.key.clone());
            drop(shared);
            let distance = evaluate(&other)?;
            shared = self.lock();
            shared.begun.remove(&other.key);
            shared.insert(&other.key, distance);
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
            let Some(request) = shared.take_wanted() else {
                shared.n_waiting += 1;
                shared = self.is_called.wait(shared).unwrap_or_else(PoisonError::into_inner);
                shared.n_waiting -= 1;
                continue;
            };
            let state = &request.key;
            shared.begun.insert(state.clone());
            drop(shared);
            let begun = EvaluationGuard { lookahead: self, state };
            unpacking.read(state, &mut values);
            let distance: Evaluated = heuristic.distance_after(&values, request.before(), stop);
            if let Ok(distance) = distance {
                self.lock().insert(state, distance);
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
        let request = Request::alone(&[7]);
        lookahead.lock().begun.insert(request.key.clone());
        drop(EvaluationGuard { lookahead: &lookahead, state: &request.key });
        assert!(lookahead.lock().begun.is_empty());
        let answer = lookahead.ask(&request, &mut Vec::new, &mut |_| Err(StopReason::Timeout));
        assert_eq!(answer.err(), Some(StopReason::Timeout));
    }
}
