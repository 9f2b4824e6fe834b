//! Errors: reasons why a strategy's run has no verdict.

use crate::encode::TransitionSystem;
use crate::formula::Var;
use crate::solver::{SolverError, SolverKind};

/// The reason why a run has no verdict: a fault of this program, or a formula that is too long to be written.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The solver cannot be started, or is at fault.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The one formula that was asked for is too long.
    #[error(transparent)]
    TooManySteps(#[from] TooManySteps),
    /// The invariant that should prove that no plan exists does not.
    #[error(transparent)]
    Invariant(#[from] BrokenInvariant),
    /// States that were found one step apart are no run when taken together.
    #[error("the {0} states that were found on the way to the goal are no run")]
    NoRun(usize),
}

debug_is_message!(RunError);

impl RunError {
    /// The same error, blamed on the solver if it is foreign and its proof is wrong.
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

/// A supposed invariant that is none: a fault of this program, or of a solver.
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

/// A formula of more steps than can be written.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula of this problem has {n_vars} variables per step; at most {most} steps can be written, not {horizon}"
)]
pub struct TooManySteps {
    /// The number of steps that was asked for.
    pub horizon: usize,
    /// The variables of each frame; there is one more frame than steps.
    pub n_vars: usize,
    /// The greatest number of steps.
    pub most: usize,
}

debug_is_message!(TooManySteps);

/// Checks that every variable of every frame up to the horizon has a number of its own.
pub(super) fn check_length(system: &TransitionSystem, horizon: usize) -> Result<(), TooManySteps> {
    let n_vars = system.n_vars();
    let most = Var::MAX_INDEX.checked_div(n_vars).map_or(usize::MAX, |n_frames| n_frames.saturating_sub(1));
    if horizon <= most { Ok(()) } else { Err(TooManySteps { horizon, n_vars, most }) }
}
