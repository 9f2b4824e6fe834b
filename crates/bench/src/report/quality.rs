//! IPC's quality score: of each problem the least known cost divided by the cost of the plan, or 0 without a plan (International
//! Planning Competition 2008, satisficing track). Where lengths are minimised, they take the place of costs.

use std::collections::BTreeMap;

use bmcplan_ask::Cost;

use super::super::contradictions::Expected;
use super::super::record::{Record, RunOutcome};
use super::super::run_log::Entry;

/// The kind, the instance, the metric and the options that change the problem.
pub(crate) type ProblemKey = Vec<String>;

/// The least known cost or length of each problem: the expected one, or that of a plan.
#[derive(Default)]
pub(super) struct References(BTreeMap<ProblemKey, f64>);

impl References {
    pub(super) fn add(&mut self, problem: &ProblemKey, entry: &Entry) {
        for size in [size(&entry.record), expected_size(entry)].into_iter().flatten() {
            let known = self.0.entry(problem.clone()).or_insert(size);
            *known = known.min(size);
        }
    }

    /// Returns the mean score of some runs of a problem. A proof that there is no plan counts 1.
    pub(super) fn score(&self, problem: &ProblemKey, runs: &[&Entry]) -> f64 {
        let of_run = |entry: &&Entry| match (size(&entry.record), self.0.get(problem)) {
            (Some(size), Some(least)) if *least < size => least / size,
            (Some(_), _) => 1.0,
            (None, _) => f64::from(u8::from(entry.record.result == RunOutcome::Unsolvable)),
        };
        runs.iter().map(of_run).sum::<f64>() / runs.len().max(1) as f64
    }
}

/// Returns the cost of the run's plan, or its number of steps.
fn size(record: &Record) -> Option<f64> {
    match record.result {
        // This may be a play of another value than the best.
        RunOutcome::Solved { .. } if !record.open_goals.is_empty() => None,
        RunOutcome::Solved { cost: Some(cost), .. } => Some(units(cost)),
        RunOutcome::Solved { steps, .. } => Some(steps.unwrap_or(0) as f64),
        _ => None,
    }
}

/// Returns the expected cost or number of steps of the run's plan. Expected lengths say nothing of parallel steps.
fn expected_size(entry: &Entry) -> Option<f64> {
    match entry.expected? {
        Expected::Steps(_) if entry.record.configuration.shares_steps() => None,
        Expected::Steps(steps) => Some(steps as f64),
        Expected::Cost(cost) => Some(units(cost)),
        Expected::Solved | Expected::Unsolvable => None,
    }
}

fn units(cost: Cost) -> f64 {
    cost.in_smallest_parts() as f64 / Cost::SMALLEST_PARTS as f64
}
