//! What can be chosen about a step, whatever the encoding.

use super::Reductions;
use crate::formula::AtMostOne;

/// How a step is written. The meaning of an encoding's formula may depend on it, the answers never.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepOptions {
    /// How "at most one move a step" is written. `[default: see `[`AtMostOne`]`]`
    pub at_most_one: AtMostOne,
    /// What leaves out plans that shorter or other ones make superfluous. `[default: see `[`Reductions`]`]`
    pub reductions: Reductions,
}
