//! Limits, ends and progress of a search, its threads, and the role of the task's clock in it.

use std::num::NonZeroUsize;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::Task;

/// Limits of a search. By default there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchLimits {
    /// Greatest number of operators to a state.
    pub max_depth: Option<usize>,
    /// Greatest cost of the path to a state, where costs are minimised.
    pub max_cost: Option<u64>,
    /// Greatest number of bytes for states. The search counts its allocations for them, and stops before it would exceed this;
    /// a few hundred kilobytes for the compiled task are added.
    pub memory_bytes: Option<usize>,
    /// Role of the task's clock in comparing states.
    pub counter: Counter,
    /// True if one of symmetric states may represent all, where a single plan is searched for.
    pub orbits: bool,
    /// Threads of breadth-first search, also over parallel steps, and of A* with LM-cut. Other searches have one.
    pub threads: SearchThreads,
    /// Trial of stubborn sets and forced moves in A* and uniform-cost search.
    pub trial: PruningTrial,
}

/// Trial that decides whether stubborn sets are used and forced moves followed. By default 200 expansions, 20 and 75 percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PruningTrial {
    /// Number of expansions before that is decided, at least 1.
    pub expansions: u64,
    /// Least share of the applicable operators, in percent, that the sets have to leave out.
    pub percent: u64,
    /// Least share of the states, in percent, that have a single successor where states with a single operator are passed through.
    pub forced_percent: u64,
}

impl Default for PruningTrial {
    fn default() -> Self {
        Self { expansions: 200, percent: 20, forced_percent: 75 }
    }
}

/// Task of a search, and what ends it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchInput<'a> {
    pub(super) task: &'a Task,
    pub(super) limits: &'a SearchLimits,
    pub(super) stop: &'a Stop,
}

/// Threads of a search. Answers and numbers of states do not depend on them, unless a limit is reached within a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchThreads {
    /// Number of threads.
    pub number: NonZeroUsize,
    /// Least number of states of a layer that several threads expand; over parallel steps, which may be very many from one
    /// state, the least number of steps. Smaller layers take less time than starting threads.
    pub from_layer: usize,
}

impl Default for SearchThreads {
    fn default() -> Self {
        Self::of(NonZeroUsize::MIN)
    }
}

impl SearchThreads {
    /// Builds `number` threads for layers large enough for them.
    pub fn of(number: NonZeroUsize) -> Self {
        Self { number, from_layer: 1 << 14 }
    }
}

/// Role of a task's clock, such as a game's step counter, when states are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counter {
    /// Part of the state, like any other variable.
    #[default]
    Kept,
    /// Ignored: a state is the same whenever it is reached, and is expanded where it is reached first. Plans are shortest only
    /// if [`Task::is_earlier_never_worse`](bmcplan_task::Task::is_earlier_never_worse) holds.
    LeftOut,
}

/// Order in which a search expands states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchMethod {
    /// Layer by layer.
    BreadthFirst,
    /// By cost.
    UniformCost,
    /// By a lower bound on the length or the cost of plans through a state, from LM-cut.
    AStar,
    /// The same, from pattern databases.
    Patterns,
    /// By an estimate of the distance from the goal, whatever the path to a state.
    Greedy,
    /// In sets of states, from the start and from the goal.
    Symbolic,
}

/// Plans that are looked for where costs are minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestPlans {
    /// Plans of least cost.
    Cheapest,
    /// Those of them with the fewest operators.
    CheapestAndShortest,
}

/// Reason why an exploration did not visit everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncompleteReason {
    /// States remain at the given depth, and perhaps beyond.
    DepthReached,
    /// A limit was reached.
    Stopped(StopReason),
    /// A state takes more than 16,384 bits.
    TooLarge,
    /// Sums of costs of 2^64 - 1 or more, which are not compared.
    CostOverflow,
}

impl IncompleteReason {
    /// Returns the limit that was reached, if it was one. No memory holds states that are too large.
    pub fn limit(self) -> Option<StopReason> {
        match self {
            Self::Stopped(reason) => Some(reason),
            Self::TooLarge => Some(StopReason::Memory),
            Self::DepthReached | Self::CostOverflow => None,
        }
    }
}

impl<T: Into<StopReason>> From<T> for IncompleteReason {
    fn from(reason: T) -> Self {
        Self::Stopped(reason.into())
    }
}

/// End of a search: at a goal, or `None` where every reachable state was visited.
pub(super) type Ended<G> = Result<Option<G>, IncompleteReason>;

/// Progress of a running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// Method of the search.
    pub method: SearchMethod,
    /// Number of operators up to which there is no plan: the depth of the last complete layer, or one less than A* is searching
    /// for; 0 where costs are minimised.
    pub depth: usize,
    /// Cost up to which there is no plan, where costs are minimised and there is such a cost.
    pub refuted_cost: Option<u64>,
    /// Number of distinct states found so far.
    pub states: u64,
    /// Greatest number of bytes for states so far.
    pub memory_bytes: usize,
}

impl SearchProgress {
    pub(super) fn of_layers(depth: usize, states: u64, memory_bytes: usize) -> Self {
        Self { method: SearchMethod::BreadthFirst, depth, refuted_cost: None, states, memory_bytes }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtGoal {
    Halt,
    FinishLayer,
    Count,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interruption {
    Goal(usize),
    Stop(StopReason),
}

impl<T: Into<StopReason>> From<T> for Interruption {
    fn from(reason: T) -> Self {
        Self::Stop(reason.into())
    }
}

/// Cost and number of operators of a path. Smaller is better: the cheaper path, and of equal ones the shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct PathCost {
    /// Sum of costs; the greatest number represents all sums that are too great.
    pub(super) cost: u64,
    pub(super) length: u32,
}

impl PathCost {
    /// Worse than all paths.
    pub(super) const UNREACHED: Self = Self { cost: u64::MAX, length: u32::MAX };

    #[inline]
    pub(super) fn and(self, cost: u64) -> Self {
        Self { cost: self.cost.saturating_add(cost), length: self.length.saturating_add(1) }
    }
}

/// Observer of the progress of a search.
pub type OnProgress<'a> = &'a mut dyn FnMut(SearchProgress);
