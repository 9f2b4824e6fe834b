//! The ways in which a ground problem is no planning task.

use crate::task::TaskError;

/// Why there is no planning task.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum FiniteDomainError {
    /// An atom that does not exist, or that may not stand there: an effect on a derived atom, a rule for another one.
    #[error("{place}: atom {atom} does not exist, or may not stand there")]
    Misplaced {
        /// The part that mentions it.
        place: String,
        /// The atom.
        atom: u32,
    },
    /// A derived atom that depends on its own negation.
    #[error("'{0}' is derived from its own negation")]
    Circular(String),
    /// The task cannot be.
    #[error(transparent)]
    Task(#[from] TaskError),
}

debug_is_message!(FiniteDomainError);
