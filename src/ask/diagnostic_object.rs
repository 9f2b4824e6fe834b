//! A warning or an error as an object of JSON: what is wrong, and where.

use crate::text::Diagnostic;
use serde::{Deserialize, Serialize};

/// A warning or an error in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagnosticObject {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<&Diagnostic> for DiagnosticObject {
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

impl DiagnosticObject {
    /// A warning about no text.
    pub fn without_place(message: &str) -> Self {
        Self { message: message.to_owned(), file: None, line: None, column: None }
    }
}
