//! Ends of searches and of their layers: goals, limits, and nothing left to see.

use super::memory::OutOfMemory;
use crate::stop::StopReason;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtGoal {
    Halt,
    FinishLayer,
    Count,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// At the goal state with this number; it is in the last layer.
    Goal(usize),
    /// With a layer that has no successors: every reachable state was seen.
    Exhausted,
    /// With all states of the last layer allowed.
    DepthReached,
    Stopped(StopReason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interruption {
    Goal(usize),
    Stop(StopReason),
}

impl From<OutOfMemory> for Interruption {
    fn from(_: OutOfMemory) -> Self {
        Self::Stop(StopReason::Memory)
    }
}
