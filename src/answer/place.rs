//! What a problem is called, and where it is.

use serde::Serialize;

/// What a problem is called, and its file, as it was named.
#[derive(Debug, Clone, Serialize)]
pub struct ProblemPlace {
    /// What it is called.
    pub name: String,
    /// Its file, if it is in one.
    pub file: Option<String>,
}
