//! The report on runs of a suite: scores, tables, and answers that contradict each other or what was expected.

mod scores;
mod text;

pub use scores::{AmbiguousName, ConfigurationScore, ScoreClock, scores};
pub use text::{ProblemSection, markdown};

use itertools::Itertools as _;

use super::agreement::disagreements;
use super::run_log::Entry;

/// Answers that are not the expected ones, a line each.
pub fn unexpected(entries: &[&Entry]) -> Vec<String> {
    let unexpected = entries.iter().filter_map(|entry| {
        let record = &entry.record;
        let expected = entry.expected.filter(|expected| expected.is_contradicted_by(record))?;
        let refuted = match record.refuted.filter(|_| !record.result.is_answer()) {
            Some(horizon) => format!(", and refuted {horizon}"),
            None => String::new(),
        };
        let metric = record.configuration.metric.iter().map(|metric| format!(" in {metric}")).join("");
        Some(format!(
            "{}{metric}: ({}) says {}{refuted}, but {expected} is expected",
            record.instance,
            record.configuration,
            record.result_in_words()
        ))
    });
    unexpected.unique().collect()
}

/// Runs that contradict each other, a line for each pair: they cannot both be right.
pub fn contradictions(entries: &[&Entry]) -> Vec<String> {
    let disagreements = disagreements(entries.iter().map(|entry| &entry.record));
    disagreements.iter().map(ToString::to_string).unique().collect()
}
