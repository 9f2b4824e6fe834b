//! Scores of configurations over all problems of a suite: coverage, PAR-2 and time. The clock is that of the time limits.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::super::configuration::Configuration;
use super::super::contradictions::changes_the_problem;
use super::super::record::{Record, RunOutcome};
use super::super::run_log::Entry;
use super::super::summary::Spread;
use super::quality::{ProblemKey, References};

/// A configuration with its results on all problems of a kind.
#[derive(Debug, Clone)]
pub struct ConfigurationScore {
    /// Kind of problem.
    pub kind: String,
    /// Configuration common to all its runs, without metric, horizon and options that change the problem.
    pub configuration: Configuration,
    /// Clock of all its times.
    pub clock: ScoreClock,
    pub(crate) problems: BTreeMap<ProblemKey, ProblemScore>,
}

/// Clock by which runs are compared. It is the clock of their limits, so no answer within a limit counts more than the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreClock {
    /// CPU time, also if there are no time limits.
    Cpu,
    /// Wall-clock time.
    Wall,
}

impl ScoreClock {
    /// Chooses the clock of some runs.
    pub fn of(entries: &[&Entry]) -> Self {
        let is_by_wall =
            |entry: &&&Entry| entry.timeout_seconds.is_some() && entry.cpu_timeout_seconds.is_none();
        if entries.iter().any(|entry| is_by_wall(&entry)) { Self::Wall } else { Self::Cpu }
    }

    /// Returns the name, as in "CPU seconds".
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::Wall => "wall-clock",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ProblemScore {
    /// Median time in seconds, if most runs gave an answer.
    pub(crate) seconds: Option<f64>,
    /// Time limit in seconds.
    pub(crate) limit: Option<f64>,
    /// Quality of the plans, from 0 to 1.
    quality: f64,
}

/// A name that matches no configuration, or several.
#[derive(thiserror::Error)]
#[error("`{name}` means {} of these:\n  {}", if *found == 0 { "none" } else { "several" }, names.join("\n  "))]
pub struct AmbiguousName {
    name: String,
    found: usize,
    names: Vec<String>,
}

bmcplan_base::debug_is_message!(AmbiguousName);

/// Returns a score for each configuration, in the order of their first runs.
pub fn scores(entries: &[&Entry]) -> Vec<ConfigurationScore> {
    let clock = ScoreClock::of(entries);
    type Runs<'e> = BTreeMap<ProblemKey, Vec<&'e Entry>>;
    let mut all: Vec<(&str, Configuration, Runs<'_>)> = Vec::new();
    let mut references = References::default();
    for entry in entries {
        let (problem, configuration) = split(&entry.record);
        references.add(&problem, entry);
        let kind = &*entry.record.kind;
        let place = all.iter().position(|(its_kind, its, _)| (*its_kind, its) == (kind, &configuration));
        let place = place.unwrap_or_else(|| {
            all.push((kind, configuration, Runs::new()));
            all.len() - 1
        });
        all[place].2.entry(problem).or_default().push(entry);
    }
    let scored = |(problem, runs): (ProblemKey, Vec<&Entry>)| {
        let score = score(&runs, clock, references.score(&problem, &runs));
        (problem, score)
    };
    let scores = all.into_iter().map(|(kind, configuration, problems)| ConfigurationScore {
        kind: kind.to_owned(),
        configuration,
        clock,
        problems: problems.into_iter().map(scored).collect(),
    });
    scores.collect()
}

fn split(record: &Record) -> (ProblemKey, Configuration) {
    let mut configuration = record.configuration.clone();
    let metric = configuration.metric.take().unwrap_or_default();
    let mut problem = vec![record.kind.clone(), record.instance.clone(), metric];
    configuration.options.retain(|name, value| {
        let is_part = changes_the_problem(name);
        if is_part {
            problem.push(format!("{name} {value}"));
        }
        !is_part
    });
    configuration.given_horizon = None;
    (problem, configuration)
}

fn score(runs: &[&Entry], clock: ScoreClock, quality: f64) -> ProblemScore {
    let seconds = |record: &Record| match clock {
        ScoreClock::Cpu => record.cpu_seconds.unwrap_or(record.wall_seconds),
        ScoreClock::Wall => record.wall_seconds,
    };
    let limit = |entry: &&Entry| match clock {
        ScoreClock::Cpu => entry.cpu_timeout_seconds,
        ScoreClock::Wall => entry.timeout_seconds,
    };
    let answered: Vec<&&Entry> = runs.iter().filter(|entry| is_settled(&entry.record)).collect();
    let spread = Spread::of(answered.iter().map(|entry| Some(seconds(&entry.record))));
    ProblemScore {
        seconds: spread.filter(|_| runs.len() < 2 * answered.len()).map(|spread| spread.median),
        limit: runs.iter().find_map(limit),
        quality,
    }
}

/// Checks whether a run answered its question completely. A plan that may not be shortest answers only a fixed horizon, and the
/// mode `first`. In that mode, all values of a game must be decided.
fn is_settled(record: &Record) -> bool {
    let is_complete = match record.result {
        RunOutcome::Solved { steps: Some(_), optimal: false, .. } => {
            match record.configuration.mode.as_deref() {
                Some("fixed") => true,
                Some("first") => record.open_goals.is_empty(),
                _ => false,
            }
        }
        _ => true,
    };
    is_complete && record.result.is_answer()
}

impl ConfigurationScore {
    /// Returns the number of problems tried.
    pub fn tried(&self) -> usize {
        self.problems.len()
    }

    /// Returns the number of problems answered, in most of their runs.
    pub fn answered(&self) -> usize {
        self.problems.values().filter(|score| score.seconds.is_some()).count()
    }

    /// Returns the sum of the quality of the plans of all problems.
    pub fn quality(&self) -> f64 {
        self.problems.values().map(|score| score.quality).sum()
    }

    /// Returns the number of problems answered and tried, by the folders of their files.
    pub fn coverage(&self) -> BTreeMap<String, [usize; 2]> {
        let mut coverage: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for (problem, score) in &self.problems {
            let instance = problem.get(1).map_or("", String::as_str);
            let folder = Path::new(instance).parent().map(|folder| folder.display().to_string());
            let [answered, tried] = coverage.entry(folder.unwrap_or_default()).or_default();
            *answered += usize::from(score.seconds.is_some());
            *tried += 1;
        }
        coverage
    }

    /// Returns the mean time in seconds, with twice the time limit for problems without an answer. `None` if such a problem has
    /// no limit.
    pub fn par2(&self) -> Option<f64> {
        let scores =
            self.problems.values().map(|score| score.seconds.or(score.limit.map(|limit| 2.0 * limit)));
        let sum: Option<f64> = scores.sum();
        Some(sum? / f64::from(u32::try_from(self.tried()).ok().filter(|tried| *tried != 0)?))
    }

    pub(crate) fn seconds(&self) -> Vec<f64> {
        let mut seconds: Vec<f64> = self.problems.values().filter_map(|score| score.seconds).collect();
        seconds.sort_unstable_by(f64::total_cmp);
        seconds
    }

    /// Returns the configuration called `name`, as in a report. The name may omit the kind and commas.
    ///
    /// Fails if no configuration, or more than one, has this name.
    pub fn named<'s>(scores: &'s [Self], name: &str) -> Result<&'s Self, AmbiguousName> {
        let words = |text: &str| -> Vec<String> {
            text.split([' ', ',', ':']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let wanted = words(name);
        let is_it = |score: &&Self| {
            words(&score.to_string()) == wanted || words(&score.configuration.to_string()) == wanted
        };
        match &*scores.iter().filter(is_it).collect::<Vec<&Self>>() {
            [only] => Ok(*only),
            found => Err(AmbiguousName {
                name: name.to_owned(),
                found: found.len(),
                names: scores.iter().map(ToString::to_string).collect(),
            }),
        }
    }
}

impl fmt::Display for ConfigurationScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.configuration.to_string() {
            "" => f.write_str(&self.kind),
            configuration => write!(f, "{}: {configuration}", self.kind),
        }
    }
}
