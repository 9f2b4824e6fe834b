//! Errors as JSON, for scripts that asked for JSON: one object on standard output, beside the message on standard error.

use serde::Serialize;

use super::failure::Failure;
use super::output;
use super::report::json_line;
use crate::ask::DiagnosticObject;
use crate::ask::VERSION;

/// The object in place of an answer.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorAnswer {
    status: &'static str,
    error: DiagnosticObject,
    version: &'static str,
}

impl ErrorAnswer {
    /// Of a command line that was refused.
    pub(crate) fn of_usage(message: &str) -> Self {
        Self::of("error", DiagnosticObject::without_place(message))
    }

    /// Of a failure; none of one that comes beside an answer.
    pub(crate) fn of_failure(failure: &Failure) -> Option<Self> {
        match failure {
            Failure::Stopped { .. } | Failure::Picture { .. } | Failure::Output { .. } => None,
            Failure::Wrong(diagnostic) => Some(Self::of("wrong", diagnostic.into())),
            Failure::Input(diagnostic) => Some(Self::of("error", diagnostic.into())),
            Failure::Warned(warnings) => Some(Self::of("error", warnings.first()?.into())),
            failure => Some(Self::of_usage(&failure.to_string())),
        }
    }

    /// Prints it. If that fails, the message on stderr remains.
    pub(crate) fn print(&self) {
        if let Ok(line) = json_line(self) {
            let _ = output::print(&line);
        }
    }

    fn of(status: &'static str, error: DiagnosticObject) -> Self {
        Self { status, error, version: VERSION }
    }
}
