//! Summaries of all runs of one configuration on one instance, as one row: medians and ranges.

use super::configuration::Configuration;
use super::record::{Record, RunOutcome};

/// Median, minimum and maximum of some numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Median; of an even number of values, the mean of the two in the middle.
    pub median: f64,
    /// Minimum.
    pub least: f64,
    /// Maximum.
    pub greatest: f64,
}

impl Spread {
    /// Computes the spread of the known numbers, if any are known.
    pub fn of(numbers: impl IntoIterator<Item = Option<f64>>) -> Option<Self> {
        let mut numbers: Vec<f64> = numbers.into_iter().flatten().collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let (least, greatest) = (*numbers.first()?, *numbers.last()?);
        let middle = numbers.len() / 2;
        let below = if numbers.len().is_multiple_of(2) { middle - 1 } else { middle };
        Some(Self { median: (numbers[below] + numbers[middle]) / 2.0, least, greatest })
    }
}

/// All runs of one configuration on one instance.
#[derive(Debug, Clone)]
pub struct Summary<'r> {
    /// Name of the problem.
    pub instance: &'r str,
    /// Kind of problem.
    pub kind: &'r str,
    /// How it was solved.
    pub configuration: &'r Configuration,
    /// Never empty.
    runs: Vec<&'r Record>,
}

/// Groups records into rows, in the order of their first runs.
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
    /// Returns the runs in their order; at least one.
    pub fn runs(&self) -> &[&'r Record] {
        &self.runs
    }

    /// Computes the spread of a number over the runs in which it is known.
    pub fn spread(&self, number: fn(&Record) -> Option<f64>) -> Option<Spread> {
        Spread::of(self.runs.iter().map(|record| number(record)))
    }

    /// Returns the median of a count over the runs in which it is known; of an even number of runs, the greater of the two in
    /// the middle.
    pub fn count(&self, count: fn(&Record) -> Option<u64>) -> Option<u64> {
        let mut counts: Vec<u64> = self.runs.iter().filter_map(|record| count(record)).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied()
    }

    /// Returns the number of runs with an answer.
    pub fn answered(&self) -> usize {
        self.runs.iter().filter(|record| record.result.is_answer()).count()
    }

    /// Returns the most frequent result of the runs.
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

    /// Describes [`Self::result`] in words, with the number of its runs if not all have it.
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
