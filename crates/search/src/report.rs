//! Reports of searches: plans, state spaces, and reasons for missing answers.

use bmcplan_base::stop::StopReason;
use bmcplan_task::Task;
use bmcplan_task::plan::Plan;

use super::limits::{Ended, IncompleteReason};
use super::paths::PlanGraph;

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchOutcome {
    /// A plan with the fewest operators.
    Solved(Plan),
    /// Every reachable state was seen, and the goal holds in none: no plan exists.
    Exhausted,
    /// No plan has at most as many operators as the given depth, or costs at most as much as the given cost.
    DepthReached,
    /// A limit was reached before there was an answer.
    Stopped(StopReason),
    /// A state takes more than 16,384 bits.
    TooLarge,
    /// Every plan costs 2^64 - 1 or more, where costs are minimised.
    TooDear,
}

impl SearchOutcome {
    pub(super) fn of(end: Ended<Plan>) -> Self {
        match end {
            Ok(plan) => plan.map_or(Self::Exhausted, Self::Solved),
            Err(IncompleteReason::DepthReached) => Self::DepthReached,
            Err(IncompleteReason::Stopped(reason)) => Self::Stopped(reason),
            Err(IncompleteReason::TooLarge) => Self::TooLarge,
            Err(IncompleteReason::TooDear) => Self::TooDear,
        }
    }
}

/// The outcome of [`shortest_plan`](super::shortest_plan) and its cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchReport {
    /// The answer.
    pub outcome: SearchOutcome,
    /// The greatest k such that no plan has k operators or fewer; for [`SearchOutcome::Exhausted`], where it
    /// holds for every k, the depth of the deepest state.
    pub refuted: Option<usize>,
    /// The greatest cost up to which there is no plan, where costs are minimised and there is such a cost.
    pub refuted_cost: Option<u64>,
    /// The distinct states found.
    pub states: u64,
    /// The bytes that held them, at most.
    pub memory_bytes: usize,
}

impl SearchReport {
    pub(super) fn at_start(outcome: SearchOutcome, refuted: Option<usize>) -> Self {
        Self { outcome, refuted, refuted_cost: None, states: 1, memory_bytes: 0 }
    }
}

/// The outcome of [`shortest_plans`](super::shortest_plans) and [`best_plans`](super::best_plans).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlansReport {
    /// The report about one plan, which is one of `plans`.
    pub first: SearchReport,
    /// All best plans, if there is a plan and they were asked for.
    pub plans: Option<PlanGraph>,
    /// The reason why `plans` is missing although there is a plan and they were asked for, or why a cheapest plan may not be one
    /// of fewest operators.
    pub stopped: Option<StopReason>,
    /// True if there are endlessly many cheapest plans, since free operators lead in a circle.
    pub endless: bool,
}

impl PlansReport {
    /// The report about one plan alone.
    pub fn of(first: SearchReport) -> Self {
        Self { first, plans: None, stopped: None, endless: false }
    }
}

/// Everything reachable from the initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateSpace {
    /// The distinct states.
    pub states: u64,
    /// The pairs of a state and an operator applicable in it; operators of one name that lead to the same state count once.
    pub transitions: u64,
    /// The greatest distance of a state from the initial one.
    pub depth: usize,
    /// The states in which the goal holds.
    pub goal_states: u64,
}

/// An exploration that did not see everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incomplete {
    /// The reason for its end.
    pub reason: IncompleteReason,
    /// The part seen until then: complete layers up to `depth`, and some states of the next.
    pub partial: StateSpace,
}

pub(super) struct SearchRun {
    pub(super) end: Ended<Plan>,
    pub(super) space: StateSpace,
    /// All plans of that length, if asked for.
    pub(super) plans: Option<PlanGraph>,
    /// The reason why not all of these are known.
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
