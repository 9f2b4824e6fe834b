//! Options of a step that every encoding takes: semantics, at-most-one constraint, reductions.

use super::{Reductions, Semantics};
use crate::formula::AtMostOne;

/// The form of a step. An encoding's formula may depend on all options; the answers depend only on the semantics, which
/// defines steps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepOptions {
    /// The encoding of "at most one move a step". `[default: see `[`AtMostOne`]`]`
    pub at_most_one: AtMostOne,
    /// Constraints that prune plans and keep a shortest one. `[default: see `[`Reductions`]`]`
    pub reductions: Reductions,
    /// The sets of operators that may share a step. `[default: sequential]`
    pub semantics: Semantics,
    /// The place of empty steps. `[default: at the end]`
    pub idle: IdleSteps,
}

/// The place of steps without a move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum IdleSteps {
    /// After the last move, so that the number of other steps is the length of the plan.
    #[default]
    Last,
    /// Anywhere: a formula with more models, for any plan instead of a shortest one. Not with a clock, which every step
    /// advances.
    Anywhere,
}
