//! Faults that leave the planner without a report.

use super::unsupported::Unsupported;
use crate::encode::DecodeError;
use crate::horizon::{BrokenInvariant, RunError, TooManySteps};
use crate::plan::PlanError;
use crate::solver::SolverError;

/// A fault of this program, or of its caller.
#[derive(thiserror::Error)]
pub enum InternalError {
    /// Options that do not go together.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// One formula of more steps than can be written.
    #[error(transparent)]
    TooManySteps(#[from] TooManySteps),
    /// A solver broke.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model that is no run of the task.
    #[error("the model cannot be read as a plan: {0}")]
    Decode(#[from] DecodeError),
    /// A plan that the validator rejects.
    #[error("the validator rejects the plan that was found: {0}")]
    Plan(#[from] PlanError),
    /// A proof that no plan exists which is none.
    #[error(transparent)]
    Invariant(#[from] BrokenInvariant),
    /// States that were to be a plan and do not follow each other.
    #[error("the {0} states that were found on the way to the goal are no run")]
    NoRun(usize),
}

debug_is_message!(InternalError);

impl From<RunError> for InternalError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Solver(error) => error.into(),
            RunError::TooManySteps(error) => error.into(),
            RunError::Invariant(error) => error.into(),
            RunError::NoRun(states) => Self::NoRun(states),
        }
    }
}
