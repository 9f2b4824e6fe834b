//! The greatest number of steps that one formula can have: every variable of every frame has a number of its own.

use crate::encode::TransitionSystem;
use crate::formula::Var;

/// A formula of more steps than can be written.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula of this problem has {n_vars} variables per step; at most {most} steps can be written, not {horizon}"
)]
pub struct TooManySteps {
    /// The number of steps that was asked for.
    pub horizon: usize,
    /// The variables of each frame, of which there is one more than steps.
    pub n_vars: usize,
    /// The greatest number of steps.
    pub most: usize,
}

debug_is_message!(TooManySteps);

/// Whether the variables of so many steps have numbers.
pub(super) fn check_length(system: &TransitionSystem, horizon: usize) -> Result<(), TooManySteps> {
    let n_vars = system.n_vars();
    let most = Var::MAX_INDEX.checked_div(n_vars).map_or(usize::MAX, |n_frames| n_frames.saturating_sub(1));
    if horizon <= most { Ok(()) } else { Err(TooManySteps { horizon, n_vars, most }) }
}
