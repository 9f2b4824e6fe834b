//! Ends of searches and of their layers: goals, limits, and nothing left to see.

use super::memory::OutOfMemory;
use crate::stop::StopReason;

/// The search's reaction to a goal state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtGoal {
    /// End at once.
    Halt,
    /// End after the current layer.
    FinishLayer,
    /// Count the state and go on.
    Count,
}

/// The end of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// At the goal state with this number; it is in the last layer.
    Goal(usize),
    /// With a layer that has no successors: every reachable state was seen.
    Exhausted,
    /// With all states of the last layer allowed.
    DepthReached,
    /// Before the last layer was complete.
    Stopped(StopReason),
}

/// The reason why a layer was not completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The goal state with this number was found.
    Goal(usize),
    /// A limit was reached.
    Stop(StopReason),
}

impl From<OutOfMemory> for Interruption {
    fn from(_: OutOfMemory) -> Self {
        Self::Stop(StopReason::Memory)
    }
}
