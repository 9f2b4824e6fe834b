//! All errors of the command line, with their messages and exit codes.

use std::io;

use crate::frontend::{Diagnostic, sliding_block};
use crate::planner::InternalError;
use crate::prisoners::PrisonersError;
use crate::solver::SolverError;
use crate::stop::StopReason;
use crate::task::TaskError;

use super::exit::Exit;
use super::{output, panics, text};

/// Why there is no answer, or nowhere to put it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was typed makes no sense.
    #[error("{0}")]
    Usage(String),
    /// What was read makes no sense.
    #[error("{0}")]
    Input(#[from] Diagnostic),
    /// Grounding was stopped.
    #[error("{0}")]
    Grounding(Diagnostic, StopReason),
    /// It was stopped before there was anything to tell.
    #[error("nothing is known yet; {}", text::by(*.0))]
    Stopped(StopReason),
    /// The answer cannot be written there.
    #[error("cannot write to {place}: {cause}")]
    Output {
        /// Where to.
        place: String,
        /// What the system says.
        cause: io::Error,
    },
    /// There is an answer, but a limit was reached before a picture of it was drawn.
    #[error("{picture}: not written, {why}", why = text::by(*.reason))]
    Picture {
        /// The option and the file.
        picture: String,
        /// What stopped it.
        reason: StopReason,
    },
    /// The planner broke.
    #[error("{0}")]
    Internal(InternalError),
    /// The search for schedules broke.
    #[error("{0}")]
    Schedules(PrisonersError),
    /// A solver from elsewhere broke.
    #[error("{0}")]
    Solver(SolverError),
    /// A puzzle with too many moves.
    #[error("{0}")]
    TooOpen(sliding_block::PuzzleTaskError),
    /// A checked problem gave no task.
    #[error("the problem makes no planning task: {0}")]
    Task(TaskError),
    /// The answer has no JSON.
    #[error("the answer cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Failure {
    /// The code that it ends with.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_)
            | Self::Input(_)
            | Self::TooOpen(_)
            | Self::Task(TaskError::TooMany(_))
            | Self::Output { .. }
            | Self::Solver(_) => Exit::Usage,
            Self::Grounding(_, reason) | Self::Picture { reason, .. } | Self::Stopped(reason) => {
                (*reason).into()
            }
            Self::Internal(_) | Self::Schedules(_) | Self::Task(_) | Self::Json(_) => Exit::Internal,
        }
    }

    /// Tells it on stderr.
    pub(crate) fn report(&self) -> Exit {
        match self {
            Self::Input(diagnostic) | Self::Grounding(diagnostic, _) => {
                output::complain_painted(&diagnostic.render(output::paint(&io::stderr())));
            }
            Self::Picture { .. } | Self::Stopped(_) => output::complain(&self.to_string()),
            Self::Usage(_)
            | Self::TooOpen(_)
            | Self::Task(TaskError::TooMany(_))
            | Self::Output { .. }
            | Self::Solver(_) => output::complain(&format!("error: {self}")),
            Self::Internal(_) | Self::Schedules(_) | Self::Task(_) | Self::Json(_) => {
                panics::confess(&self.to_string())
            }
        }
        self.exit()
    }
}

impl From<PrisonersError> for Failure {
    fn from(error: PrisonersError) -> Self {
        match error {
            PrisonersError::Symmetry(error) => Self::Usage(format!("--symmetry: {error}")),
            PrisonersError::Solver(error) => InternalError::from(error).into(),
            broken @ (PrisonersError::Check { .. } | PrisonersError::Unsound) => Self::Schedules(broken),
        }
    }
}

impl From<InternalError> for Failure {
    fn from(error: InternalError) -> Self {
        match error {
            InternalError::Solver(error @ (SolverError::Missing { .. } | SolverError::Foreign { .. })) => {
                Self::Solver(error)
            }
            internal => Self::Internal(internal),
        }
    }
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Self {
        match error {
            TaskError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Task(error),
        }
    }
}

impl From<sliding_block::PuzzleTaskError> for Failure {
    fn from(error: sliding_block::PuzzleTaskError) -> Self {
        match error {
            sliding_block::PuzzleTaskError::Invalid(error) => error.into(),
            too_open => Self::TooOpen(too_open),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faults_of_this_program_are_internal() {
        let [solver, cause] = ["some", "that"].map(str::to_owned);
        let code = |error: SolverError| Failure::from(InternalError::from(error)).exit().code();
        assert_eq!(code(SolverError::Internal { solver: solver.clone(), cause: cause.clone() }), 70);
        assert_eq!(code(SolverError::Foreign { solver: solver.clone(), cause: cause.clone() }), 2);
        assert_eq!(code(SolverError::Missing { solver, cause }), 2);
        assert_eq!(Failure::Usage(String::new()).exit().code(), 2);
        assert_eq!(Failure::Input(Diagnostic::without_text("f", "m")).exit().code(), 2);
        let full = Failure::Output { place: "f".to_owned(), cause: io::ErrorKind::StorageFull.into() };
        assert_eq!(full.exit().code(), 2);
    }
}
