//! Landmarks of evaluated states, from which the values of their successors are computed.
//!
//! They are counted in the memory of the search, of which they take an eighth at most. When that is full, all are forgotten;
//! successors are evaluated from nothing then. This does not depend on time or threads.

use std::collections::HashMap;

use bmcplan_task::OperatorId;
use bmcplan_task::heuristic::CutLandmarks;

use super::super::compiled::Compiled;
use super::super::memory::MemoryBudget;
use super::super::pruning::Pruning;

#[derive(Debug)]
pub(super) struct KnownLandmarks {
    of_state: HashMap<u32, CutLandmarks>,
    n_bytes: usize,
    most_bytes: usize,
}

/// State to be evaluated, with the landmarks of its parent and the operator that leads from there.
#[derive(Debug)]
pub(super) struct Request {
    /// Packed state, and a word for its parent and the operator: whatever the value depends on.
    pub(super) key: Box<[u64]>,
    before: Option<(CutLandmarks, OperatorId)>,
}

impl Request {
    /// Builds the request for a state without landmarks of its parent.
    pub(super) fn alone(state: &[u64]) -> Self {
        Self { key: state.iter().copied().chain([u64::MAX]).collect(), before: None }
    }

    pub(super) fn before(&self) -> Option<(&CutLandmarks, OperatorId)> {
        self.before.as_ref().map(|(landmarks, operator)| (landmarks, *operator))
    }
}

impl KnownLandmarks {
    /// Greatest number of bytes without a limit of memory.
    const MOST_BYTES: usize = 1 << 29;

    pub(super) fn within(memory_bytes: Option<usize>) -> Self {
        let most_bytes = memory_bytes.map_or(Self::MOST_BYTES, |bytes| Self::MOST_BYTES.min(bytes / 8));
        Self { of_state: HashMap::new(), n_bytes: 0, most_bytes }
    }

    /// Builds the request for a state that an operator of the state with the number `parent` found.
    pub(super) fn request(&self, state: &[u64], parent: u32, found_by: u16, compiled: &Compiled) -> Request {
        let landmarks = self.of_state.get(&parent).filter(|_| found_by != Pruning::NO_OPERATOR);
        let Some(landmarks) = landmarks else { return Request::alone(state) };
        let from = u64::from(parent) << 16 | u64::from(found_by);
        let before = (landmarks.clone(), compiled.operator_id(found_by.into()));
        Request { key: state.iter().copied().chain([from]).collect(), before: Some(before) }
    }

    pub(super) fn keep(&mut self, number: u32, landmarks: CutLandmarks, budget: &mut MemoryBudget) {
        if landmarks.n_bytes() == 0 {
            return;
        }
        let n_bytes = landmarks.n_bytes() + 4 * size_of::<(u32, CutLandmarks)>();
        if self.most_bytes < self.n_bytes + n_bytes || budget.take(n_bytes).is_err() {
            budget.give_back(self.n_bytes);
            (self.of_state, self.n_bytes) = (HashMap::new(), 0);
            return;
        }
        self.n_bytes += n_bytes;
        self.of_state.insert(number, landmarks);
    }
}
