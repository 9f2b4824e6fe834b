//! The choice between confirming and believing the refutations of a solver from elsewhere.
//!
//! A model is checked against the formula; that there is none cannot be checked, only found out anew.

/// What is done with the refutations of a solver that is [not built in](crate::solver::SolverKind::is_built_in).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trust {
    /// Those that an answer rests on are confirmed by a solver that is built in. If that is stopped, the answer names the
    /// solver that it trusts.
    #[default]
    Confirm,
    /// They are believed, and the answer names the solver that it trusts.
    Believe,
}
