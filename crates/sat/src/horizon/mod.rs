//! Horizon strategies: the horizons that are tried, their order, and the solvers that answer.
//!
//! A strategy queries a solver "does the goal hold after at most n steps?" for the horizons of its choice. This is multishot
//! solving (Gebser et al., *Multi-shot ASP solving with clingo*, 2019), in SAT bounded model checking over an incremental
//! solver (Eén & Sörensson, *Temporal induction by incremental SAT solving*, 2003).
//!
//! Horizons are monotone: frames may idle after the goal is reached, so a plan within n steps is also one within n+1. One
//! refutation at n proves that every plan has more than n steps.
//!
//! **Architecture Invariant:** this module knows neither tasks nor puzzles.

mod by_hand;
mod cheapest;
mod confirm;
mod cubes;
mod export;
mod export_costs;
mod export_text;
mod first;
mod incremental;
mod lemmas;
mod measured;
mod open_goals;
mod outcome;
mod pdr;
mod proof;
mod session;
mod strategy;
mod worker_pool;

use std::ops::ControlFlow;

pub use by_hand::{Horizons, TriedHorizon, horizons};
pub use cheapest::{CheapestEvent, CheapestQuestion, CheapestRun, CheapestVerdict, cheapest};
pub use confirm::{Confirmation, ForeignRun, confirm};
pub use cubes::{Cubes, InvalidCubes};
pub use export::{ExportError, ModelError, read_model, write_dimacs, write_dimspec, write_icnf};
pub use export_costs::{CostFormat, NoCostLiterals, cost_literals, write_costs};
pub use export_text::write_text;
pub use lemmas::LemmaCopies;
pub use measured::Measured;
pub use outcome::{
    Attempt, BrokenInvariant, HorizonAnswer, HorizonEvent, Run, RunError, TooManySteps, Verdict,
};
pub use pdr::{InvariantSearch, find_invariant};
pub use proof::HorizonRefutation;
pub use strategy::{Factor, HorizonRange, HorizonSchedule, InvalidHorizonSchedule, Strategy, UpperBound};

use incremental::{fixed, incremental, minimize};
use outcome::check_length;
#[cfg(feature = "varisat")]
use proof::ProofComposer;
use session::{Reply, Session};

use bmcplan_base::stop::Stop;

use crate::encode::{Trace, TransitionSystem};
#[cfg(feature = "varisat")]
use crate::solver::with_log;
use crate::solver::{SolverError, SolverKind};

/// Runs a strategy on a system, over a range of horizons, with a new solver of the given kind.
///
/// # Errors
/// A fault of the solver, a wrong proof, or a formula that is too long.
pub fn run(
    system: &TransitionSystem,
    strategy: Strategy,
    range: &HorizonRange,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(HorizonEvent<'_>),
) -> Result<Run, RunError> {
    run_all(system, strategy, range, solver, stop, observer, &mut |_| ControlFlow::Break(()))
}

/// Runs a strategy like [`run`], and continues after a trace of the fewest steps. `listener` receives this trace and all others
/// of the same length, until it breaks off. Traces with the same states in all frames count as one.
///
/// A stop while traces are listed is noted in [`Run::stopped`].
///
/// # Errors
/// As for [`run`].
pub fn run_all(
    system: &TransitionSystem,
    strategy: Strategy,
    range: &HorizonRange,
    solver: &SolverKind,
    stop: &Stop,
    observer: &mut dyn FnMut(HorizonEvent<'_>),
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    run_in(Session::new(system, solver, stop, observer)?, strategy, range, listener)
}

fn run_in(
    session: Session<'_, '_>,
    strategy: Strategy,
    range: &HorizonRange,
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    let system = session.system();
    let HorizonRange { schedule, refuted, greatest, copy_lemmas, .. } = *range;
    let mut session = session.copying(copy_lemmas);
    let refuted = strategy.skips(refuted);
    if let Some(horizon) = strategy.horizon().filter(|_| !system.excludes_goal()) {
        check_length(system, horizon)?;
    }
    let verdict = match (strategy, schedule) {
        _ if system.excludes_goal() => Verdict::Unsolvable,
        (Strategy::Incremental, _) if range.divides() && !system.landmark_facts().is_empty() => {
            cubes::run(&mut session, range)?
        }
        (Strategy::Incremental, schedule) => incremental(&mut session, schedule, range)?,
        (Strategy::Fixed(horizon), _) => fixed(&mut session, horizon, refuted)?,
        (Strategy::Minimize(horizon), _) => minimize(&mut session, horizon, refuted)?,
        (Strategy::First, _) => first::run(&mut session, refuted, greatest),
        (Strategy::Pdr, _) => {
            let solver = session.kind();
            pdr::run(&mut session, greatest).map_err(|error| error.by_solver(&solver))?
        }
    };
    if let Verdict::Reached { trace, shortest: true } = &verdict {
        list(&mut session, trace, listener)?;
    }
    Ok(session.finish(verdict))
}

/// Passes a shortest trace to `listener`, and then all others of its length. Each is excluded by a clause that some fact of it
/// is false. These are facts of the frames up to the goal alone, so that traces that differ only in auxiliary variables count
/// once.
fn list(
    session: &mut Session<'_, '_>,
    first: &Trace,
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<(), SolverError> {
    let length = first.length(session.system());
    let mut trace = first.clone();
    while listener(&trace).is_continue() {
        // The trace may be from another formula.
        if let Err(reason) = session.grow_to(length) {
            session.record_stop(reason);
            break;
        }
        if let Some(shorter) = length.checked_sub(1) {
            session.exclude_up_to(shorter);
        }
        session.exclude_trace(&trace, length);
        match session.query_another(length)? {
            Reply::Reached(another) => trace = another,
            Reply::Refuted | Reply::Contradiction => break,
            Reply::Stopped(reason) => {
                session.record_stop(reason);
                break;
            }
        }
    }
    Ok(())
}

/// Runs [`Strategy::Incremental`] like [`run`], with solvers that keep their derivations. Also returns the refutation of one
/// step less than the shortest trace has, if there was one.
///
/// # Errors
/// As for [`run`].
#[cfg(feature = "varisat")]
pub fn run_proving(
    system: &TransitionSystem,
    range: &HorizonRange,
    stop: &Stop,
    observer: &mut dyn FnMut(HorizonEvent<'_>),
) -> Result<(Run, Option<HorizonRefutation>), RunError> {
    let mut composer = ProofComposer::default();
    let (run, _) = with_log(stop, |solver| {
        let log = solver.log();
        let session = Session::proving(system, Box::new(solver), log, Some(&mut composer), stop, observer);
        run_in(session, Strategy::Incremental, range, &mut |_| ControlFlow::Break(()))
    });
    let run = run?;
    let below = match &run.verdict {
        Verdict::Reached { trace, shortest: true } => trace.length(system).checked_sub(1),
        _ => None,
    };
    let refutation = below.and_then(|n_steps| composer.into_refutation(system, n_steps));
    Ok((run, refutation))
}
