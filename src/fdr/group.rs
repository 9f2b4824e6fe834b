//! A group of atoms of which at most one, or exactly one, holds in every reachable state.

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomGroup {
    /// The atoms by their numbers, each once.
    pub atoms: Vec<usize>,
    /// Does one of them always hold?
    pub exactly: bool,
}
