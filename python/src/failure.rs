//! Errors, and the exceptions of Python that they become. These are classes of `bmcplan._errors`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bmcplan::answer::reason_name;
use bmcplan::encode::EncodeError;
use bmcplan::frontend::Diagnostic;
use bmcplan::planner::InternalError;
use bmcplan::problem::ProblemError;
use bmcplan::solver::SolverError;
use bmcplan::stop::StopReason;
use pyo3::prelude::*;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Arguments that make no sense.
    Argument(String),
    /// An input that is wrong.
    Input(Box<Diagnostic>),
    /// A limit or an interrupt, before anything was known.
    Stopped(StopReason),
    /// A solver from elsewhere broke.
    Solver(String),
    /// A file that cannot be read or written.
    File(String),
    /// A file, or a folder, that is not there.
    Missing { name: String, message: String },
    /// A fault of this package.
    Bug(String),
}

impl Failure {
    pub(crate) fn argument(what: impl ToString) -> Self {
        Self::Argument(what.to_string())
    }

    pub(crate) fn bug(what: impl ToString) -> Self {
        Self::Bug(what.to_string())
    }

    /// A file that cannot be read, or is not there; what is wrong otherwise.
    pub(crate) fn of_file(path: &Path, error: Diagnostic) -> Self {
        match fs::symlink_metadata(path) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                Self::Missing { name: error.source_name().to_owned(), message: error.to_string() }
            }
            _ => error.into(),
        }
    }

    /// The exception.
    pub(crate) fn exception(self, py: Python<'_>) -> PyErr {
        let made = py.import("bmcplan._errors").and_then(|errors| {
            let class = |name: &str| errors.getattr(name);
            match self {
                Self::Argument(message) => class("ArgumentError")?.call1((message,)),
                Self::Input(error) => {
                    let (line, column) = error.line_and_column().unzip();
                    let rendered = error.to_string();
                    let file = error.source_name().to_owned();
                    class("InputError")?.call1((error.message(), file, line, column, rendered))
                }
                Self::Stopped(reason) => class("StoppedError")?.call1((reason_name(reason),)),
                Self::Solver(message) => class("SolverError")?.call1((message,)),
                Self::File(message) => class("FileError")?.call1((message,)),
                Self::Missing { name, message } => {
                    let none: Option<usize> = None;
                    class("MissingFileError")?.call1((&message, name, none, none, &message))
                }
                Self::Bug(message) => class("InternalError")?.call1((message,)),
            }
        });
        made.map_or_else(|error| error, PyErr::from_value)
    }
}

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        Self::Input(Box::new(error))
    }
}

impl From<ProblemError> for Failure {
    fn from(error: ProblemError) -> Self {
        match error {
            ProblemError::Refused(error) => error.into(),
            ProblemError::Stopped { reason, .. } => Self::Stopped(reason),
            ProblemError::Unrecognised(name) => {
                Diagnostic::without_text(&name, "no kind of problem looks like this").into()
            }
            bug @ ProblemError::Task(_) => Self::bug(bug),
            error @ (ProblemError::Option(_) | ProblemError::TooLarge(_)) => Self::argument(error),
        }
    }
}

impl From<InternalError> for Failure {
    fn from(error: InternalError) -> Self {
        match error {
            InternalError::Solver(error @ (SolverError::Missing { .. } | SolverError::Foreign { .. })) => {
                Self::Solver(error.to_string())
            }
            error @ (InternalError::Unsupported(_) | InternalError::TooManySteps(_)) => Self::argument(error),
            error => Self::bug(error),
        }
    }
}

impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Stopped(reason) => Self::Stopped(reason),
            EncodeError::Semantics(error) => Self::argument(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::bug(error)
    }
}
