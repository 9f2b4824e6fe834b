//! Errors of solvers, by whose fault they are.

/// A solver cannot be had, or it failed.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The library, program or folder is not there, or is no solver: an error of
    /// [`SolverKind::build`](crate::solver::SolverKind::build), before any work.
    #[error("the SAT solver {solver} cannot be used: {cause}")]
    Missing {
        /// The solver's name.
        solver: String,
        /// The reason.
        cause: String,
    },
    /// A foreign library, program or service crashed, or gave a wrong answer or none.
    #[error("the SAT solver {solver} failed: {cause}")]
    Foreign {
        /// The solver's name.
        solver: String,
        /// The fault.
        cause: String,
    },
    /// A solver of this crate failed by its own account. No input should lead here.
    #[error("the SAT solver {solver} failed: {cause}")]
    Internal {
        /// The solver's name.
        solver: String,
        /// The library's message.
        cause: String,
    },
}

debug_is_message!(SolverError);

/// A text of unknown length, cut for a message.
pub(super) fn abridged(text: &str) -> String {
    const LENGTH: usize = 120;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}
