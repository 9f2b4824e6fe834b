//! The last keys of answers about a whole state space: what was taken, the limit that was reached, warnings, and the version.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::answer::DiagnosticObject;
use super::{VERSION, reason_name};
use crate::figures::{ProcessFigures, seconds};
use crate::problem::Problem;
use crate::stop::StopReason;

/// The last keys of an answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerEnd {
    /// Wall-clock seconds; so is `wall_seconds`.
    pub seconds: f64,
    /// Wall-clock seconds.
    pub wall_seconds: f64,
    /// CPU seconds of the process so far.
    pub cpu_seconds: Option<f64>,
    /// The greatest resident set of the process so far, in megabytes.
    pub memory_mb: Option<f64>,
    /// The limit that was reached: `timeout`, `memory`, `interrupt` or `disk`.
    pub stopped_by: Option<String>,
    /// Warnings about the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<DiagnosticObject>,
    /// The version of the library.
    pub version: String,
}

impl AnswerEnd {
    /// For a problem, after that time; and the limit that was reached, if one was.
    pub fn of(problem: &dyn Problem, elapsed: Duration, stopped: Option<StopReason>) -> Self {
        let ProcessFigures { cpu_seconds, memory_mb } = ProcessFigures::now();
        Self {
            seconds: seconds(elapsed),
            wall_seconds: seconds(elapsed),
            cpu_seconds,
            memory_mb,
            stopped_by: stopped.map(|reason| reason_name(reason).to_owned()),
            warnings: problem.warnings().iter().map(DiagnosticObject::from).collect(),
            version: VERSION.to_owned(),
        }
    }
}
