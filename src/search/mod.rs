//! Explicit-state breadth-first search over packed states: reference answers, and state-space statistics.
//!
//! [`shortest_plan`] answers with a plan of fewest operators or with a proof that there is none; [`explore`]
//! visits everything that is reachable. Both take any [`Task`]. A task is compiled to bit operations first
//! (`compiled.rs`): states are packed into a few words (`packing.rs`), derived variables become bits beside
//! them (`derived.rs`), and operators, in groups (`groups.rs`), tables (`lookup.rs`) or, where they ask too much, a
//! decision program (`program.rs`). Then layer after layer is expanded (`bfs.rs`), with move pruning before
//! (`pruning.rs`) and duplicate detection after (`table.rs`).
//!
//! The same task and limits give the same plan and the same numbers in every run; only the [`Stop`] flag
//! depends on time.
//!
//! **Architecture Invariant:** this room knows nothing of SAT or puzzles.

mod bfs;
mod chunks;
mod commutativity;
mod compiled;
mod condition;
mod derived;
mod effects;
mod goal;
mod groups;
mod lookup;
mod memory;
mod operator_set;
mod packing;
mod paths;
mod program;
mod pruning;
mod rebuild;
mod sharing;
mod table;

use bfs::{AtGoal, Bfs, SearchEnd};
use compiled::Compiled;
use pruning::Pruning;

pub use paths::ShortestPlans;

use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// How far a search may go. By default without bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchLimits {
    /// No state is sought that needs more operators than this.
    pub max_depth: Option<usize>,
    /// The greatest number of bytes to hold states in. The search counts what it allocates for them, and
    /// stops before it would pass this; a few hundred kilobytes for the compiled task come on top.
    pub memory_bytes: Option<usize>,
    /// Whether the task's clock tells states apart.
    pub counter: Counter,
}

/// What the clock of a task, such as a game's step counter, is to a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counter {
    /// Part of the state, like any other variable.
    #[default]
    Kept,
    /// Left out where states are compared: a state is the same whenever it is reached, and goes on from where it is
    /// reached first. What is found shortest this way is only if [`Task::is_earlier_never_worse`] says so.
    LeftOut,
}

/// Where a running search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// The depth of the last complete layer.
    pub depth: usize,
    /// The distinct states found, those of the layer in progress included.
    pub states: u64,
    /// The bytes that hold them, at most so far.
    pub memory_bytes: usize,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchOutcome {
    /// A plan with the fewest operators.
    Solved(Plan),
    /// Every reachable state was seen, and the goal holds in none: no plan exists.
    Exhausted,
    /// No plan has at most as many operators as the given depth.
    DepthReached,
    /// A limit was reached before any of this was known.
    Stopped(StopReason),
    /// A state takes more than 16,384 bits.
    TooLarge,
}

/// The outcome of [`shortest_plan`] and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchReport {
    /// What was found.
    pub outcome: SearchOutcome,
    /// The greatest k such that no plan has k operators or fewer; for [`SearchOutcome::Exhausted`], where it
    /// holds for every k, the depth of the deepest state.
    pub refuted: Option<usize>,
    /// The distinct states found.
    pub states: u64,
    /// The bytes that held them, at most.
    pub memory_bytes: usize,
}

/// The outcome of [`shortest_plans`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlansReport {
    /// As of [`shortest_plan`]; the plan in it is one of them.
    pub first: SearchReport,
    /// All of them, if there is a plan.
    pub plans: Option<ShortestPlans>,
    /// Why there are not all of them although there is a plan.
    pub stopped: Option<StopReason>,
}

/// Everything reachable from the initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateSpace {
    /// The distinct states.
    pub states: u64,
    /// The pairs of a state and an operator applicable in it.
    pub transitions: u64,
    /// The greatest distance of a state from the initial one.
    pub depth: usize,
    /// The states in which the goal holds.
    pub goal_states: u64,
}

/// An exploration that did not see everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incomplete {
    /// Why it ended.
    pub reason: IncompleteReason,
    /// What was seen until then: complete layers up to `depth`, and some states of the next.
    pub partial: StateSpace,
}

/// Why an exploration did not see everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncompleteReason {
    /// There are states at the given depth, and perhaps beyond.
    DepthReached,
    /// A limit was reached.
    Stopped(StopReason),
    /// A state takes more than 16,384 bits.
    TooLarge,
}

/// Finds a plan with the fewest operators.
///
/// `progress` is called after each layer and once in a while within one. The initial state is tested whatever
/// the limits.
pub fn shortest_plan(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    seek(task, limits, stop, AtGoal::Halt, progress).first
}

/// Finds all plans with the fewest operators.
///
/// The layer in which the goal is found is completed, and the states on shortest plans are held once more, within the
/// same limits.
pub fn shortest_plans(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> PlansReport {
    seek(task, limits, stop, AtGoal::FinishLayer, progress)
}

fn seek(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    at_goal: AtGoal,
    progress: &mut dyn FnMut(SearchProgress),
) -> PlansReport {
    let at_start = |outcome, refuted| SearchReport { outcome, refuted, states: 1, memory_bytes: 0 };
    if task.is_goal(task.initial()) {
        let first = at_start(SearchOutcome::Solved(Plan::default()), None);
        return PlansReport { first, plans: Some(ShortestPlans::of_no_operators()), stopped: None };
    }
    let Some(found) = search(task, limits, stop, at_goal, progress) else {
        let first = at_start(SearchOutcome::TooLarge, Some(0));
        return PlansReport { first, plans: None, stopped: None };
    };
    let depth = found.space.depth;
    let (outcome, refuted) = match found.end {
        SearchEnd::Goal(_) => (SearchOutcome::Solved(found.plan), depth.checked_sub(1)),
        SearchEnd::Exhausted => (SearchOutcome::Exhausted, Some(depth)),
        SearchEnd::DepthReached => (SearchOutcome::DepthReached, Some(depth)),
        SearchEnd::Stopped(reason) => (SearchOutcome::Stopped(reason), Some(depth)),
    };
    let first =
        SearchReport { outcome, refuted, states: found.space.states, memory_bytes: found.memory_bytes };
    PlansReport { first, plans: found.plans, stopped: found.stopped }
}

/// Visits every reachable state, and goes on from goal states like from any other.
///
/// # Errors
/// What was seen, if that is not everything.
pub fn explore(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<StateSpace, Incomplete> {
    let Some(found) = search(task, limits, stop, AtGoal::Count, progress) else {
        return Err(Incomplete { reason: IncompleteReason::TooLarge, partial: StateSpace::default() });
    };
    let reason = match found.end {
        SearchEnd::Exhausted | SearchEnd::Goal(_) => return Ok(found.space),
        SearchEnd::DepthReached => IncompleteReason::DepthReached,
        SearchEnd::Stopped(reason) => IncompleteReason::Stopped(reason),
    };
    Err(Incomplete { reason, partial: found.space })
}

/// How many bytes a packed state of the task has; `None` if it takes more than 16,384 bits.
///
/// A search holds each state once in the order of its finding, and once in a table that is filled to between five
/// sixteenths and five eighths.
pub fn state_bytes(task: &Task) -> Option<usize> {
    Compiled::of(task).map(|compiled| compiled.width() * size_of::<u64>())
}

/// How a search of any width ended.
struct SearchRun {
    end: SearchEnd,
    space: StateSpace,
    /// To the goal state, if it ended at one.
    plan: Plan,
    /// All plans of its length, if these were asked for.
    plans: Option<ShortestPlans>,
    /// Why not all of these are known.
    stopped: Option<StopReason>,
    memory_bytes: usize,
}

/// Compiles the task and searches at the width of its states; `None` if they are too wide.
fn search(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    at_goal: AtGoal,
    progress: &mut dyn FnMut(SearchProgress),
) -> Option<SearchRun> {
    let compiled = Compiled::of(task)?;
    macro_rules! at_width {
        ($($width:literal)*) => {
            match compiled.width() {
                $($width => Some(search_at::<$width>(task, &compiled, limits, stop, at_goal, progress)),)*
                _ => None,
            }
        };
    }
    at_width!(1 2 3 4 6 8 16 32 64 128 256)
}

fn search_at<const W: usize>(
    task: &Task,
    compiled: &Compiled,
    limits: &SearchLimits,
    stop: &Stop,
    at_goal: AtGoal,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchRun {
    let goals_at_start = u64::from(task.is_goal(task.initial()));
    let pruning = Pruning::of(task, compiled, limits.counter);
    let Ok(mut bfs) = Bfs::<W>::new(compiled, pruning, at_goal, limits) else {
        let space = StateSpace { states: 1, goal_states: goals_at_start, ..StateSpace::default() };
        let end = SearchEnd::Stopped(StopReason::Memory);
        return SearchRun { end, space, plan: Plan::default(), plans: None, stopped: None, memory_bytes: 0 };
    };
    let end = bfs.run(limits, stop, progress);
    let (mut plan, mut plans, mut stopped) = (Plan::default(), None, None);
    if let SearchEnd::Goal(goal) = end {
        plan = rebuild::plan_to(task, &bfs, goal);
        if at_goal == AtGoal::FinishLayer {
            match ShortestPlans::read_off(&mut bfs, stop) {
                Ok(all) => plans = Some(all),
                Err(reason) => stopped = Some(reason),
            }
        }
    }
    let space = StateSpace {
        states: bfs.states.len() as u64,
        transitions: bfs.transitions,
        depth: bfs.depth(),
        goal_states: goals_at_start + bfs.goal_states,
    };
    SearchRun { end, space, plan, plans, stopped, memory_bytes: bfs.budget.peak() }
}
