//! Reports of searches: plans, state spaces, and reasons for missing answers.

use bmcplan_base::stop::StopReason;
use bmcplan_task::Task;
use bmcplan_task::plan::Plan;

use super::limits::{Ended, IncompleteReason};
use super::paths::PlanGraph;

/// Answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchOutcome {
    /// Plan with the fewest operators.
    Solved(Plan),
    /// Every reachable state was visited, and the goal holds in none: no plan exists.
    Exhausted,
    /// No plan has at most as many operators as the limit on the depth, or costs at most the limit on the cost.
    DepthReached,
    /// A limit was reached before there was an answer.
    Stopped(StopReason),
    /// A state takes more than 16,384 bits.
    TooLarge,
    /// Every plan costs 2^64 - 1 or more, where costs are minimised.
    CostOverflow,
}

impl SearchOutcome {
    pub(super) fn of(end: Ended<Plan>) -> Self {
        match end {
            Ok(plan) => plan.map_or(Self::Exhausted, Self::Solved),
            Err(IncompleteReason::DepthReached) => Self::DepthReached,
            Err(IncompleteReason::Stopped(reason)) => Self::Stopped(reason),
            Err(IncompleteReason::TooLarge) => Self::TooLarge,
            Err(IncompleteReason::CostOverflow) => Self::CostOverflow,
        }
    }
}

/// Outcome of [`shortest_plan`](super::shortest_plan) and its effort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchReport {
    /// Answer.
    pub outcome: SearchOutcome,
    /// Greatest k such that no plan has k operators or fewer; for [`SearchOutcome::Exhausted`], where it holds for every k, the
    /// depth of the deepest state.
    pub refuted: Option<usize>,
    /// Greatest cost up to which there is no plan, where costs are minimised and there is such a cost.
    pub refuted_cost: Option<u64>,
    /// Number of distinct states found.
    pub states: u64,
    /// Greatest number of bytes for them.
    pub memory_bytes: usize,
}

impl SearchReport {
    pub(super) fn at_start(outcome: SearchOutcome, refuted: Option<usize>) -> Self {
        Self { outcome, refuted, refuted_cost: None, states: 1, memory_bytes: 0 }
    }
}

/// Outcome of [`shortest_plans`](super::shortest_plans) and [`best_plans`](super::best_plans).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlansReport {
    /// Report about one plan, which is one of `plans`.
    pub first: SearchReport,
    /// All best plans, if there is a plan and they were requested.
    pub plans: Option<PlanGraph>,
    /// Reason why `plans` is missing although there is a plan and they were requested; or why a cheapest plan may not have the
    /// fewest operators.
    pub stopped: Option<StopReason>,
    /// True if there are infinitely many cheapest plans, since operators of cost 0 form a cycle.
    pub endless: bool,
}

impl PlansReport {
    /// Builds the report about one plan alone.
    pub fn of(first: SearchReport) -> Self {
        Self { first, plans: None, stopped: None, endless: false }
    }
}

/// Everything reachable from the initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateSpace {
    /// Number of distinct states.
    pub states: u64,
    /// Number of pairs of a state and an operator applicable in it; operators of one name that lead to the same state count
    /// once.
    pub transitions: u64,
    /// Greatest distance of a state from the initial one.
    pub depth: usize,
    /// Number of states in which the goal holds.
    pub goal_states: u64,
}

/// Exploration that did not visit everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incomplete {
    /// Reason for its end.
    pub reason: IncompleteReason,
    /// Part visited until then: complete layers up to `depth`, and some states of the next.
    pub partial: StateSpace,
}

pub(super) struct SearchRun {
    pub(super) end: Ended<Plan>,
    pub(super) space: StateSpace,
    /// All plans of that length, if requested.
    pub(super) plans: Option<PlanGraph>,
    /// Reason why not all of these are known.
    pub(super) stopped: Option<StopReason>,
    pub(super) memory_bytes: usize,
}

impl SearchRun {
    pub(super) fn at_start(task: &Task, reason: IncompleteReason) -> Self {
        let space = StateSpace { states: 1, goal_states: goals_at_start(task), ..StateSpace::default() };
        Self { end: Err(reason), space, plans: None, stopped: None, memory_bytes: 0 }
    }

    pub(super) fn into_plans(self) -> PlansReport {
        let Self { end, space, plans, stopped, memory_bytes } = self;
        let is_solved = matches!(end, Ok(Some(_)));
        let refuted = if is_solved { space.depth.checked_sub(1) } else { Some(space.depth) };
        let at_start = SearchReport::at_start(SearchOutcome::of(end), refuted);
        let first = SearchReport { states: space.states, memory_bytes, ..at_start };
        PlansReport { plans, stopped, ..PlansReport::of(first) }
    }

    pub(super) fn explored(self) -> Result<StateSpace, Incomplete> {
        self.end.map(|_| self.space).map_err(|reason| {
            let has_seen = reason != IncompleteReason::TooLarge;
            Incomplete { reason, partial: if has_seen { self.space } else { StateSpace::default() } }
        })
    }
}

pub(super) fn goals_at_start(task: &Task) -> u64 {
    u64::from(task.is_goal(task.initial()))
}
