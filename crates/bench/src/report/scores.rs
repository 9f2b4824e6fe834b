//! Scores of configurations over all problems of a suite: coverage, PAR-2 and time, by the clock that the limits are of.

use std::collections::BTreeMap;
use std::fmt;

use super::super::agreement::changes_the_problem;
use super::super::configuration::Configuration;
use super::super::record::{Record, RunOutcome};
use super::super::run_log::Entry;
use super::super::summary::Spread;

pub(crate) type ProblemKey = Vec<String>;

/// A configuration with its results on all problems of a kind.
#[derive(Debug, Clone)]
pub struct ConfigurationScore {
    /// The kind.
    pub kind: String,
    /// The configuration that all its runs have in common: no metric, horizon, or option that changes the problem.
    pub configuration: Configuration,
    /// The clock of all its times.
    pub clock: ScoreClock,
    pub(crate) problems: BTreeMap<ProblemKey, ProblemScore>,
}

/// The clock by which runs are compared: that of their limits, so that no answer within them counts more than they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreClock {
    /// CPU time. Also where there are no limits of time.
    Cpu,
    /// The clock on the wall.
    Wall,
}

impl ScoreClock {
    /// The clock of some runs.
    pub fn of(entries: &[&Entry]) -> Self {
        let is_by_wall =
            |entry: &&&Entry| entry.timeout_seconds.is_some() && entry.cpu_timeout_seconds.is_none();
        if entries.iter().any(|entry| is_by_wall(&entry)) { Self::Wall } else { Self::Cpu }
    }

    /// The name, as in "CPU seconds".
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::Wall => "wall-clock",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ProblemScore {
    /// The median of seconds, if most runs gave an answer.
    pub(crate) seconds: Option<f64>,
    /// The time limit in seconds.
    pub(crate) limit: Option<f64>,
}

/// A name that fits no configuration, or several.
#[derive(thiserror::Error)]
#[error("`{name}` means {} of these:\n  {}", if *found == 0 { "none" } else { "several" }, names.join("\n  "))]
pub struct AmbiguousName {
    name: String,
    found: usize,
    names: Vec<String>,
}

bmcplan_base::debug_is_message!(AmbiguousName);

/// A score for each configuration, in the order in which their first runs come.
pub fn scores(entries: &[&Entry]) -> Vec<ConfigurationScore> {
    let clock = ScoreClock::of(entries);
    type Runs<'e> = BTreeMap<ProblemKey, Vec<&'e Entry>>;
    let mut all: Vec<(&str, Configuration, Runs<'_>)> = Vec::new();
    for entry in entries {
        let (problem, configuration) = split(&entry.record);
        let kind = &*entry.record.kind;
        let place = all.iter().position(|(its_kind, its, _)| (*its_kind, its) == (kind, &configuration));
        let place = place.unwrap_or_else(|| {
            all.push((kind, configuration, Runs::new()));
            all.len() - 1
        });
        all[place].2.entry(problem).or_default().push(entry);
    }
    let scores = all.into_iter().map(|(kind, configuration, problems)| ConfigurationScore {
        kind: kind.to_owned(),
        configuration,
        clock,
        problems: problems.into_iter().map(|(problem, runs)| (problem, score(&runs, clock))).collect(),
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

fn score(runs: &[&Entry], clock: ScoreClock) -> ProblemScore {
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
    }
}

/// Is the question answered to the end? A plan that may not be a shortest one answers only a fixed horizon, and the mode that
/// asks for any plan; of a game's best value only if none is open.
fn is_settled(record: &Record) -> bool {
    let is_enough = match record.result {
        RunOutcome::Solved { steps: Some(_), optimal: false, .. } => {
            match record.configuration.mode.as_deref() {
                Some("fixed") => true,
                Some("first") => record.open_goals.is_empty(),
                _ => false,
            }
        }
        _ => true,
    };
    is_enough && record.result.is_answer()
}

impl ConfigurationScore {
    /// The number of problems that it was tried on.
    pub fn tried(&self) -> usize {
        self.problems.len()
    }

    /// The number of problems that it answered: in most runs, if there are several.
    pub fn answered(&self) -> usize {
        self.problems.values().filter(|score| score.seconds.is_some()).count()
    }

    /// The mean of seconds, with twice the limit of time where there is no answer; none where there is no limit, either.
    pub fn par2(&self) -> Option<f64> {
        let scores =
            self.problems.values().map(|score| score.seconds.or(score.limit.map(|limit| 2.0 * limit)));
        let sum: Option<f64> = scores.sum();
        Some(sum? / f64::from(u32::try_from(self.tried()).ok().filter(|tried| *tried != 0)?))
    }

    pub(crate) fn seconds(&self) -> Vec<f64> {
        let mut seconds: Vec<f64> = self.problems.values().filter_map(|did| did.seconds).collect();
        seconds.sort_unstable_by(f64::total_cmp);
        seconds
    }

    /// The configuration of this name, which is as in a report; its kind may be left out where there is but one, and commas may.
    /// Fails if there is none, or are several.
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
