//! The planner: runs a mode, decodes, validates, and reports an answer that can be trusted.
//!
//! This is where the rooms meet: the explicit search, or an encoding under a horizon strategy; then, whoever
//! gave the plan, the validator. [`Outcome`] keeps "gave up", "not within n steps" and "impossible" apart,
//! and a plan that the validator rejects is an [`InternalError`], never an answer.

mod auto;
mod best_value;
mod listing;
mod lower_bound;
mod report;
mod several;
mod trusted;

pub use best_value::{BestValue, best_value};
pub use listing::PlanList;
pub use lower_bound::{LowerBound, UnknownLowerBound};
pub use report::{InternalError, Mode, Options, Outcome, Progress, Report, Wanted};
pub use several::Unsupported;

use std::time::Instant;

use listing::Collector;
use trusted::{Listing, trusted};

use crate::encode::{Encoding, Reduction, StepOptions, Trace, decode};
use crate::figures::{Figures, seconds};
use crate::horizon::{self, Event, ForeignRun, Run, Strategy, Verdict};
use crate::plan::{Plan, validate};
use crate::search::{self, Counter, PlansReport, SearchLimits, SearchOutcome, SearchReport};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Solves a task in the mode that the options ask for.
///
/// `encoding` is used by the modes that make formulas. Raise `stop` from anywhere to end the run with
/// [`Outcome::Stopped`]; `observer` hears of every horizon and of the search's layers.
///
/// # Errors
/// Faults of this program: a solver that broke, or a model or plan that is not one. And of its caller: options that do
/// not go together, or one formula of more steps than can be written.
pub fn solve(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    several::check(options, encoding)?;
    let begun = Instant::now();
    let mut report = match options.mode {
        Mode::Search => by_search(task, options, options.search_memory, stop, observer)?,
        // A search knows steps of one operator only.
        Mode::Auto if options.step.semantics.is_parallel() => {
            by_formula(task, encoding, options, climb(options, None), stop, observer)?
        }
        Mode::Incremental => by_formula(task, encoding, options, climb(options, None), stop, observer)?,
        Mode::Fixed(horizon) => {
            by_formula(task, encoding, options, Strategy::Fixed { horizon, refuted: None }, stop, observer)?
        }
        Mode::Minimize(horizon) => by_formula(
            task,
            encoding,
            options,
            Strategy::Minimize { horizon, refuted: None },
            stop,
            observer,
        )?,
        Mode::Pdr => {
            let strategy = Strategy::Pdr { greatest: options.max_horizon };
            by_formula(task, encoding, options, strategy, stop, observer)?
        }
        Mode::Auto => auto::run(task, encoding, options, stop, observer)?,
    };
    report.elapsed = begun.elapsed();
    Ok(report)
}

fn climb(options: &Options, refuted: Option<usize>) -> Strategy {
    Strategy::Incremental { schedule: options.schedule, refuted, greatest: options.max_horizon }
}

fn by_search(
    task: &Task,
    options: &Options,
    memory_bytes: Option<usize>,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let counter = if task.is_best_early() { Counter::LeftOut } else { Counter::Kept };
    let simpler = task.without_deadline();
    let (task_to_search, latest) = match &simpler {
        Some((simpler, latest)) => (simpler, Some(*latest)),
        None => (task, None),
    };
    let max_depth = options.max_horizon.into_iter().chain(latest).min();
    let limits = SearchLimits { max_depth, memory_bytes, counter };
    let progress = &mut |progress| observer(Progress::Search(progress));
    let PlansReport { first, plans, stopped } = match options.wanted {
        Wanted::One => {
            let first = search::shortest_plan(task_to_search, &limits, stop, progress);
            PlansReport { first, plans: None, stopped: None }
        }
        Wanted::All(_) | Wanted::Count => search::shortest_plans(task_to_search, &limits, stop, progress),
    };
    let SearchReport { outcome, states, refuted, .. } = first;
    let outcome = match outcome {
        SearchOutcome::Solved(plan) => accept(task, plan, true)?,
        SearchOutcome::Exhausted => Outcome::Unsolvable,
        // Nothing is possible after the deadline.
        SearchOutcome::DepthReached if latest.is_some_and(|latest| Some(latest) <= refuted) => {
            Outcome::Unsolvable
        }
        SearchOutcome::DepthReached => Outcome::NoPlanWithin(refuted.unwrap_or(0)),
        SearchOutcome::Stopped(reason) => Outcome::Stopped(reason),
        SearchOutcome::TooLarge => {
            log::warn!("the states of this task are too large to be held by the search");
            Outcome::Stopped(StopReason::Memory)
        }
    };
    let list = plans.map(|plans| listing::from_search(task, &plans, options.wanted)).transpose()?;
    let figures = Figures { states: Some(states), ..Figures::default() };
    Ok(Report { refuted, list, stopped, figures, ..Report::of(outcome, Mode::Search) })
}

fn by_formula(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    strategy: Strategy,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let mode = match strategy {
        Strategy::Incremental { .. } => Mode::Incremental,
        Strategy::Fixed { horizon, .. } => Mode::Fixed(horizon),
        Strategy::Minimize { horizon, .. } => Mode::Minimize(horizon),
        Strategy::Pdr { .. } => Mode::Pdr,
    };
    let earliest = match options.lower_bound.of(task, stop) {
        Ok(Some(earliest)) => earliest,
        Ok(None) => return Ok(Report::of(Outcome::Unsolvable, mode)),
        Err(reason) => return Ok(Report::of(Outcome::Stopped(reason), mode)),
    };
    // Its frames begin at the start, whatever else is known.
    let known = if mode == Mode::Pdr { None } else { earliest.checked_sub(1) };
    let strategy = match strategy {
        Strategy::Incremental { schedule, refuted, greatest } => {
            Strategy::Incremental { schedule, refuted: refuted.max(known), greatest }
        }
        Strategy::Fixed { horizon, .. } | Strategy::Minimize { horizon, .. } if horizon < earliest => {
            let outcome = Outcome::NoPlanWithin(horizon);
            return Ok(Report { refuted: known, ..Report::of(outcome, mode) });
        }
        Strategy::Fixed { horizon, .. } => Strategy::Fixed { horizon, refuted: known },
        Strategy::Minimize { horizon, .. } => Strategy::Minimize { horizon, refuted: known },
        Strategy::Pdr { greatest } => Strategy::Pdr { greatest },
    };
    let begun = Instant::now();
    let system = match encoding.encode(task, &step_options(options), stop) {
        Ok(system) => system,
        Err(reason) => return Ok(Report { refuted: known, ..Report::of(Outcome::Stopped(reason), mode) }),
    };
    let encoded = begun.elapsed();
    let mut collector = Collector::new(task, &system, options.wanted);
    let observer = &mut |event: Event<'_>| observer(Progress::Horizon(event));
    let mut listing = Listing::default();
    let listener = &mut |trace: &Trace| listing.count(collector.hear(trace));
    let run = horizon::run_all(&system, strategy, &options.solver, stop, observer, listener)?;
    let foreign = ForeignRun { system: &system, strategy, run: &run, listed: listing.listed(&run) };
    let trusted = trusted(task, options, &foreign, stop, observer)?;
    let Run { verdict, refuted, stopped, attempts, measured } = run;
    let list = collector.finish(stopped.is_some())?;
    let is_shortest = matches!(verdict, Verdict::Reached { shortest: true, .. });
    let outcome = match verdict {
        Verdict::Reached { trace, shortest } => accept(task, decode(task, &system, &trace)?, shortest)?,
        Verdict::Unsolvable => Outcome::Unsolvable,
        Verdict::NoneWithin(horizon) => Outcome::NoPlanWithin(horizon),
        Verdict::Stopped(reason) => Outcome::Stopped(reason),
    };
    let figures = Figures {
        build_seconds: Some(seconds(encoded + measured.building)),
        solver_seconds: Some(seconds(measured.solving)),
        conflicts: attempts.iter().map(|attempt| attempt.conflicts).sum(),
        ..Figures::of_formula(measured.size)
    };
    Ok(Report {
        refuted: refuted.max(known),
        list: (is_shortest && options.wanted != Wanted::One).then_some(list),
        trusted,
        stopped,
        attempts,
        figures,
        ..Report::of(outcome, mode)
    })
}

/// How a step is written for what is asked.
fn step_options(options: &Options) -> StepOptions {
    let mut step = options.step.clone();
    // A formula that is to have all shortest plans has them in any order.
    if options.wanted != Wanted::One {
        step.reductions = step.reductions.without(Reduction::Order);
    }
    // What is known of single states says nothing of two steps in a row.
    if options.mode == Mode::Pdr {
        step.reductions = step.reductions.without(Reduction::Order).without(Reduction::Repeats);
    }
    step
}

/// The only way to a solved outcome.
fn accept(task: &Task, plan: Plan, optimal: bool) -> Result<Outcome, InternalError> {
    let states = validate(task, &plan)?;
    Ok(Outcome::Solved { plan, states, optimal })
}
