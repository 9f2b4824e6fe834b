//! Errors of reading a problem in PDDL.

use crate::stop::StopReason;
use crate::text::Diagnostic;

/// Why a problem in PDDL could not be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum PddlError {
    /// What is wrong, and where.
    #[error(transparent)]
    Refused(#[from] Diagnostic),
    /// A limit was reached, or somebody asked to stop.
    #[error("reading the problem was stopped: {0}")]
    Stopped(StopReason),
}

debug_is_message!(PddlError);
