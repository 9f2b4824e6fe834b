//! Explicit-state search over packed states, breadth-first, by cost or by A*: reference answers, and state-space statistics.
//!
//! ```text
//! Task ──compile──▶ bit operations ──▶ layers (bfs), open list (astar) ──▶ table of states, in memory or on disk
//!                                                                            └──▶ Plan, traced back
//! ```
//!
//! A task is compiled to bit operations first (`compiled.rs`). Then layer after layer is expanded (`bfs.rs`), with move pruning
//! before (`pruning.rs`) and duplicate detection after (`table/`), large layers by several threads (`in_threads/`). Where
//! states exceed the memory, layers are files (`disk/`).
//!
//! The same task and limits give the same plan and the same numbers in every run; only the [`Stop`] flag depends on time.
//!
//! **Architecture Invariant:** this crate knows nothing of SAT.

/// Calls a function at the width of the task's states, which becomes its first argument.
macro_rules! at_width {
    ($compiled:ident, $function:ident($($argument:expr),*)) => {
        match $compiled.width() {
            1 => $function($crate::width::Fixed::<1>, $($argument),*),
            2 => $function($crate::width::Fixed::<2>, $($argument),*),
            n_words => $function($crate::width::AnyWidth(n_words), $($argument),*),
        }
    };
}

mod astar;
mod bfs;
mod commutativity;
mod compiled;
mod condition;
mod derived;
mod disk;
mod distances;
mod dive;
mod effects;
mod greedy;
mod groups;
mod in_threads;
mod layer;
mod limits;
mod memory;
mod numbered;
mod operator_set;
mod orbits;
mod origins;
mod packing;
mod paths;
mod program;
mod pruning;
mod report;
mod steps;
mod successors;
mod table;
mod width;

use bfs::Bfs;
use compiled::Compiled;
pub use limits::OnProgress;
use limits::{AtGoal, SearchInput};
use orbits::Orbits;
use pruning::Pruning;
use report::{SearchRun, goals_at_start};
use successors::SuccessorRules;
use width::Width;

pub use astar::{SearchHeuristic, best_plan, best_plans};
pub use bmcplan_base::folders::DiskError;
pub use disk::{
    DiskBuffers, DiskSearch, NoDiskSearch, OnDisk, SearchFiles, explore_on_disk, shortest_plan_on_disk,
};
pub use distances::{GoalDistance, GoalDistances, goal_distances};
pub use dive::dive;
pub use greedy::{GreedySearch, Preference, Stall};
pub use limits::{
    BestPlans, Counter, IncompleteReason, PruningTrial, SearchLimits, SearchMethod, SearchProgress,
    SearchThreads,
};
pub use paths::PlanGraph;
pub use report::{Incomplete, PlansReport, SearchOutcome, SearchReport, StateSpace};
pub use steps::{StepOrders, shortest_steps};

use bmcplan_base::stop::Stop;
use bmcplan_task::plan::{Metric, Plan};
use bmcplan_task::{OperatorNames, Task};

/// Finds a plan with the fewest operators.
///
/// `progress` is called after each layer and once in a while within one. The initial state is tested whatever the limits.
pub fn shortest_plan(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> SearchReport {
    seek(task, limits, stop, AtGoal::Halt, progress).first
}

/// Finds all plans with the fewest operators.
///
/// The layer in which the goal is found is completed, and the states on shortest plans are stored once more, within the same
/// limits.
pub fn shortest_plans(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> PlansReport {
    seek(task, limits, stop, AtGoal::FinishLayer, progress)
}

fn seek(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    at_goal: AtGoal,
    progress: OnProgress<'_>,
) -> PlansReport {
    if task.is_goal(task.initial()) {
        let first = SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
        return PlansReport { plans: Some(PlanGraph::of_no_operators()), ..PlansReport::of(first) };
    }
    search(SearchInput { task, limits, stop }, at_goal, progress).into_plans()
}

/// Visits every reachable state; goal states are expanded like all others.
///
/// # Errors
/// The part that was visited, if that is not everything.
pub fn explore(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> Result<StateSpace, Incomplete> {
    search(SearchInput { task, limits, stop }, AtGoal::Count, progress).explored()
}

/// Returns the size of a packed state of the task, in bytes; `None` if it takes more than 16,384 bits.
///
/// A breadth-first search holds each state in a table, of one word in as few as nine bytes, with three for its origin. Those of
/// the last two layers are held once more in a list.
pub fn state_bytes(task: &Task) -> Option<usize> {
    Compiled::of(task, &Stop::default()).ok().map(|compiled| compiled.width() * size_of::<u64>())
}

/// Compiles the task and searches at the width of its states.
fn search(input: SearchInput<'_>, at_goal: AtGoal, progress: OnProgress<'_>) -> SearchRun {
    Compiled::of(input.task, input.stop)
        .and_then(|compiled| at_width!(compiled, search_at(input, &compiled, at_goal, progress)))
        .unwrap_or_else(|reason| SearchRun::at_start(input.task, reason))
}

fn search_at<W: Width>(
    width: W,
    input: SearchInput<'_>,
    compiled: &Compiled,
    at_goal: AtGoal,
    progress: OnProgress<'_>,
) -> Result<SearchRun, IncompleteReason> {
    let SearchInput { task, limits, stop } = input;
    let orbits =
        (limits.orbits && at_goal == AtGoal::Halt).then(|| Orbits::of(task, compiled, stop)).flatten();
    let pruning = match &orbits {
        None => Pruning::of(task, compiled, limits.counter, Metric::Actions),
        Some(_) => Pruning::none(task, compiled, Metric::Actions),
    };
    // Names matter only where plans or transitions are counted.
    let names = if at_goal == AtGoal::Halt { OperatorNames::default() } else { OperatorNames::of(task) };
    let rules = SuccessorRules::new(width, compiled, pruning, orbits, names, at_goal, limits.counter);
    let mut bfs = Bfs::new(input, &rules)?;
    let end = bfs.run(progress).map(|goal| goal.map(|goal| paths::plan_to(task, &bfs, goal)));
    let (mut plans, mut stopped) = (None, None);
    if at_goal == AtGoal::FinishLayer && matches!(end, Ok(Some(_))) {
        match PlanGraph::read_off(&mut bfs, stop) {
            Ok(all) => plans = Some(all),
            Err(reason) => stopped = Some(reason),
        }
    }
    let space = StateSpace {
        states: bfs.list.states.len() as u64,
        transitions: bfs.figures.transitions,
        depth: bfs.depth(),
        goal_states: goals_at_start(task) + bfs.figures.goal_states,
    };
    Ok(SearchRun { end, space, plans, stopped, memory_bytes: bfs.budget.peak() })
}
