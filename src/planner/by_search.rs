//! Answers by explicit search: of one operator a step, or over the steps of several operators that the formulas have.

use super::error::InternalError;
use super::listing;
use super::options::{Mode, Options, PlanQuery, SearchHeuristic};
use super::proof::ProofSource;
use super::report::{Outcome, Report};
use crate::encode::{Encoding, Semantics, StepOptions, TransitionSystem};
use crate::figures::Figures;
use crate::search::{
    self, Counter, PlansReport, SearchLimits, SearchOutcome, SearchProgress, SearchReport, StepOrders,
};
use crate::stop::{Stop, StopReason};
use crate::task::{OperatorId, Task};

/// Searches with so much memory at most, without deadlines that are no more than limits of length. All plans are found by
/// breadth-first search only.
pub(super) fn by_search(
    task: &Task,
    options: &Options,
    heuristic: SearchHeuristic,
    memory_bytes: Option<usize>,
    stop: &Stop,
    tell: &mut dyn FnMut(SearchProgress),
) -> Result<Report, InternalError> {
    let counter = if task.is_earlier_never_worse(stop) { Counter::LeftOut } else { Counter::Kept };
    let simpler = task.without_deadline(stop);
    let (task_to_search, latest) = match &simpler {
        Some((simpler, latest)) => (simpler, Some(*latest)),
        None => (task, None),
    };
    let max_depth = options.max_horizon.into_iter().chain(latest).min();
    let limits = SearchLimits { max_depth, memory_bytes, counter };
    let PlansReport { first, plans, stopped } = match options.wanted {
        PlanQuery::One => {
            let first = match heuristic {
                SearchHeuristic::Blind => search::shortest_plan(task_to_search, &limits, stop, tell),
                SearchHeuristic::LmCut => search::astar(task_to_search, &limits, stop, tell),
            };
            PlansReport { first, plans: None, stopped: None }
        }
        PlanQuery::All(_) | PlanQuery::Count => search::shortest_plans(task_to_search, &limits, stop, tell),
    };
    let by = match (heuristic, options.wanted) {
        (SearchHeuristic::LmCut, PlanQuery::One) => ProofSource::AStar,
        _ => ProofSource::Search,
    };
    let report = report_of(task, first, latest, by)?;
    let list = plans.map(|plans| listing::from_search(task, &plans, options.wanted)).transpose()?;
    Ok(Report { list, stopped, ..report })
}

/// Searches over steps of several operators, with so much memory at most.
pub(super) fn by_steps(
    task: &Task,
    options: &Options,
    orders: &StepOrders,
    memory_bytes: Option<usize>,
    stop: &Stop,
    tell: &mut dyn FnMut(SearchProgress),
) -> Result<Report, InternalError> {
    let limits = SearchLimits { max_depth: options.max_horizon, memory_bytes, counter: Counter::Kept };
    let searched = search::shortest_steps(task, orders, &limits, stop, tell);
    report_of(task, searched, None, ProofSource::Search)
}

/// The report of a search of a task; `latest` is the step at which the task itself ends.
fn report_of(
    task: &Task,
    searched: SearchReport,
    latest: Option<usize>,
    by: ProofSource,
) -> Result<Report, InternalError> {
    let SearchReport { outcome, states, refuted, .. } = searched;
    let outcome = match outcome {
        SearchOutcome::Solved(plan) => Outcome::of_plan(task, plan, true)?,
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
    let figures = Figures { states: Some(states), ..Figures::default() };
    let is_proof = refuted.is_some() || outcome == Outcome::Unsolvable;
    let proved_by = is_proof.then_some(by);
    Ok(Report { refuted, proved_by, figures, ..Report::of(outcome, Mode::Search) })
}

/// The steps that formulas of a task without a clock have where several operators share a step.
pub(super) fn step_orders(
    task: &Task,
    encoding: &dyn Encoding,
    step: &StepOptions,
    stop: &Stop,
) -> Result<(StepOrders, Option<KnownStep>), StopReason> {
    let relevant = task.relevant_operators(stop);
    let takes_part = |id: &OperatorId| relevant[id.index()];
    if step.semantics != Semantics::Exists {
        return Ok((StepOrders::All(task.operator_ids().filter(takes_part).collect()), None));
    }
    let system = encoding.describe(task, step, stop)?;
    let order = system.operators().iter().map(|(id, _)| *id).filter(takes_part).collect();
    Ok((StepOrders::Listed(order), Some(KnownStep { system, name: encoding.name() })))
}

/// A step that was described once, as the encoding of the formulas: they need not describe it again.
pub(super) struct KnownStep {
    system: TransitionSystem,
    name: &'static str,
}

impl Encoding for KnownStep {
    fn name(&self) -> &'static str {
        self.name
    }

    fn semantics(&self) -> &'static [Semantics] {
        &[Semantics::Exists]
    }

    fn describe(&self, _: &Task, _: &StepOptions, _: &Stop) -> Result<TransitionSystem, StopReason> {
        Ok(self.system.clone())
    }
}
