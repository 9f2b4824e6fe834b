//! A shortest plan by [A*](mod@super::astar) with LM-cut.

use super::astar::AStar;
use super::bfs::SearchEnd;
use super::compiled::Compiled;
use super::limits::{SearchLimits, SearchProgress};
use super::report::{SearchOutcome, SearchReport};
use crate::heuristic::LmCut;
use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Finds a plan with the fewest operators, by A*.
///
/// For tasks with few ways to the goal among very many states: each state takes about a thousand times as long as in
/// [breadth-first search](super::shortest_plan). The clock tells states apart, whatever the limits say. Lengths are refuted as
/// far as no state is left from which a plan of that length could be.
pub fn astar(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    if task.is_goal(task.initial()) {
        return SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
    }
    let compiled = Compiled::of(task, stop);
    let heuristic = match LmCut::of(task, stop) {
        Ok(heuristic) => heuristic,
        Err(reason) => return SearchReport::at_start(SearchOutcome::Stopped(reason), Some(0)),
    };
    let report = compiled
        .and_then(|compiled| at_width!(compiled, run(task, &compiled, heuristic, limits, stop, progress)));
    report.unwrap_or_else(|| SearchReport::at_start(SearchOutcome::TooLarge, Some(0)))
}

fn run<const W: usize>(
    task: &Task,
    compiled: &Compiled,
    heuristic: LmCut,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    let Ok(mut search) = AStar::<W>::new(task, compiled, heuristic, limits) else {
        return SearchReport::at_start(SearchOutcome::Stopped(StopReason::Memory), Some(0));
    };
    let end = search.run(limits, stop, progress);
    let (outcome, refuted) = match end {
        SearchEnd::Goal(goal) => {
            let plan = search.plan_to(goal);
            let shorter = plan.length().checked_sub(1);
            (SearchOutcome::Solved(plan), shorter)
        }
        SearchEnd::Exhausted => (SearchOutcome::Exhausted, Some(search.refuted())),
        SearchEnd::DepthReached => (SearchOutcome::DepthReached, limits.max_depth),
        SearchEnd::Stopped(reason) => (SearchOutcome::Stopped(reason), Some(search.refuted())),
    };
    let states = search.n_states() as u64;
    SearchReport { outcome, refuted, states, memory_bytes: search.memory_bytes() }
}
