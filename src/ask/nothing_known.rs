//! The report of a run that was stopped before anything was known.

use crate::stop::StopReason;
use serde::Serialize;

use super::{VERSION, reason_name};

/// The report of a run that was stopped before anything was known.
#[derive(Debug, Clone, Serialize)]
pub struct NothingKnown {
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
    pub fn of(kind: &'static str, metric: &'static str, reason: StopReason) -> Self {
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
    pub fn named(self, name: String, file: Option<String>) -> Self {
        Self { name: Some(name), file, ..self }
    }
}
