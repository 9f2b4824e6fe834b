//! Warnings about a problem, on stderr and in JSON.

use serde::Serialize;

use crate::frontend::Diagnostic;

use super::failure::Failure;
use super::terminal;

/// A warning or an error in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct WarningObject {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<&Diagnostic> for WarningObject {
    fn from(warning: &Diagnostic) -> Self {
        let place = warning.line_and_column();
        Self {
            message: warning.message().to_owned(),
            file: Some(warning.source_name().to_owned()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}

impl WarningObject {
    /// A warning about no text.
    pub(crate) fn without_place(message: &str) -> Self {
        Self { message: message.to_owned(), file: None, line: None, column: None }
    }
}

/// The warnings about a problem, unless they count as errors and there are any.
pub(crate) fn checked(warnings: &[Diagnostic], are_errors: bool) -> Result<&[Diagnostic], Failure> {
    if are_errors && !warnings.is_empty() {
        return Err(Failure::Warned(warnings.iter().cloned().map(Diagnostic::into_error).collect()));
    }
    Ok(warnings)
}

/// Prints the warnings about a problem; where they count as errors, there is no answer if there are any.
pub(crate) fn report(warnings: &[Diagnostic], are_errors: bool) -> Result<(), Failure> {
    checked(warnings, are_errors)?.iter().for_each(terminal::print_diagnostic);
    Ok(())
}
