//! The answer of one run, read from its JSON on standard output or from its words on standard error, as an [`RunOutcome`]
//! and figures.

use serde::Deserialize;

use super::process::FinishedProcess;
use super::record::{HorizonRecord, RunOutcome};

/// The keys of the program's JSON that matter here, each of which may be missing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct JsonReport {
    status: String,
    length: Option<usize>,
    makespan: Option<usize>,
    optimal: bool,
    stopped_by: Option<String>,
    pub(super) trusted: Option<String>,
    pub(super) refuted: Option<usize>,
    pub(super) open_goals: Option<Vec<u32>>,
    pub(super) variables: Option<u64>,
    pub(super) clauses: Option<u64>,
    pub(super) literals: Option<u64>,
    pub(super) formula_bytes: Option<u64>,
    pub(super) states: Option<u64>,
    pub(super) build_seconds: Option<f64>,
    pub(super) solver_seconds: Option<f64>,
    conflicts: Option<u64>,
    pub(super) horizons: Vec<HorizonRecord>,
    pub(super) version: Option<String>,
}

impl JsonReport {
    /// What it printed; nothing if that is no JSON.
    pub(super) fn by(ended: &FinishedProcess) -> Self {
        serde_json::from_slice(&ended.output).unwrap_or_default()
    }

    /// Conflicts altogether, if all are known.
    pub(super) fn conflicts(&self) -> Option<u64> {
        let of_horizons = || self.horizons.iter().map(|tried| tried.conflicts).sum();
        if self.horizons.is_empty() { self.conflicts } else { of_horizons() }
    }

    /// What came of the run.
    pub(super) fn outcome(&self, ended: &FinishedProcess) -> RunOutcome {
        match (&*self.status, self.stopped_by.as_deref()) {
            ("solved", _) => {
                RunOutcome::Solved { length: self.length, steps: self.makespan, optimal: self.optimal }
            }
            ("unsolvable", _) => RunOutcome::Unsolvable,
            ("no_plan_within_horizon", _) if let Some(horizon) = self.refuted => {
                RunOutcome::NoPlanWithin { horizon }
            }
            (_, Some("timeout")) => RunOutcome::OutOfTime,
            (_, Some("memory")) => RunOutcome::OutOfMemory,
            _ if ended.overran => RunOutcome::OutOfTime,
            _ => failed(ended),
        }
    }
}

/// The greatest number of characters of a message.
const LONGEST_MESSAGE: usize = 300;

fn failed(ended: &FinishedProcess) -> RunOutcome {
    let complaints = String::from_utf8_lossy(&ended.complaints);
    // So says the allocator before it aborts.
    if complaints.contains("memory allocation of ") {
        return RunOutcome::OutOfMemory;
    }
    let mut lines = complaints.lines().map(str::trim).filter(|line| !line.is_empty());
    let message: String = match lines.next() {
        Some(line) => line.chars().take(LONGEST_MESSAGE).collect(),
        None => ended.status.to_string(),
    };
    RunOutcome::Failed { message, exit_code: ended.status.code() }
}
