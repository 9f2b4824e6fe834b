//! Errors of reading a problem and of making its task.

use super::OptionError;
use crate::stop::StopReason;
use crate::task::TaskError;
use crate::text::Diagnostic;

/// Why there is no problem, or no task of it.
#[derive(thiserror::Error)]
pub enum ProblemError {
    /// The text is wrong.
    #[error(transparent)]
    Refused(#[from] Diagnostic),
    /// The kind does not have this option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No kind has problems that look like this.
    #[error("{0}: no kind of problem looks like this")]
    Unrecognised(String),
    /// Reading was stopped.
    #[error("{}", at.as_ref().map_or(reason.to_string(), ToString::to_string))]
    Stopped {
        /// Why.
        reason: StopReason,
        /// The place in the text that was being worked on, if there is one.
        at: Option<Diagnostic>,
    },
    /// The problem is too large for a task.
    #[error("{0}")]
    TooLarge(String),
    /// A problem that was read without error gave no task: a fault of the front end.
    #[error("the problem makes no planning task: {0}")]
    Task(TaskError),
}

debug_is_message!(ProblemError);

impl From<TaskError> for ProblemError {
    fn from(error: TaskError) -> Self {
        match error {
            TaskError::Stopped(reason) => Self::Stopped { reason, at: None },
            too_many @ TaskError::TooMany(_) => {
                Self::TooLarge(format!("the problem makes no planning task: {too_many}"))
            }
            error => Self::Task(error),
        }
    }
}
