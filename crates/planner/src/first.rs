//! The strategy `first`, for any plan, soon; and the mode `anytime`, for shorter ones after it.
//!
//! Formulas with steps of several moves (∃-steps) are short even where plans are long, and need no proof here. The plan is
//! put into an order, needless operators are left out, and it is validated as every plan is.
//!
//! Where a step is a move, greedy search by a [relaxed plan and landmarks](bmcplan_search::GreedySearch) takes turns with the
//! formulas. It is faster where goals are nearly independent or operators are many. It finds nothing where every operator disturbs
//! others. Each turn has a limited effort, which is counted and not timed. In the end a shorter plan is looked for among states
//! close to those of the plan.
//!
//! On dense boards hardly any moves can share a step, but states are few. So, for steps of one move, a short breadth-first search
//! precedes the formulas, and a longer one if the short one has come far. Then each step adds few states, and plans are long. They
//! are bounded by memory and not by time, so the same input gives the same plan; and a plan that they find is a shortest one.
//!
//! In the mode `anytime`, only shorter or cheaper plans are asked for after the first. If there is none, the first is a shortest one; if
//! that is not proved in time, the best plan so far is the answer.

use bmcplan_base::stop::StopReason;
use bmcplan_sat::encode::{IdleSteps, Operators, StepOptions};
use bmcplan_sat::horizon::Strategy;
use bmcplan_sat::solver::SolverKind;
use bmcplan_search::SearchHeuristic;
use bmcplan_task::plan::{Metric, Plan, without_needless};

use super::auto;
use super::bounds::Bounds;
use super::by_formula::by_formula;
use super::by_search::by_search;
use super::error::{InternalError, Unsupported};
use super::event::Event;
use super::first_greedy::FirstGreedy;
use super::options::{Mode, Options};
use super::portfolio::Question;
use super::report::{Answer, Done, Observer, Outcome, Report};

/// The memory of the search before the formulas, in bytes: some ten thousand states, a hundredth of a second.
const SEARCH_MEMORY: usize = 4 << 20;

/// Its memory if it has come as far as [`FAR`] with the first share: a million states, a third of a second.
const FAR_SEARCH_MEMORY: usize = 64 << 20;

/// A depth that is far: on problems of the planning competitions, the search comes to 20 where formulas are better, and to 88
/// in Sokoban.
const FAR: usize = 40;

/// Finds a plan. Refutations on the way hold for plans of one move a step, too.
pub(super) fn first(question: Question<'_>, observer: Observer<'_>) -> Answer {
    let Question { task, encoding, options, stop, .. } = question;
    let is_parallel = options.step.semantics.is_parallel();
    let semantics = options.semantics_of_formulas();
    let encoding = if encoding.check(semantics).is_ok() { encoding } else { &Operators };
    let step = StepOptions { semantics, idle: IdleSteps::Anywhere, ..options.step.clone() };
    let inside = Options { solver: SolverKind::Batsat, step, ..options.clone() };
    // A board of its own: any plan settles this part of the question.
    let bounds = &Bounds::of(options);
    let question = Question { bounds, ..question };
    for memory in [SEARCH_MEMORY, FAR_SEARCH_MEMORY].into_iter().filter(|_| !is_parallel) {
        let memory = options.search_memory.map_or(memory, |bytes| bytes.min(memory));
        let report = by_search(Question { memory, ..question }, SearchHeuristic::Blind, observer)?;
        let is_out_of_memory = report.outcome == Outcome::Stopped(StopReason::Memory);
        let goes_on = is_out_of_memory && Some(FAR) <= report.refuted;
        question.enter(match report.outcome {
            // A horizon of formulas may have more moves than steps.
            Outcome::NoPlanWithin(_) => Report { outcome: Outcome::Stopped(StopReason::Memory), ..report },
            _ => report,
        });
        if bounds.is_settled() || stop.is_raised() {
            return Ok(bounds.answer(stop));
        }
        if !goes_on {
            break;
        }
    }
    let mut greedy = FirstGreedy::begin(question.relevant, options, stop, observer);
    let of_formulas = stop.child();
    if !greedy.is_done() {
        let observer = &mut |event: Event| {
            if let Event::Spent(effort) = event {
                greedy.keep_up(effort, stop, observer);
                if greedy.is_done() {
                    of_formulas.raise(StopReason::Interrupt);
                }
            }
            observer(event);
        };
        let formulas =
            Question { encoding, options: &inside, stop: &of_formulas, is_shared: true, ..question };
        question.enter(by_formula(formulas, Strategy::First, observer)?);
    }
    if !bounds.is_settled() {
        greedy.finish(question, observer)?;
    }
    let report = Report { mode: Mode::FIRST, ..bounds.answer(stop) };
    let Outcome::Solved { plan, .. } = report.outcome else { return Ok(report) };
    let plan = if is_parallel {
        without_needless(task, &plan)
    } else {
        greedy.shortened(without_needless(task, &Plan::sequential(plan.operators())), stop)
    };
    Ok(Report { outcome: Outcome::of_plan(task, plan, false)?, ..report })
}

/// Finds a plan and asks for shorter or cheaper ones until the best is proved.
pub(super) fn anytime(question: Question<'_>, observer: Observer<'_>) -> Done {
    let Question { task, options, bounds, .. } = question;
    let minimises_cost = options.metric == Metric::Cost;
    let of_first = Question { options: &Options { mode: Mode::FIRST, ..options.clone() }, ..question };
    if minimises_cost {
        first_of_any_cost(of_first, observer)?;
    } else {
        question.enter(first(of_first, observer)?);
    }
    let Some(plan) = bounds.plan_below(&mut None).filter(|_| !bounds.is_settled()) else { return Ok(()) };
    log::info!("a first plan: {} moves in {} steps", plan.length(), plan.makespan());
    observer(Event::Plan(plan.clone()));
    let mut better = Options { mode: Mode::Auto, ..options.clone() };
    if minimises_cost {
        better.max_cost = Some(u64::try_from(plan.cost(task)).unwrap_or(u64::MAX));
    } else {
        let shorter = plan.makespan().saturating_sub(1);
        better.max_horizon = Some(options.max_horizon.map_or(shorter, |greatest| greatest.min(shorter)));
    }
    match auto::run(Question { options: &better, ..question }, observer) {
        // Costs are too great to be compared; the first plan is left.
        Err(InternalError::Unsupported(Unsupported::TooDear)) => Ok(()),
        other => other,
    }
}

/// Finds a plan, whatever it costs, unless there is a greatest cost.
pub(super) fn first_of_any_cost(question: Question<'_>, observer: Observer<'_>) -> Done {
    let Question { task, options, .. } = question;
    let of_length = Options { metric: Metric::Actions, max_cost: None, ..options.clone() };
    let found = first(Question { options: &of_length, ..question }, observer)?;
    // A bound on lengths is none on costs.
    let mut found = Report { refuted: None, ..found };
    if let Outcome::Solved { plan, optimal, .. } = &mut found.outcome {
        if options.max_cost.is_some_and(|most| u128::from(most) < plan.cost(task)) {
            return auto::run(question, observer);
        }
        (*optimal, found.proved_by) = (false, None);
    }
    question.enter(found);
    Ok(())
}
