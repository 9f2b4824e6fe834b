//! The strategy `first`, for any plan, soon; and the mode `anytime`, for shorter ones after it.
//!
//! Formulas with steps of several moves (∃-steps) are short even where plans are long, and need no proof here. The plan is
//! put into an order, needless operators are left out, and it is validated as every plan is.
//!
//! Where a step is a move, greedy search by a [relaxed plan and landmarks](crate::search::GreedySearch) takes turns with the formulas. It
//! is the faster one where goals have little to do with each other and where there are very many moves, and finds nothing where every
//! move is in the way of others. Each turn has so much effort, which is counted and not timed. In the end a shorter plan is looked for
//! among states close to those of the plan.
//!
//! On dense boards hardly any moves can share a step, but states are few. So, where steps of one move are asked for, there is
//! a short breadth-first search before the formulas, and a longer one where the short one has come far: then few states are
//! added by each step, and plans are long. They are bounded by memory and not by time, so the same input gives the same plan;
//! and a plan that they find is a shortest one.
//!
//! In the mode `anytime`, only shorter plans are asked for after the first. If there is none, the first is a shortest one; if
//! that is not proved in time, the best plan so far is the answer.

use super::auto;
use super::bounds::Bounds;
use super::by_formula::{Known, by_formula};
use super::by_search::by_search;
use super::error::InternalError;
use super::first_greedy::FirstGreedy;
use super::options::{Mode, Options};
use super::report::{Answer, Observer, Outcome, Progress, Report, Request};
use crate::encode::{IdleSteps, Operators, StepOptions};
use crate::figures::Figures;
use crate::horizon::{Event, Strategy};
use crate::plan::{Plan, without_needless};
use crate::search::SearchHeuristic;
use crate::solver::SolverKind;
use crate::stop::{Stop, StopReason};

/// The memory of the search before the formulas, in bytes: some ten thousand states, a hundredth of a second.
const SEARCH_MEMORY: usize = 4 << 20;

/// Its memory if it has come as far as [`FAR`] with the first share: a million states, a third of a second.
const FAR_SEARCH_MEMORY: usize = 64 << 20;

/// A depth that is far: on problems of the planning competitions, the search comes to 20 where formulas are better, and to 88
/// in Sokoban.
const FAR: usize = 40;

/// Finds a plan. Refutations on the way hold for plans of one move a step, too.
pub(super) fn first(request: Request<'_>, stop: &Stop, observer: Observer<'_>) -> Answer {
    let Request { task, encoding, options } = request;
    let semantics = options.semantics_of_formulas();
    let encoding = if encoding.check(semantics).is_ok() { encoding } else { &Operators };
    let step = StepOptions { semantics, idle: IdleSteps::Anywhere, ..options.step.clone() };
    let inside = Options { solver: SolverKind::Batsat, step, ..options.clone() };
    let mut searched = None;
    if !options.step.semantics.is_parallel() {
        for memory in [SEARCH_MEMORY, FAR_SEARCH_MEMORY] {
            let memory = options.search_memory.map_or(memory, |bytes| bytes.min(memory));
            let tell = &mut |progress| observer(Progress::Search(progress));
            let report = by_search(task, options, SearchHeuristic::Blind, Some(memory), stop, tell)?;
            // A horizon may have more moves than steps.
            let is_answer = matches!(report.outcome, Outcome::Solved { .. } | Outcome::Unsolvable);
            if is_answer || stop.is_raised() {
                return Ok(report);
            }
            let is_out_of_memory = matches!(report.outcome, Outcome::Stopped(StopReason::Memory));
            let goes_on = is_out_of_memory && Some(FAR) <= report.refuted;
            searched = Some(report);
            if !goes_on {
                break;
            }
        }
    }
    let mut greedy =
        FirstGreedy::begin(task, options, stop, &mut |progress| observer(Progress::Search(progress)));
    let formulas_stop = stop.child();
    let report = if greedy.is_done() {
        Report::of(Outcome::Stopped(StopReason::Interrupt), Mode::Formula(Strategy::First))
    } else {
        let observer = &mut |progress: Progress<'_>| {
            if let Progress::Horizon(Event::Spent(effort)) = progress {
                greedy.keep_up(effort, stop, observer);
                if greedy.is_done() {
                    formulas_stop.raise(StopReason::Interrupt);
                }
            }
            observer(progress);
        };
        by_formula(
            Request { encoding, options: &inside, ..request },
            Strategy::First,
            Known::default(),
            &formulas_stop,
            observer,
        )?
    };
    let report = match report.outcome {
        Outcome::Stopped(_) => greedy.finish(task, report, stop, observer)?,
        _ => report,
    };
    let report = match searched {
        Some(searched) if report.refuted < searched.refuted => Report {
            refuted: searched.refuted,
            proved_by: searched.proved_by,
            figures: Figures { states: searched.figures.states, ..report.figures },
            ..report
        },
        _ => report,
    };
    let mode = Mode::Formula(Strategy::First);
    let Outcome::Solved { plan, .. } = report.outcome else { return Ok(Report { mode, ..report }) };
    let plan = without_needless(task, &plan);
    let plan = if options.step.semantics.is_parallel() {
        plan
    } else {
        greedy.shortened(Plan::sequential(plan.operators()), stop)
    };
    Ok(Report { outcome: Outcome::of_plan(task, plan, false)?, mode, ..report })
}

/// Finds a plan and asks for shorter ones until a shortest is proved.
pub(super) fn anytime(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let options = request.options;
    let of_first = Options { mode: Mode::Formula(Strategy::First), ..options.clone() };
    bounds.enter(first(Request { options: &of_first, ..request }, stop, observer)?);
    let Some(plan) = bounds.plan().filter(|_| !bounds.is_settled()) else { return Ok(()) };
    log::info!("a first plan: {} moves in {} steps", plan.length(), plan.makespan());
    observer(Progress::Plan(&plan));
    let shorter = plan.makespan().saturating_sub(1);
    let greatest = options.max_horizon.map_or(shorter, |greatest| greatest.min(shorter));
    let options = &Options { mode: Mode::Auto, max_horizon: Some(greatest), ..options.clone() };
    auto::run(Request { options, ..request }, bounds, stop, observer)
}
