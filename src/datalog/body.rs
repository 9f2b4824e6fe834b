//! The conditions of a rule, made ready for joins.

use std::collections::BTreeSet;

use super::{Pattern, Symbol, TermId};

/// See the module. Each variable occurs in a condition that holds.
#[derive(Debug, Default)]
pub(crate) struct RuleBody {
    /// The conditions that hold: relation and pattern.
    pub(crate) holds: Vec<(Symbol, Pattern)>,
    /// The conditions that fail. They are left open where the relation still grows.
    pub(crate) fails: Vec<(Symbol, Pattern)>,
    /// Terms that differ.
    pub(crate) distinct: Vec<[Pattern; 2]>,
    /// Terms, and which ones they may be.
    pub(crate) asked: Vec<(Pattern, BTreeSet<TermId>)>,
    pub(crate) n_variables: usize,
}
