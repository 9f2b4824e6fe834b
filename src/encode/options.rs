//! Options of a step that every encoding takes: semantics, at-most-one constraint, reductions.

use super::{Reductions, Semantics};
use crate::formula::AtMostOne;

/// How a step is written. What an encoding's formula says may depend on it; the answers depend on nothing but the
/// semantics, which decides what a step is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepOptions {
    /// How "at most one move a step" is written. `[default: see `[`AtMostOne`]`]`
    pub at_most_one: AtMostOne,
    /// What leaves out plans that shorter or other ones make superfluous. `[default: see `[`Reductions`]`]`
    pub reductions: Reductions,
    /// Which operators may share a step. `[default: sequential]`
    pub semantics: Semantics,
    /// Where steps may be empty. `[default: at the end]`
    pub idle: IdleSteps,
}

/// Where steps without a move may stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum IdleSteps {
    /// After the last move, so that the number of other steps is the length of the plan.
    #[default]
    Last,
    /// Anywhere: where a plan is asked for and no shortest one, a formula that has more models. Not with a clock, which
    /// every step moves on.
    Anywhere,
}
