//! Limits, ends and progress of a search, its threads, and the role of the task's clock in it.

use std::num::NonZeroUsize;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::Task;

/// Limits of a search. By default there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchLimits {
    /// No state is sought that needs more operators than this.
    pub max_depth: Option<usize>,
    /// No state is sought that costs more than this, where costs are minimised.
    pub max_cost: Option<u64>,
    /// The greatest number of bytes to hold states in. The search counts its allocations for them, and
    /// stops before it would pass this; a few hundred kilobytes for the compiled task come on top.
    pub memory_bytes: Option<usize>,
    /// The role of the task's clock in comparing states.
    pub counter: Counter,
    /// True if of states that are alike one may be kept, where one plan is looked for.
    pub orbits: bool,
    /// The threads of breadth-first search, over steps of several operators too, and of A*. Other searches have one.
    pub threads: SearchThreads,
}

/// The task of a search, and what ends it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchInput<'a> {
    pub(super) task: &'a Task,
    pub(super) limits: &'a SearchLimits,
    pub(super) stop: &'a Stop,
}

/// The threads of a search. Answers and numbers of states do not depend on them, unless a limit is reached within a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchThreads {
    /// Their number.
    pub number: NonZeroUsize,
    /// The number of states that a layer of breadth-first search has at least if several threads expand it; over steps of several operators, which
    /// may be very many from one state, the number of steps. Smaller layers take less time than threads take to start.
    pub from_layer: usize,
}

impl Default for SearchThreads {
    fn default() -> Self {
        Self::of(NonZeroUsize::MIN)
    }
}

impl SearchThreads {
    /// So many threads, in layers large enough for them.
    pub fn of(number: NonZeroUsize) -> Self {
        Self { number, from_layer: 1 << 14 }
    }
}

/// The role of a task's clock, such as a game's step counter, when states are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counter {
    /// Part of the state, like any other variable.
    #[default]
    Kept,
    /// Ignored: a state is the same whenever it is reached, and is expanded where it is reached first. Plans are shortest
    /// only if [`Task::is_earlier_never_worse`](bmcplan_task::Task::is_earlier_never_worse) holds.
    LeftOut,
}

/// The order in which a search expands states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchMethod {
    /// Layer by layer.
    BreadthFirst,
    /// By cost.
    UniformCost,
    /// By a lower bound on the length or the cost of plans through a state, from LM-cut.
    AStar,
    /// By an estimate of the distance from the goal, whatever the way to a state.
    Greedy,
}

/// The reason why an exploration did not see everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncompleteReason {
    /// States remain at the given depth, and perhaps beyond.
    DepthReached,
    /// A limit was reached.
    Stopped(StopReason),
    /// A state takes more than 16,384 bits.
    TooLarge,
    /// Sums of costs of 2^64 - 1 or more, which are not compared.
    TooDear,
}

impl IncompleteReason {
    /// The limit that was reached, if it was one. No memory holds states that are too large.
    pub fn limit(self) -> Option<StopReason> {
        match self {
            Self::Stopped(reason) => Some(reason),
            Self::TooLarge => Some(StopReason::Memory),
            Self::DepthReached | Self::TooDear => None,
        }
    }
}

impl<T: Into<StopReason>> From<T> for IncompleteReason {
    fn from(reason: T) -> Self {
        Self::Stopped(reason.into())
    }
}

/// The end of a search: at a goal, or `None` where every reachable state was seen.
pub(super) type Ended<G> = Result<Option<G>, IncompleteReason>;

/// The progress of a running search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// The search's method.
    pub method: SearchMethod,
    /// The number of operators up to which there is no plan: the depth of the last complete layer, or one less than A* is
    /// looking for; 0 where costs are minimised.
    pub depth: usize,
    /// The cost up to which there is no plan, where costs are minimised and there is such a cost.
    pub refuted_cost: Option<u64>,
    /// The distinct states found so far.
    pub states: u64,
    /// The bytes that hold them, at most so far.
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

/// The cost and the number of operators. The better way is the smaller one: the cheaper one, and of these the shorter one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Way {
    /// The sum of costs; the greatest number stands for all sums that are too great.
    pub(super) cost: u64,
    pub(super) length: u32,
}

impl Way {
    #[inline]
    pub(super) fn and(self, cost: u64) -> Self {
        Self { cost: self.cost.saturating_add(cost), length: self.length.saturating_add(1) }
    }
}

/// Observer of the progress of a search.
pub type Tell<'a> = &'a mut dyn FnMut(SearchProgress);
