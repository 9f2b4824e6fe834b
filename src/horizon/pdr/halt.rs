//! Reasons why a question of property-directed reachability has no answer.

use crate::solver::SolverError;
use crate::stop::StopReason;

/// An invariant that is none: a fault of this program, or of a solver.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BrokenInvariant {
    /// The first state does not satisfy it.
    #[error("the invariant that was found does not hold at the start")]
    Start,
    /// A step leads out of it.
    #[error("the invariant that was found does not survive every step")]
    Step,
    /// A goal satisfies it.
    #[error("the invariant that was found does not rule the goal out")]
    Goal,
}

debug_is_message!(BrokenInvariant);

/// Why a question has no answer.
#[derive(Debug)]
pub(super) enum Halt {
    Stopped(StopReason),
    Fault(SolverError),
    Broken(BrokenInvariant),
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self::Fault(error)
    }
}
