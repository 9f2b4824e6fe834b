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
mod counted;
mod descent;
mod error;
mod export;
mod first;
mod fixed;
mod incremental;
mod listing;
mod measured;
mod minimize;
mod model;
mod open_goals;
mod outcome;
mod parallel;
mod pdr;
#[cfg(feature = "varisat")]
mod proving;
mod schedule;
mod session;
mod spot_checks;
mod strategy;
mod supports;
mod too_long;
mod worker;

use std::ops::ControlFlow;

pub use confirm::{Claim, Confirmation, ForeignRun, confirm};
pub use error::RunError;
pub use export::{ExportError, write_dimacs, write_dimspec, write_icnf};
pub use measured::Measured;
pub use model::{ModelError, read_model};
pub use outcome::{Attempt, Event, HorizonAnswer, Run, Verdict};
pub use pdr::{BrokenInvariant, InvariantSearch, find_invariant};
#[cfg(feature = "varisat")]
pub use proving::{HorizonRefutation, run_proving};
pub use schedule::{Factor, HorizonSchedule, InvalidHorizonSchedule};
pub use strategy::{HorizonRange, Strategy};
pub use too_long::TooManySteps;

use session::Session;
use too_long::check_length;

use crate::encode::{Trace, TransitionSystem};
use crate::solver::SolverKind;
use crate::stop::Stop;

/// Runs a strategy on a system, over a range of horizons, with a new solver of the kind.
///
/// # Errors
/// What the solver reports beyond "stopped", a proof that is none, or one formula that is too long.
pub fn run(
    system: &TransitionSystem,
    strategy: Strategy,
    range: &HorizonRange,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<Run, RunError> {
    run_all(system, strategy, range, solver, stop, observer, &mut |_| ControlFlow::Break(()))
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
    range: &HorizonRange,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(Event<'_>),
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    run_in(Session::new(system, solver, stop, observer)?, strategy, range, listener)
}

/// Runs a strategy in a session that has just begun.
fn run_in(
    mut session: Session<'_, '_>,
    strategy: Strategy,
    range: &HorizonRange,
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    let system = session.system();
    let HorizonRange { schedule, refuted, greatest, trust } = *range;
    let refuted = strategy.skips(refuted);
    if let Some(horizon) = strategy.horizon().filter(|_| !system.excludes_goal()) {
        check_length(system, horizon)?;
    }
    let verdict = match (strategy, schedule) {
        _ if system.excludes_goal() => Verdict::Unsolvable,
        (Strategy::Incremental, HorizonSchedule::Parallel(threads)) => {
            parallel::run(&mut session, threads, refuted, greatest, trust)?
        }
        (Strategy::Incremental, schedule) => {
            incremental::run(&mut session, schedule, refuted, greatest, trust)?
        }
        (Strategy::Fixed(horizon), _) => fixed::run(&mut session, horizon, refuted)?,
        (Strategy::Minimize(horizon), _) => minimize::run(&mut session, horizon, refuted)?,
        (Strategy::First, _) => first::run(&mut session, refuted, greatest),
        (Strategy::Pdr, _) => {
            let solver = session.kind();
            pdr::run(&mut session, greatest).map_err(|error| error.by_solver(&solver))?
        }
    };
    if let Verdict::Reached { trace, shortest: true } = &verdict {
        listing::run(&mut session, trace, listener)?;
    }
    Ok(session.finish(verdict))
}
