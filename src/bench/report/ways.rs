//! Scores of configurations over all problems of a suite: coverage, PAR-2 and CPU time.

use std::collections::BTreeMap;
use std::fmt;

use super::super::agreement::PART_OF_THE_PROBLEM;
use super::super::configuration::Configuration;
use super::super::journal::{Entry, Journal};
use super::super::record::{Outcome, Record};
use super::super::summary::Spread;

/// What is asked: kind, instance, metric, and options that change the problem.
pub(super) type Problem = Vec<String>;

/// A way to solve problems of a kind.
#[derive(Debug, Clone)]
pub struct Way {
    /// The kind.
    pub kind: String,
    /// What all its runs have in common: no metric, horizon, or option that changes the problem.
    pub configuration: Configuration,
    /// What it did on each problem.
    pub(super) problems: BTreeMap<Problem, Did>,
}

/// What a way did on a problem, over all runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Did {
    /// The median of CPU seconds, if most runs gave an answer.
    pub(super) seconds: Option<f64>,
    /// The limit of its time in seconds.
    pub(super) limit: Option<f64>,
}

/// A name that is none of a way, or of several.
#[derive(Debug, thiserror::Error)]
#[error("`{name}` means {} of these:\n  {}", if *found == 0 { "none" } else { "several" }, ways.join("\n  "))]
pub struct Unclear {
    name: String,
    found: usize,
    ways: Vec<String>,
}

/// All ways in the order in which the suite has them.
pub fn ways(journal: &Journal) -> Vec<Way> {
    let mut runs: Vec<(Way, BTreeMap<Problem, Vec<&Entry>>)> = Vec::new();
    for (entry, _) in journal.entries.values() {
        let (problem, configuration) = split(&entry.record);
        let kind = &entry.record.kind;
        let is_same = |other: &&mut (Way, _)| other.0.kind == *kind && other.0.configuration == configuration;
        let place = match runs.iter_mut().find(is_same) {
            Some(place) => place,
            None => {
                let way = Way { kind: kind.clone(), configuration, problems: BTreeMap::new() };
                runs.push((way, BTreeMap::new()));
                let Some(place) = runs.last_mut() else { continue };
                place
            }
        };
        place.1.entry(problem).or_default().push(entry);
    }
    let ways = runs.into_iter().map(|(way, problems)| {
        let problems = problems.into_iter().map(|(problem, entries)| (problem, did(&entries)));
        Way { problems: problems.collect(), ..way }
    });
    ways.collect()
}

/// The problem and the way.
fn split(record: &Record) -> (Problem, Configuration) {
    let mut way = record.configuration.clone();
    let mut problem =
        vec![record.kind.clone(), record.instance.clone(), way.metric.take().unwrap_or_default()];
    for name in PART_OF_THE_PROBLEM {
        if let Some(value) = way.options.remove(name) {
            problem.push(format!("{name} {value}"));
        }
    }
    way.given_horizon = None;
    (problem, way)
}

fn did(entries: &[&Entry]) -> Did {
    let answered: Vec<&&Entry> = entries.iter().filter(|entry| is_settled(&entry.record)).collect();
    let seconds = |entry: &&&Entry| entry.record.cpu_seconds.unwrap_or(entry.record.wall_seconds);
    let most = entries.len() < 2 * answered.len();
    Did {
        seconds: Spread::of(answered.iter().map(|entry| Some(seconds(entry))))
            .filter(|_| most)
            .map(|spread| spread.median),
        limit: entries.iter().filter_map(|entry| entry.timeout_seconds).next(),
    }
}

/// Whether the question was answered to the end: a plan that may not be a shortest one answers only a fixed horizon.
pub(super) fn is_settled(record: &Record) -> bool {
    match record.result {
        Outcome::Solved { steps: Some(_), optimal: false, .. } => {
            record.configuration.mode.as_deref() == Some("fixed")
        }
        _ => record.result.is_answer(),
    }
}

impl Way {
    /// How many problems it was tried on.
    pub fn tried(&self) -> usize {
        self.problems.len()
    }

    /// How many of them it answered: in most runs, if there are several.
    pub fn answered(&self) -> usize {
        self.problems.values().filter(|did| did.seconds.is_some()).count()
    }

    /// The mean of CPU seconds, with twice the limit of time where there is no answer; none where there is no limit, either.
    pub fn par2(&self) -> Option<f64> {
        let scores = self.problems.values().map(|did| did.seconds.or(did.limit.map(|limit| 2.0 * limit)));
        let sum: Option<f64> = scores.sum();
        Some(sum? / f64::from(u32::try_from(self.tried()).ok().filter(|tried| *tried != 0)?))
    }

    /// CPU seconds of all answers, in ascending order.
    pub(super) fn seconds(&self) -> Vec<f64> {
        let mut seconds: Vec<f64> = self.problems.values().filter_map(|did| did.seconds).collect();
        seconds.sort_unstable_by(f64::total_cmp);
        seconds
    }

    /// The way that is called so, or the only one that has all words of the name.
    ///
    /// # Errors
    /// [`Unclear`] if there is none, or are several.
    pub fn named<'w>(ways: &'w [Self], name: &str) -> Result<&'w Self, Unclear> {
        let words = |text: &str| -> Vec<String> {
            text.split([' ', ',', ':']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let wanted = words(name);
        let has_all = |way: &&Self| {
            let has = words(&way.to_string());
            wanted.iter().all(|word| has.contains(word))
        };
        let found: Vec<&Self> = ways.iter().filter(has_all).collect();
        let exact = ways
            .iter()
            .find(|way| words(&way.to_string()) == wanted || words(&way.configuration.to_string()) == wanted);
        match (exact, &*found) {
            (Some(only), _) => Ok(only),
            (None, [only]) => Ok(*only),
            _ => Err(Unclear {
                name: name.to_owned(),
                found: found.len(),
                ways: ways.iter().map(ToString::to_string).collect(),
            }),
        }
    }
}

/// `rushhour: transition, incremental, varisat`.
impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.configuration.to_string() {
            "" => f.write_str(&self.kind),
            configuration => write!(f, "{}: {configuration}", self.kind),
        }
    }
}
