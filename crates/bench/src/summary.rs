//! The summary of all runs of one configuration on one instance, as one row: medians and ranges.

use super::configuration::Configuration;
use super::record::{Record, RunOutcome};

/// The middle of some numbers, and the least and the greatest of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The median; of an even number, the mean of the two in the middle.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Spread {
    /// The spread of those numbers that are known, if any are.
    pub fn of(numbers: impl IntoIterator<Item = Option<f64>>) -> Option<Self> {
        let mut numbers: Vec<f64> = numbers.into_iter().flatten().collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let (least, greatest) = (*numbers.first()?, *numbers.last()?);
        let middle = numbers.len() / 2;
        let below = if numbers.len().is_multiple_of(2) { middle - 1 } else { middle };
        Some(Self { median: (numbers[below] + numbers[middle]) / 2.0, least, greatest })
    }
}

/// A row.
#[derive(Debug, Clone)]
pub struct Summary<'r> {
    /// The instance.
    pub instance: &'r str,
    /// The kind of problem.
    pub kind: &'r str,
    /// The configuration.
    pub configuration: &'r Configuration,
    /// Never none.
    runs: Vec<&'r Record>,
}

/// Rows in the order in which their first runs came.
pub fn summaries<'r>(records: impl IntoIterator<Item = &'r Record>) -> Vec<Summary<'r>> {
    let mut rows: Vec<Summary<'r>> = Vec::new();
    for record in records {
        let is_same = |row: &&mut Summary<'_>| {
            row.instance == record.instance && *row.configuration == record.configuration
        };
        match rows.iter_mut().find(is_same) {
            Some(row) => row.runs.push(record),
            None => rows.push(Summary {
                instance: &record.instance,
                kind: &record.kind,
                configuration: &record.configuration,
                runs: vec![record],
            }),
        }
    }
    rows
}

impl<'r> Summary<'r> {
    /// The runs, in the order in which they came; at least one.
    pub fn runs(&self) -> &[&'r Record] {
        &self.runs
    }

    /// The spread of a number over the runs that know it.
    pub fn spread(&self, number: fn(&Record) -> Option<f64>) -> Option<Spread> {
        Spread::of(self.runs.iter().map(|record| number(record)))
    }

    /// The median of a count over the runs that know it; of an even number of runs, the greater of the two in the middle.
    pub fn count(&self, count: fn(&Record) -> Option<u64>) -> Option<u64> {
        let mut counts: Vec<u64> = self.runs.iter().filter_map(|record| count(record)).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied()
    }

    /// The number of runs with an answer.
    pub fn answered(&self) -> usize {
        self.runs.iter().filter(|record| record.result.is_answer()).count()
    }

    /// The result of the runs: of most of them, if not of all.
    pub fn result(&self) -> &'r RunOutcome {
        let times = |result: &RunOutcome| self.runs.iter().filter(|record| record.result == *result).count();
        let (mut most, mut best) = (0, &self.runs[0].result);
        for record in &self.runs {
            let times = times(&record.result);
            if most < times {
                (most, best) = (times, &record.result);
            }
        }
        best
    }

    /// [`Self::result`] in words, and how many runs it is of if not of all.
    pub fn result_in_words(&self) -> String {
        let result = self.result();
        let times = self.runs.iter().filter(|record| record.result == *result).count();
        if times == self.runs.len() {
            result.in_words(self.configuration)
        } else {
            format!("{} ({times} of {})", result.in_words(self.configuration), self.runs.len())
        }
    }
}
