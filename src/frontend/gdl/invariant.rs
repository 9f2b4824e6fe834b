//! An invariant group: fluents of which at most one, or exactly one, holds in every reachable state.

/// At most one of these fluents holds in every reachable state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Invariant {
    /// Sorted.
    pub(super) fluents: Vec<usize>,
    /// Whether one does.
    pub(super) exactly: bool,
}
