//! The outcome of a strategy's run: its verdict, the record of every horizon tried, the events on the way, and errors.

use std::time::Duration;

use bmcplan_base::stop::StopReason;
use bmcplan_formula::Var;

use super::measured::Measured;
use crate::encode::{Trace, TransitionSystem};
use crate::solver::{SolverError, SolverKind};

/// Answer for one horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HorizonAnswer {
    /// The goal is reached within the horizon.
    Reached,
    /// The goal is not reached within the horizon.
    Refuted,
    /// The solver was stopped.
    Stopped,
}

/// Record of one call of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Number of steps of the query.
    pub horizon: usize,
    /// What the solver said.
    pub answer: HorizonAnswer,
    /// CPU time from the call to the answer, including the growth of the formula.
    pub elapsed: Duration,
    /// Conflicts of this call, where the solver counts them.
    pub conflicts: Option<u64>,
}

/// Result of a strategy's run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached in this trace.
    Reached {
        /// The model.
        trace: Trace,
        /// True if every shorter length was refuted.
        shortest: bool,
    },
    /// No horizon reaches the goal: the formula of some horizon has no model even without the goal, or an invariant excludes
    /// the goal.
    Unsolvable,
    /// Greatest horizon tried does not reach the goal; a longer one may.
    NoneWithin(usize),
    /// Stopped before any trace was found.
    Stopped(StopReason),
}

/// Record of a strategy's run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Result.
    pub verdict: Verdict,
    /// Greatest k such that every horizon of at most k steps was refuted.
    pub refuted: Option<usize>,
    /// Set where a trace was found but the search for a shorter one was stopped.
    pub stopped: Option<StopReason>,
    /// Every call of the solver, in order.
    pub attempts: Vec<Attempt>,
    /// Size of the formula, and the times.
    pub measured: Measured,
}

/// Event of a run.
#[derive(Debug, Clone, Copy)]
pub enum HorizonEvent<'a> {
    /// A horizon is about to be tried.
    Started(usize),
    /// A horizon has been tried.
    Finished(&'a Attempt),
    /// A foreign solver's answers are being confirmed: for horizons up to this one, or for formulas of at most this number of
    /// steps and a relaxed suffix.
    Confirming(usize),
    /// A trace to the goal was found; shorter ones are searched for.
    Reached(&'a Trace),
    /// Additional effort spent on a formula of a first trace, in literals.
    Spent(u64),
}

/// Error of a run: a fault of this program, or a formula that is too long to be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The solver cannot be started, or is at fault.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The single formula of the query is too long.
    #[error(transparent)]
    TooManySteps(#[from] TooManySteps),
    /// The claimed invariant is not inductive, or does not exclude the goal.
    #[error(transparent)]
    Invariant(#[from] BrokenInvariant),
    /// States that were found one step apart do not form a run together.
    #[error("the {0} states found on the way to the goal do not follow from each other")]
    NoRun(usize),
}

impl RunError {
    /// Returns the same error, attributed to the solver if it is foreign and its proof is wrong.
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

/// A claimed invariant does not hold: a fault of this program, or of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BrokenInvariant {
    /// The first state does not satisfy it.
    #[error("the invariant does not hold at the start")]
    Start,
    /// A step leads out of it.
    #[error("a step leads out of the invariant")]
    Step,
    /// A goal satisfies it.
    #[error("the invariant does not exclude the goal")]
    Goal,
}

/// Formula of more steps than can be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula of this problem has {n_vars} variables per step; at most {most} steps can be written, not {horizon}"
)]
pub struct TooManySteps {
    /// Requested number of steps.
    pub horizon: usize,
    /// Number of variables of each frame; there is one more frame than steps.
    pub n_vars: usize,
    /// Greatest possible number of steps.
    pub most: usize,
}

/// Checks that every variable of every frame up to `horizon` can have a number of its own.
pub(super) fn check_length(system: &TransitionSystem, horizon: usize) -> Result<(), TooManySteps> {
    let n_vars = system.n_vars();
    let most = Var::MAX_INDEX.checked_div(n_vars).map_or(usize::MAX, |n_frames| n_frames.saturating_sub(1));
    if horizon <= most { Ok(()) } else { Err(TooManySteps { horizon, n_vars, most }) }
}
