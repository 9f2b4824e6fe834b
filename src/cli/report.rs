//! The parts that all reports share: how an answer is shown, words for stop reasons, numbers, lines of JSON.

use std::time::Duration;

use crate::solver::SolverKind;
use crate::stop::StopReason;
use serde::Serialize;

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How an answer is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    /// Moves, boards before and after, summary.
    Text,
    /// Moves, all boards, summary.
    Frames,
    /// The moves alone.
    Moves,
    /// One JSON object.
    Json,
}

/// The report of a run that was stopped before anything was known.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct NothingKnown {
    kind: &'static str,
    status: &'static str,
    metric: &'static str,
    plan: Option<()>,
    refuted: Option<usize>,
    stopped_by: &'static str,
    version: &'static str,
}

impl NothingKnown {
    /// Of a problem of that kind, in that metric.
    pub(crate) fn of(kind: &'static str, metric: &'static str, reason: StopReason) -> Self {
        Self {
            kind,
            status: "stopped",
            metric,
            plan: None,
            refuted: None,
            stopped_by: reason_name(reason),
            version: VERSION,
        }
    }
}

/// A stop reason in a sentence.
pub(crate) fn by(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "stopped by the timeout",
        StopReason::Memory => "stopped by the memory limit",
        StopReason::Interrupt => "interrupted",
    }
}

/// A stop reason in JSON.
pub(crate) fn reason_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "timeout",
        StopReason::Memory => "memory",
        StopReason::Interrupt => "interrupt",
    }
}

/// `, trusting cmd:…` where an answer rests on the word of a solver from elsewhere.
pub(crate) fn trusting(trusted: Option<&SolverKind>) -> String {
    trusted.map(|solver| format!(", trusting {solver}")).unwrap_or_default()
}

/// Seconds for people: `0.05 s`.
pub(crate) fn seconds_text(elapsed: Duration) -> String {
    format!("{:.2} s", elapsed.as_secs_f64())
}

/// An object on one line. The keys and their order are a promise to scripts.
pub(crate) fn json_line(object: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(object)? + "\n")
}
