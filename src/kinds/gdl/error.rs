//! Errors of grounding.

use crate::text::{Diagnostic, Span};

/// Why grounding failed.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// The sheet cannot be played: what is wrong, and where.
    #[error(transparent)]
    Refused(#[from] Diagnostic),
    /// A limit was reached, or somebody asked to stop, while the ground rules still grew.
    #[error("{rule}")]
    Stopped {
        /// The same as a complaint that points at the rule that grew most.
        rule: Diagnostic,
        /// Where that rule stands.
        span: Span,
        /// The rule as it is written.
        text: String,
        /// How many ground instances it had by then.
        instances: usize,
    },
}

debug_is_message!(GroundError);
