//! The JSON report that a run prints, and the outcome of the run: from the report, or else from the error message.

use serde::Deserialize;

use super::record::{CertificateRecord, HorizonRecord, RunOutcome};
use crate::child::{CutOff, EndedChild};
use crate::figures::Figures;

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
    pub(super) proved_by: Option<String>,
    pub(super) open_goals: Option<Vec<u32>>,
    pub(super) certificate: Option<CertificateRecord>,
    #[serde(flatten)]
    pub(super) figures: Figures,
    pub(super) horizons: Vec<HorizonRecord>,
    pub(super) version: Option<String>,
}

impl JsonReport {
    /// The report on standard output; an empty one if there is no JSON.
    pub(super) fn of(process: &EndedChild) -> Self {
        serde_json::from_slice(&process.output).unwrap_or_default()
    }

    /// The outcome of the run.
    pub(super) fn outcome(&self, process: &EndedChild) -> RunOutcome {
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
            _ if process.cut_off == Some(CutOff::Overran) => RunOutcome::OutOfTime,
            _ => failed(process),
        }
    }
}

/// The greatest number of characters of a message.
const LONGEST_MESSAGE: usize = 300;

fn failed(process: &EndedChild) -> RunOutcome {
    let complaints = String::from_utf8_lossy(&process.complaints);
    // So says the allocator before it aborts.
    if complaints.contains("memory allocation of ") {
        return RunOutcome::OutOfMemory;
    }
    let mut lines = complaints.lines().map(str::trim).filter(|line| !line.is_empty());
    let message: String = match lines.next() {
        Some(line) => line.chars().take(LONGEST_MESSAGE).collect(),
        None => process.status.to_string(),
    };
    RunOutcome::Failed { message, exit_code: process.status.code() }
}
