//! Answers by formulas: an encoding under a horizon strategy, decoded and validated.

#[cfg(feature = "varisat")]
use std::sync::Arc;

use super::derivable::derivable;
use super::error::InternalError;
use super::listing::Collector;
use super::options::{Mode, Options, PlanQuery};
use super::proof::ProofSource;
use super::report::{Outcome, Progress, Report};
use super::trusted::{Listing, trusted};
use super::unsupported::Unsupported;
use crate::encode::{
    EncodeError, Encoding, Reduction, Reductions, Semantics, StepOptions, Trace, TransitionSystem, decode,
};
use crate::figures::{CpuInstant, Figures, seconds};
use crate::horizon::{self, Event, ForeignRun, Run, Strategy, Verdict};
use crate::plan::{Plan, validate};
use crate::solver::SolverKind;
use crate::stop::Stop;
use crate::task::Task;

/// Runs a strategy; horizons up to `searched` were refuted by a search.
pub(super) fn by_formula(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    strategy: Strategy,
    searched: Option<usize>,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let mode = Mode::Formula(strategy);
    // Where operators are counted, what bounds them counts.
    let counted =
        if strategy == Strategy::CoreGuided { Semantics::Sequential } else { options.step.semantics };
    let (earliest, by) = match options.lower_bound.of(task, counted, stop) {
        Ok((Some(earliest), by)) => (earliest, by),
        Ok((None, by)) => {
            return Ok(Report { proved_by: Some(by), ..Report::of(Outcome::Unsolvable, mode) });
        }
        Err(reason) => return Ok(Report::of(Outcome::Stopped(reason), mode)),
    };
    let (refuted, by) = match earliest.checked_sub(1) {
        bound if bound <= searched => (searched, ProofSource::Search),
        bound => (bound, by),
    };
    let refuted = strategy.skips(refuted);
    let proved_by = refuted.is_some().then_some(by);
    if let Some(horizon) = strategy.horizon().filter(|horizon| *horizon < earliest) {
        let outcome = Outcome::NoPlanWithin(horizon);
        return Ok(Report { refuted, proved_by, ..Report::of(outcome, mode) });
    }
    let begun = CpuInstant::now();
    let encoded_for = encoded_for(task, encoding, options, strategy, stop);
    let (system, keeps_refutation) = match encoded_for {
        Ok(found) => found,
        Err(EncodeError::Stopped(reason)) => {
            return Ok(Report { refuted, proved_by, ..Report::of(Outcome::Stopped(reason), mode) });
        }
        Err(EncodeError::Semantics(error)) => return Err(Unsupported::from(error).into()),
    };
    let encoded = begun.elapsed();
    let mut collector = Collector::new(task, &system, options.wanted);
    // The first trace on the way that was no plan.
    let mut fault: Option<InternalError> = None;
    let observer = &mut |event: Event<'_>| match event {
        Event::Reached(trace) => match decoded(task, &system, trace) {
            Ok(plan) => observer(Progress::Plan(&plan)),
            Err(error) => {
                fault.get_or_insert(error);
            }
        },
        event => observer(Progress::Horizon(event)),
    };
    let mut listing = Listing::default();
    let listener = &mut |trace: &Trace| listing.count(collector.hear(trace));
    let range = options.range(refuted);
    #[cfg(feature = "varisat")]
    let (run, refutation) = if keeps_refutation {
        horizon::run_proving(&system, &range, stop, observer)?
    } else {
        (horizon::run_all(&system, strategy, &range, &options.solver, stop, observer, listener)?, None)
    };
    #[cfg(not(feature = "varisat"))]
    let run = {
        debug_assert!(!keeps_refutation, "there is no solver that keeps it");
        horizon::run_all(&system, strategy, &range, &options.solver, stop, observer, listener)?
    };
    let foreign =
        ForeignRun { system: &system, strategy, known: refuted, run: &run, listed: listing.listed(&run) };
    let trusted = trusted(task, options, &foreign, stop, observer)?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    let Run { verdict, refuted: refuted_now, stopped, attempts, measured } = run;
    let list = collector.finish(stopped.is_some())?;
    let is_shortest = matches!(verdict, Verdict::Reached { shortest: true, .. });
    let outcome = match verdict {
        Verdict::Reached { trace, shortest } => {
            Outcome::of_plan(task, decode(task, &system, &trace)?, shortest)?
        }
        Verdict::Unsolvable => Outcome::Unsolvable,
        Verdict::NoneWithin(horizon) => Outcome::NoPlanWithin(horizon),
        Verdict::Stopped(reason) => Outcome::Stopped(reason),
    };
    let proved_by = match &outcome {
        Outcome::Unsolvable if system.excludes_goal() => Some(ProofSource::Mutexes),
        Outcome::Unsolvable if strategy == Strategy::Pdr => Some(ProofSource::Invariant),
        Outcome::Unsolvable => Some(believed(options, trusted.as_ref())),
        _ if refuted < refuted_now => Some(believed(options, trusted.as_ref())),
        _ => proved_by,
    };
    let figures = Figures {
        build_seconds: Some(seconds(encoded + measured.building)),
        solver_seconds: Some(seconds(measured.solving)),
        // None where no horizon was tried.
        conflicts: attempts
            .iter()
            .map(|attempt| attempt.conflicts)
            .reduce(|one, other| one.zip(other).map(|(one, other)| one + other))
            .flatten(),
        ..Figures::of_formula(measured.size)
    };
    Ok(Report {
        refuted: refuted.max(refuted_now),
        proved_by,
        list: (is_shortest && options.wanted != PlanQuery::One).then_some(list),
        trusted,
        stopped,
        #[cfg(feature = "varisat")]
        refutation: refutation.map(Arc::new),
        attempts,
        figures,
        ..Report::of(outcome, mode)
    })
}

/// The plan that a trace is, if the validator accepts it.
fn decoded(task: &Task, system: &TransitionSystem, trace: &Trace) -> Result<Plan, InternalError> {
    let plan = decode(task, system, trace)?;
    validate(task, &plan)?;
    Ok(plan)
}

/// The solver that refuted something: one from elsewhere only if nobody has confirmed it.
fn believed(options: &Options, trusted: Option<&SolverKind>) -> ProofSource {
    let own = || if options.solver.is_built_in() { options.solver.clone() } else { SolverKind::default() };
    ProofSource::Solver(trusted.cloned().unwrap_or_else(own))
}

/// The system for what is asked, and whether the refutation below a shortest plan is kept.
fn encoded_for(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    strategy: Strategy,
    stop: &Stop,
) -> Result<(TransitionSystem, bool), EncodeError> {
    Ok(match derivable(task, encoding, options, strategy, stop)? {
        Some(system) => (system, true),
        None => (encoding.encode(task, &step_options(options, strategy), stop)?, false),
    })
}

/// How a step is written for what is asked.
fn step_options(options: &Options, strategy: Strategy) -> StepOptions {
    let mut step = options.step.clone();
    // A formula that is to have all shortest plans has them in any order, and with any of the objects that are alike. Where
    // some plan is looked for, more of them are better.
    if options.wanted != PlanQuery::One || strategy == Strategy::First {
        step.reductions = step.reductions.without(Reduction::Order).without(Reduction::Symmetries);
    }
    // Knowledge about single states says nothing of two steps in a row.
    if strategy == Strategy::Pdr {
        let of_two_steps = [Reduction::Order, Reduction::Repeats, Reduction::Symmetries];
        step.reductions = of_two_steps.into_iter().fold(step.reductions, Reductions::without);
    }
    step
}
