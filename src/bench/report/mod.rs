//! The report on a file of runs: scores, tables, plots, and answers that contradict each other or what was expected.

mod markdown;
mod plots;
mod ways;

pub use markdown::markdown;
pub use plots::{cactus, scatter};
pub use ways::{Unclear, Way, ways};

use super::agreement::disagreements;
use super::journal::{Entry, Journal};
use super::record::Outcome;

/// What cannot be true, a line each: answers that are not the expected ones, and runs that contradict each other.
pub fn contradictions(journal: &Journal) -> Vec<String> {
    let entries = journal.entries.values().map(|(entry, _)| entry);
    let wrong = entries.filter_map(|entry| {
        let expected = entry.expected.filter(|expected| expected.is_contradicted_by(&entry.record))?;
        let Entry { record, .. } = entry;
        let refuted = match (&record.result, record.refuted) {
            (Outcome::Solved { .. } | Outcome::Unsolvable | Outcome::NoPlanWithin { .. }, _) | (_, None) => {
                String::new()
            }
            (_, Some(horizon)) => format!(", and refuted {horizon}"),
        };
        let metric =
            record.configuration.metric.as_ref().map(|metric| format!(" in {metric}")).unwrap_or_default();
        let result = &record.result;
        Some(format!(
            "{}{metric}: ({}) says {result}{refuted}, but {expected} is expected",
            record.instance, record.configuration
        ))
    });
    let mut all: Vec<String> = Vec::new();
    for line in wrong.chain(disagreements(journal.records()).iter().map(ToString::to_string)) {
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all
}

#[cfg(test)]
mod tests;
