//! Horizon strategies: which horizons are tried, in what order, inside one solver.
//!
//! A strategy sees a [`TransitionSystem`] and a solver, never a task: it asks "does the goal hold after at
//! most n steps?" for the horizons of its choice and reports every answer. ASP calls this multishot solving
//! (Gebser et al., *Multi-shot ASP solving with clingo*, 2019); in SAT it is bounded model checking over an
//! incremental solver (Eén & Sörensson, *Temporal induction by incremental SAT solving*, 2003).
//!
//! Horizons are monotone: frames may idle after the goal is reached, so a plan within n steps is also one
//! within n+1, and one refutation at n proves that every plan has more than n steps.
//!
//! **Architecture Invariant:** this room knows neither tasks nor puzzles.

mod confirm;
mod descent;
mod export;
mod fixed;
mod incremental;
mod listing;
mod measured;
mod minimize;
mod parallel;
mod pdr;
mod schedule;
mod session;
mod too_long;
mod worker;

use std::ops::ControlFlow;
use std::time::Duration;

pub use confirm::{Claim, Confirmation, ForeignRun, confirm};
pub use export::{ExportError, write_dimacs, write_dimspec, write_icnf};
pub use measured::Measured;
pub use pdr::BrokenInvariant;
pub use schedule::{Factor, InvalidSchedule, Schedule};
use session::Session;
pub use too_long::TooManySteps;
use too_long::check_length;

use crate::encode::{Trace, TransitionSystem};
use crate::solver::{SolverError, SolverKind};
use crate::stop::{Stop, StopReason};

/// A strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Ever greater horizons in one solver, until the shortest trace is found.
    Incremental {
        /// Which horizon follows a refuted one.
        schedule: Schedule,
        /// Horizons up to here are known to be refuted and are not asked again.
        refuted: Option<usize>,
        /// The last horizon to try, if there is a last one.
        greatest: Option<usize>,
    },
    /// One formula: is the goal reached within this many steps?
    Fixed {
        /// The number of steps.
        horizon: usize,
        /// Horizons up to here are known to be refuted.
        refuted: Option<usize>,
    },
    /// One formula of this many steps; then ever shorter plans are asked of it until it refutes one.
    Minimize {
        /// The number of steps.
        horizon: usize,
        /// Horizons up to here are known to be refuted and are not asked.
        refuted: Option<usize>,
    },
    /// Property-directed reachability: ever greater horizons, one step at a time, until the shortest trace is found or an
    /// invariant proves that there is none.
    Pdr {
        /// The last horizon to try, if there is a last one.
        greatest: Option<usize>,
    },
}

impl Strategy {
    /// Horizons up to here need no refutation.
    fn known(self) -> Option<usize> {
        match self {
            Self::Incremental { refuted, .. }
            | Self::Fixed { refuted, .. }
            | Self::Minimize { refuted, .. } => refuted,
            Self::Pdr { .. } => None,
        }
    }
}

/// What became of one horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The goal is reached within it.
    Reached,
    /// The goal is not reached within it.
    Refuted,
    /// The solver was stopped.
    Stopped,
}

/// The record of one call of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The number of steps asked for.
    pub horizon: usize,
    /// The answer.
    pub answer: Answer,
    /// Time from the call to the answer, with the growing of the formula for it.
    pub elapsed: Duration,
    /// Conflicts of this call, where the solver counts them.
    pub conflicts: Option<u64>,
}

/// How a run of a strategy ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached in this trace.
    Reached {
        /// The model.
        trace: Trace,
        /// Whether every shorter length was refuted.
        shortest: bool,
    },
    /// No horizon reaches the goal: some prefix of the formula has no model even without the goal.
    Unsolvable,
    /// The greatest horizon asked for does not reach it; a longer one may.
    NoneWithin(usize),
    /// Stopped before any trace was found.
    Stopped(StopReason),
}

/// A run of a strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub verdict: Verdict,
    /// The greatest k such that every horizon of at most k steps was refuted.
    pub refuted: Option<usize>,
    /// Set where a trace was found but the proof that it is shortest was stopped.
    pub stopped: Option<StopReason>,
    /// Every call of the solver, in order.
    pub attempts: Vec<Attempt>,
    /// What it took.
    pub measured: Measured,
}

/// What a run tells while it runs.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// This horizon is being tried.
    Started(usize),
    /// It has been tried.
    Finished(&'a Attempt),
    /// What a solver from elsewhere said of this horizon is being confirmed.
    Confirming(usize),
}

/// Why a run has no verdict: a fault of this program, or a formula that is too long to be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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

impl RunError {
    /// A proof that is none is the fault of a solver from elsewhere, if one gave it.
    fn by_solver(self, solver: &SolverKind) -> Self {
        match self {
            Self::Invariant(_) | Self::NoRun(_) if !solver.is_built_in() => {
                let cause = format!("its answers contradict each other: {self}");
                SolverError::Foreign { solver: solver.to_string(), cause }.into()
            }
            own => own,
        }
    }
}

/// Runs a strategy on a system with a new solver of the kind.
///
/// # Errors
/// What the solver reports beyond "stopped", a proof that is none, or one formula that is too long.
pub fn run(
    system: &TransitionSystem,
    strategy: Strategy,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<Run, RunError> {
    run_all(system, strategy, solver, stop, observer, &mut |_| ControlFlow::Break(()))
}

/// As [`run`], and goes on: where the trace is of the fewest steps, `listener` hears of it and of every other one of as
/// many steps, until it breaks off. Traces with the same states in all frames are told once.
///
/// A stop while traces are listed is noted in [`Run::stopped`].
///
/// # Errors
/// As [`run`].
pub fn run_all(
    system: &TransitionSystem,
    strategy: Strategy,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(Event<'_>),
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    let mut session = Session::new(system, solver, stop, observer)?;
    let verdict = match strategy {
        _ if system.excludes_goal() => Verdict::Unsolvable,
        Strategy::Fixed { horizon, .. } | Strategy::Minimize { horizon, .. }
            if let Err(too_long) = check_length(system, horizon) =>
        {
            return Err(too_long.into());
        }
        Strategy::Incremental { schedule: Schedule::Parallel(threads), refuted, greatest } => {
            parallel::run(&mut session, threads, refuted, greatest)?
        }
        Strategy::Incremental { schedule, refuted, greatest } => {
            incremental::run(&mut session, schedule, refuted, greatest)?
        }
        Strategy::Fixed { horizon, refuted } => fixed::run(&mut session, horizon, refuted)?,
        Strategy::Minimize { horizon, refuted } => minimize::run(&mut session, horizon, refuted)?,
        Strategy::Pdr { greatest } => {
            pdr::run(&mut session, greatest).map_err(|error| error.by_solver(solver))?
        }
    };
    if let Verdict::Reached { trace, shortest: true } = &verdict {
        listing::run(&mut session, trace, listener)?;
    }
    Ok(session.finish(verdict))
}
