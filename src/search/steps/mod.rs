//! Breadth-first search over steps of several operators: plans of fewest steps, or a proof that there is none.
//!
//! From a state, every set of operators is a step that formulas with such steps allow
//! ([`Semantics`](crate::encode::Semantics)): all are applicable, their active effects agree, and none disables another, or
//! one that is later in the order. So the least number of steps is the same. States are packed and compared as in the
//! search for fewest operators.

mod found;
mod layers;
mod masks;
mod orders;
mod rebuild;
mod rules;
mod sets;
mod situation;

use super::bfs::SearchEnd;
use super::compiled::Compiled;
use super::limits::{SearchLimits, SearchProgress};
use super::report::{SearchOutcome, SearchReport};
use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::Task;
use layers::StepSearch;
use rules::StepRules;

pub use orders::StepOrders;

/// Finds a plan of fewest steps of a task without a clock; with one, no two operators share a step, and
/// [`shortest_plan`](super::shortest_plan) finds it.
///
/// `progress` is called after each layer and once in a while within one. Depths and what is refuted are numbers of steps.
pub fn shortest_steps(
    task: &Task,
    orders: &StepOrders,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    if task.is_goal(task.initial()) {
        return SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
    }
    let compiled = Compiled::of(task, stop);
    let rules = compiled.as_ref().map(|compiled| StepRules::of(task, compiled, orders, stop));
    if let Some(reason) = stop.reason() {
        return SearchReport::at_start(SearchOutcome::Stopped(reason), Some(0));
    }
    let report = compiled
        .zip(rules)
        .and_then(|(compiled, rules)| at_width!(compiled, run(&compiled, &rules, limits, stop, progress)));
    report.unwrap_or_else(|| SearchReport::at_start(SearchOutcome::TooLarge, Some(0)))
}

fn run<const W: usize>(
    compiled: &Compiled,
    rules: &StepRules,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    let Ok(mut search) = StepSearch::<W>::new(compiled, rules, limits) else {
        return SearchReport::at_start(SearchOutcome::Stopped(StopReason::Memory), Some(0));
    };
    let outcome = match search.run(limits, stop, progress) {
        SearchEnd::Goal(goal) => match rebuild::plan_to(&mut search, goal, stop) {
            Ok(plan) => SearchOutcome::Solved(plan),
            Err(reason) => SearchOutcome::Stopped(reason),
        },
        SearchEnd::Exhausted => SearchOutcome::Exhausted,
        SearchEnd::DepthReached => SearchOutcome::DepthReached,
        SearchEnd::Stopped(reason) => SearchOutcome::Stopped(reason),
    };
    let (states, memory_bytes) = (search.found.states.len() as u64, search.found.budget.peak());
    SearchReport { outcome, refuted: Some(search.found.depth), states, memory_bytes }
}
