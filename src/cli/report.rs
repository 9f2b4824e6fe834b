//! The parts that all reports share: how an answer is shown, words for stop reasons, numbers, lines of JSON.

use std::time::Duration;

use crate::solver::SolverKind;
use crate::stop::StopReason;
use serde::{Serialize, Serializer};

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
#[derive(Debug, Clone, Serialize)]
pub(crate) struct NothingKnown {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
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
            name: None,
            file: None,
            status: "stopped",
            metric,
            plan: None,
            refuted: None,
            stopped_by: reason_name(reason),
            version: VERSION,
        }
    }
}

impl NothingKnown {
    /// Of the problem of that name, in that file.
    #[must_use]
    pub(crate) fn named(self, name: String, file: Option<String>) -> Self {
        Self { name: Some(name), file, ..self }
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

/// The greatest number up to which every whole one is a number of JSON for whoever reads these as `f64`: 2^53.
const GREATEST_NUMBER: u128 = 1 << 53;

/// A count in JSON: a number, or a string of digits beyond 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JsonCount(pub(crate) u128);

impl Serialize for JsonCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) if self.0 <= GREATEST_NUMBER => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// An object on one line. The keys and their order are a promise to scripts.
pub(crate) fn json_line(object: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(object)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn great_counts_are_strings() {
        let text = |count| serde_json::to_string(&JsonCount(count)).unwrap();
        assert_eq!(text(0), "0");
        assert_eq!(text(1 << 53), "9007199254740992");
        assert_eq!(text((1 << 53) + 1), "\"9007199254740993\"");
        assert_eq!(text(u128::MAX), "\"340282366920938463463374607431768211455\"");
    }
}
