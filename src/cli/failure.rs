//! All errors of the command line, with their messages and exit codes.

use std::io;

use crate::ask::{Fault, SettingFault, Spelling};
use crate::encode::EncodeError;
use crate::planner::InternalError;
use crate::prisoners::PrisonersError;
use crate::prisoners::read::ScheduleError;
use crate::problem::ProblemError;
use crate::solver::SolverError;
use crate::stop::StopReason;
use crate::text::Diagnostic;

use super::exit::Exit;
use super::report::by;
use super::{panics, terminal};

/// Why there is no answer, or nowhere to put it.
#[derive(thiserror::Error)]
pub(crate) enum Failure {
    /// Arguments that make no sense.
    #[error("{0}")]
    Usage(String),
    /// An input that is wrong.
    #[error("{0}")]
    Input(#[from] Diagnostic),
    /// A schedule that was to be checked, and is wrong.
    #[error("{0}")]
    Wrong(Diagnostic),
    /// Warnings about an input, where they count as errors.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Warned(Vec<Diagnostic>),
    /// A limit or an interrupt, before anything was known; with the place in the input that it was busy with.
    #[error("{}", at.as_ref().map_or_else(|| format!("nothing is known yet; {}", by(*reason)), ToString::to_string))]
    Stopped {
        /// The limit, or an interrupt.
        reason: StopReason,
        /// The place.
        at: Option<Diagnostic>,
    },
    /// Output that cannot be written there.
    #[error("cannot write to {place}: {cause}")]
    Output {
        /// Where to.
        place: String,
        /// The error of the system.
        cause: io::Error,
    },
    /// A picture that was not drawn before a limit was reached; there is an answer.
    #[error("{picture}: not written, {why}", why = by(*.reason))]
    Picture {
        /// The option and the file.
        picture: String,
        /// The limit.
        reason: StopReason,
    },
    /// A foreign solver broke.
    #[error("{0}")]
    Solver(SolverError),
    /// A fault of this program.
    #[error("{0}")]
    Bug(String),
}

debug_is_message!(Failure);

impl Failure {
    /// The code that it ends with.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) | Self::Input(_) | Self::Warned(_) | Self::Output { .. } | Self::Solver(_) => {
                Exit::Usage
            }
            Self::Wrong(_) => Exit::Wrong,
            Self::Picture { reason, .. } | Self::Stopped { reason, .. } => (*reason).into(),
            Self::Bug(_) => Exit::Internal,
        }
    }

    /// Prints it on stderr.
    pub(crate) fn print(&self) -> Exit {
        match self {
            Self::Input(diagnostic)
            | Self::Wrong(diagnostic)
            | Self::Stopped { at: Some(diagnostic), .. } => {
                terminal::print_diagnostic(diagnostic);
            }
            Self::Warned(warnings) => warnings.iter().for_each(terminal::print_diagnostic),
            Self::Picture { .. } | Self::Stopped { at: None, .. } => terminal::print_error(&self.to_string()),
            Self::Usage(_) | Self::Output { .. } | Self::Solver(_) => {
                terminal::print_error(&format!("error: {self}"));
            }
            Self::Bug(_) => panics::report_bug(&self.to_string()),
        }
        self.exit()
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Stopped { reason, at: None }
    }
}

impl From<ScheduleError> for Failure {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Unreadable(diagnostic) => Self::Input(diagnostic),
            ScheduleError::Wrong(diagnostic) => Self::Wrong(diagnostic),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Setting(fault) => Self::Usage(fault.in_words(Spelling::Options)),
            Fault::Option(fault) => Self::Usage(fault.in_words(Spelling::Options)),
            unrecognised @ Fault::Unrecognised(_) => Self::Usage(format!("{unrecognised}; --kind names one")),
            Fault::Question(why) | Fault::TooManySteps(why) => Self::Usage(why),
            folder @ (Fault::Folder { .. } | Fault::Unreadable { .. }) => Self::Usage(folder.to_string()),
            Fault::Input(diagnostic) => Self::Input(diagnostic),
            Fault::Stopped { reason, at } => Self::Stopped { reason, at },
            Fault::Solver(error) => Self::Solver(error),
            Fault::Write { place, cause } => Self::Output { place: place.display().to_string(), cause },
            Fault::Bug(what) => Self::Bug(what),
        }
    }
}

/// Errors of the library that become a [`Fault`] first.
macro_rules! by_fault {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Fault::from(error).into()
            }
        })*
    };
}

by_fault!(ProblemError, EncodeError, InternalError, SettingFault, serde_json::Error);

impl From<PrisonersError> for Failure {
    fn from(error: PrisonersError) -> Self {
        match error {
            PrisonersError::Symmetry(error) => Self::Usage(format!("--symmetry: {error}")),
            PrisonersError::Solver(error) => InternalError::from(error).into(),
            broken @ (PrisonersError::Check { .. } | PrisonersError::Unsound) => {
                Self::Bug(broken.to_string())
            }
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
        assert_eq!(Failure::Wrong(Diagnostic::without_text("f", "m")).exit().code(), 20);
        let full = Failure::Output { place: "f".to_owned(), cause: io::ErrorKind::StorageFull.into() };
        assert_eq!(full.exit().code(), 2);
    }
}
