//! Reasons why a strategy's run has no verdict.

use super::pdr::BrokenInvariant;
use super::too_long::TooManySteps;
use crate::solver::{SolverError, SolverKind};

/// Why a run has no verdict: a fault of this program, or a formula that is too long to be written.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The solver cannot be had, or is at fault.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The one formula that was asked for is too long.
    #[error(transparent)]
    TooManySteps(#[from] TooManySteps),
    /// What was to prove that no plan exists does not.
    #[error(transparent)]
    Invariant(#[from] BrokenInvariant),
    /// States that were found one step apart do not follow each other when taken together.
    #[error("the {0} states that were found on the way to the goal are no run")]
    NoRun(usize),
}

debug_is_message!(RunError);

impl RunError {
    /// A proof that is none is the fault of a foreign solver, if one gave it.
    pub(super) fn by_solver(self, solver: &SolverKind) -> Self {
        match self {
            Self::Invariant(_) | Self::NoRun(_) if !solver.is_built_in() => {
                let cause = format!("its answers contradict each other: {self}");
                SolverError::Foreign { solver: solver.to_string(), cause }.into()
            }
            own => own,
        }
    }
}
