//! Limits of a search, the part that a clock has in its states, and where it is while it runs.

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
    /// reached first. What is found shortest this way is only if [`Task::is_earlier_never_worse`](crate::task::Task::is_earlier_never_worse) says so.
    LeftOut,
}

/// In which order a search looks at states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchMethod {
    /// Layer by layer.
    BreadthFirst,
    /// Those first that may be on the shortest plans, by LM-cut.
    AStar,
}

/// Where a running search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchProgress {
    /// What kind of search it is.
    pub method: SearchMethod,
    /// The number of operators up to which there is no plan: the depth of the last complete layer, or one less than A* is
    /// looking for.
    pub depth: usize,
    /// The distinct states found so far.
    pub states: u64,
    /// The bytes that hold them, at most so far.
    pub memory_bytes: usize,
}
