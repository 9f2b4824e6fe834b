//! Errors, and the exceptions of Python that they become. These are classes of `bmcplan._errors`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use bmcplan::ask::{Fault, NameStyle, SettingFault, reason_name};
use bmcplan::problem::ProblemError;
use bmcplan::stop::StopReason;
use bmcplan::text::Diagnostic;
use pyo3::prelude::*;

use crate::keywords::in_python;

/// The reason for which there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A fault of the library.
    Fault(Fault),
    /// Arguments that make no sense.
    Argument(String),
    /// A file, or a folder, that is not there.
    Missing { name: String, message: String },
}

impl Failure {
    pub(crate) fn argument(what: impl ToString) -> Self {
        Self::Argument(what.to_string())
    }

    pub(crate) fn bug(what: impl ToString) -> Self {
        Self::Fault(Fault::bug(what))
    }

    /// Builds the failure of a file that is missing, unreadable or invalid.
    pub(crate) fn of_file(path: &Path, error: Diagnostic) -> Self {
        match fs::symlink_metadata(path) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                Self::Missing { name: error.source_name().to_owned(), message: error.to_string() }
            }
            _ => error.into(),
        }
    }

    /// Converts the failure into an exception.
    pub(crate) fn exception(self, py: Python<'_>) -> PyErr {
        let made = py.import("bmcplan._errors").and_then(|errors| {
            let with_words = |class: &str, words: &dyn ToString| {
                errors.getattr(class)?.call1((in_python(&words.to_string()),))
            };
            match self {
                Self::Argument(message) => with_words("ArgumentError", &message),
                Self::Fault(Fault::Setting(fault)) => {
                    with_words("ArgumentError", &fault.in_words(NameStyle::Keywords))
                }
                Self::Fault(Fault::Option(fault)) => {
                    with_words("ArgumentError", &fault.in_words(NameStyle::Keywords))
                }
                Self::Fault(Fault::Unrecognised(name)) => {
                    let words = in_python(&Fault::Unrecognised(name.clone()).to_string());
                    let nowhere: Option<usize> = None;
                    let message = "this is not a problem of any known kind";
                    errors.getattr("InputError")?.call1((message, name, nowhere, nowhere, words))
                }
                Self::Fault(Fault::Question(message) | Fault::TooManySteps(message)) => {
                    with_words("ArgumentError", &message)
                }
                Self::Fault(Fault::Input(error)) => {
                    let (line, column) = error.line_and_column().unzip();
                    let (message, rendered) = (in_python(error.message()), in_python(&error.to_string()));
                    let file = error.source_name().to_owned();
                    errors.getattr("InputError")?.call1((message, file, line, column, rendered))
                }
                Self::Fault(Fault::Stopped { reason, .. }) => {
                    with_words("StoppedError", &reason_name(reason))
                }
                Self::Fault(Fault::Solver(error)) => with_words("SolverError", &error),
                Self::Fault(Fault::Unreadable { place, why }) if !place.exists() => {
                    let (name, nowhere) = (place.display().to_string(), None::<usize>);
                    let words = format!("{name}: {why}");
                    errors.getattr("MissingFileError")?.call1((why, name, nowhere, nowhere, words))
                }
                Self::Fault(
                    fault @ (Fault::Write { .. } | Fault::Folder { .. } | Fault::Unreadable { .. }),
                ) => with_words("FileError", &fault),
                Self::Missing { name, message } => {
                    let message = in_python(&message);
                    let none: Option<usize> = None;
                    errors.getattr("MissingFileError")?.call1((&message, name, none, none, &message))
                }
                Self::Fault(bug) => with_words("InternalError", &bug),
            }
        });
        made.map_or_else(|error| error, PyErr::from_value)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Self::Fault(reason.into())
    }
}

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        Self::Fault(error.into())
    }
}

impl From<SettingFault> for Failure {
    fn from(fault: SettingFault) -> Self {
        Self::Fault(fault.into())
    }
}

impl From<ProblemError> for Failure {
    fn from(error: ProblemError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::bug(error)
    }
}
