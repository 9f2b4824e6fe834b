//! The answer of one run, read from its JSON on standard output or from its words on standard error, as an [`Outcome`]
//! and figures.

use serde::Deserialize;

use super::process::Ended;
use super::record::{Outcome, Tried};
use crate::figures::Figures;

/// The keys of the program's JSON that matter here, each of which may be missing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Told {
    status: String,
    length: Option<usize>,
    makespan: Option<usize>,
    optimal: bool,
    stopped_by: Option<String>,
    pub(super) trusted: Option<String>,
    pub(super) refuted: Option<usize>,
    pub(super) open_goals: Option<Vec<u32>>,
    #[serde(flatten)]
    pub(super) figures: Figures,
    pub(super) horizons: Vec<Tried>,
    pub(super) version: Option<String>,
}

impl Told {
    /// What it printed; nothing if that is no JSON.
    pub(super) fn by(ended: &Ended) -> Self {
        serde_json::from_slice(&ended.output).unwrap_or_default()
    }

    /// What came of the run.
    pub(super) fn outcome(&self, ended: &Ended) -> Outcome {
        match (&*self.status, self.stopped_by.as_deref()) {
            ("solved", _) => {
                Outcome::Solved { length: self.length, steps: self.makespan, optimal: self.optimal }
            }
            ("unsolvable", _) => Outcome::Unsolvable,
            ("no_plan_within_horizon", _) if let Some(horizon) = self.refuted => {
                Outcome::NoPlanWithin { horizon }
            }
            (_, Some("timeout")) => Outcome::OutOfTime,
            (_, Some("memory")) => Outcome::OutOfMemory,
            _ if ended.overran => Outcome::OutOfTime,
            _ => failed(ended),
        }
    }
}

/// The greatest number of characters of a message.
const LONGEST_MESSAGE: usize = 300;

fn failed(ended: &Ended) -> Outcome {
    let complaints = String::from_utf8_lossy(&ended.complaints);
    // So says the allocator before it aborts.
    if complaints.contains("memory allocation of ") {
        return Outcome::OutOfMemory;
    }
    let mut lines = complaints.lines().map(str::trim).filter(|line| !line.is_empty());
    let message: String = match lines.next() {
        Some(line) => line.chars().take(LONGEST_MESSAGE).collect(),
        None => ended.status.to_string(),
    };
    Outcome::Failed { message, exit_code: ended.status.code() }
}
