//! The summary of many answers: how many there are of each kind, the hardest problems, and the exit code.

use bmcplan_base::ordered::Map;
use std::time::Duration;

use itertools::Itertools as _;

use super::super::super::exit::Exit;
use super::super::super::report::seconds_text;
use super::answer::{BatchItem, Hardness};
use crate::encode::Semantics;
use crate::plan::Metric;
use crate::stop::StopReason;

const MOST_NAMES: usize = 5;

/// The worst is the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// With a plan of which it is proved that none is shorter, or cheaper where costs count.
    Proved,
    Found,
    Unsolvable,
    NoPlanWithin,
    OutOfTime,
    OutOfMemory,
    Failed,
    Interrupted,
    Broken,
}

#[derive(Debug, Clone, Copy)]
enum Least {
    Length,
    Makespan,
    Cost,
    /// Of some problems the length, of others the cost.
    LengthOrCost,
}

impl End {
    fn of(answer: &BatchItem) -> Self {
        match (answer.exit, answer.stopped) {
            (Exit::Solved, _) if answer.found.as_ref().is_some_and(|found| found.is_proved) => Self::Proved,
            (Exit::Solved, _) => Self::Found,
            (Exit::Unsolvable, _) => Self::Unsolvable,
            (Exit::NoPlanWithin, _) => Self::NoPlanWithin,
            (Exit::Stopped, Some(StopReason::Memory)) => Self::OutOfMemory,
            (Exit::Stopped, _) => Self::OutOfTime,
            (Exit::Usage, _) => Self::Failed,
            (Exit::Interrupted, _) => Self::Interrupted,
            // Faults of this program.
            (Exit::Internal | Exit::Wrong, _) => Self::Broken,
        }
    }

    fn name(self, least: Least) -> &'static str {
        match (self, least) {
            (Self::Proved, Least::Length) => "proved shortest",
            (Self::Proved, Least::Makespan) => "proved to have the least makespan",
            (Self::Proved, Least::Cost) => "proved cheapest",
            (Self::Proved, Least::LengthOrCost) => "proved shortest or cheapest, as each asks for",
            (Self::Found, Least::Length) => "with a plan that is perhaps not shortest",
            (Self::Found, Least::Makespan) => "with a plan that has perhaps not the least makespan",
            (Self::Found, Least::Cost) => "with a plan that is perhaps not cheapest",
            (Self::Found, Least::LengthOrCost) => "with a plan that is perhaps not the best",
            (Self::Unsolvable, _) => "unsolvable",
            (Self::NoPlanWithin, Least::Length | Least::Makespan) => "without a plan within the horizon",
            (Self::NoPlanWithin, Least::Cost) => "without a plan within the cost",
            (Self::NoPlanWithin, Least::LengthOrCost) => "without a plan within the horizon or the cost",
            (Self::OutOfTime, _) => stopped_by(StopReason::Timeout),
            (Self::OutOfMemory, _) => stopped_by(StopReason::Memory),
            (Self::Failed, _) => "failed",
            (Self::Interrupted, _) => stopped_by(StopReason::Interrupt),
            (Self::Broken, _) => "failed by a bug of this program",
        }
    }

    fn exit(self) -> Exit {
        match self {
            Self::Proved | Self::Found => Exit::Solved,
            Self::Unsolvable => Exit::Unsolvable,
            Self::NoPlanWithin => Exit::NoPlanWithin,
            Self::OutOfTime | Self::OutOfMemory => Exit::Stopped,
            Self::Failed => Exit::Usage,
            Self::Interrupted => Exit::Interrupted,
            Self::Broken => Exit::Internal,
        }
    }
}

fn stopped_by(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout | StopReason::CpuTimeout => "out of time",
        StopReason::Memory => "out of memory",
        StopReason::Interrupt => "interrupted",
        StopReason::Disk => "out of disk",
    }
}

#[derive(Debug, Default)]
struct Ended {
    count: usize,
    /// The names of the first, unless a proof is what they lack and none was wanted.
    names: Vec<String>,
    n_named: usize,
    stopped: Vec<(StopReason, usize)>,
}

pub(super) struct ManySummary {
    n_problems: usize,
    semantics: Semantics,
    /// The metrics of the answers: lengths, and costs.
    metrics: (bool, bool),
    ends: Map<End, Ended>,
    hardest: Vec<(Hardness, String)>,
    n_hardest: usize,
    /// The sentences about options that had no effect, each with the number of problems.
    without_effect: Map<String, usize>,
}

impl ManySummary {
    pub(super) fn of(n_problems: usize, semantics: Semantics, n_hardest: Option<usize>) -> Self {
        let n_hardest = n_hardest.unwrap_or(MOST_NAMES);
        Self {
            n_problems,
            semantics,
            metrics: (false, false),
            ends: Map::new(),
            hardest: Vec::new(),
            n_hardest,
            without_effect: Map::new(),
        }
    }

    fn least(&self) -> Least {
        match self.metrics {
            (_, false) if self.semantics.is_parallel() => Least::Makespan,
            (_, false) => Least::Length,
            (false, true) => Least::Cost,
            (true, true) => Least::LengthOrCost,
        }
    }

    pub(super) fn count(&mut self, answer: &BatchItem) {
        if let Some(said) = &answer.without_effect {
            *self.without_effect.entry(said.clone()).or_default() += 1;
        }
        let end = End::of(answer);
        match answer.minimises {
            Some(Metric::Actions) => self.metrics.0 = true,
            Some(Metric::Cost) => self.metrics.1 = true,
            None => {}
        }
        self.ends.entry(end).or_default().count(answer, end);
        if let (Some(found), Some(hardness)) = (&answer.found, answer.hardness()) {
            let at = self.hardest.partition_point(|(other, _)| hardness <= *other);
            if at < self.n_hardest {
                let text = format!("{}  {}", found.text, answer.place);
                self.hardest.insert(at, (hardness, text));
                self.hardest.truncate(self.n_hardest);
            }
        }
    }

    pub(super) fn text(&self, elapsed: Duration) -> String {
        let n_known: usize = self.ends.values().map(|ended| ended.count).sum();
        let left = Some(self.n_problems - n_known).filter(|left| 0 < *left);
        let counts = self.ends.iter().map(|(end, ended)| ended.in_words(end.name(self.least())));
        let mut counts = counts.chain(left.map(|left| format!("{left} not tried"))).peekable();
        // A part of few problems may have none.
        let colon = if counts.peek().is_some() { ": " } else { "" };
        let problems = if self.n_problems == 1 { "problem" } else { "problems" };
        let seconds = seconds_text(elapsed);
        let mut text = format!("{} {problems} in {seconds}{colon}{}\n", self.n_problems, counts.format(", "));
        if 1 < self.hardest.len() {
            text += &format!("hardest: {}\n", self.hardest.iter().map(|(_, text)| text).join("; "));
        }
        for (end, ended) in self.ends.iter().filter(|(_, ended)| !ended.names.is_empty()) {
            let more = ended.n_named - ended.names.len();
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            text += &format!("{}: {}{more}\n", end.name(self.least()), ended.names.join("; "));
        }
        text
    }

    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        let said = self.without_effect.iter();
        said.map(|(said, count)| format!("warning: in {count} of {} problems {said}", self.n_problems))
    }

    pub(super) fn exit(&self) -> Exit {
        self.ends.keys().next_back().map_or(Exit::Solved, |end| end.exit())
    }
}

impl Ended {
    fn count(&mut self, answer: &BatchItem, end: End) {
        self.count += 1;
        let reason = answer.stopped.filter(|_| end == End::Found);
        if let Some(reason) = reason {
            match self.stopped.iter_mut().find(|(of, _)| *of == reason) {
                Some((_, count)) => *count += 1,
                None => self.stopped.push((reason, 1)),
            }
        }
        if end == End::Proved || (end == End::Found && reason.is_none()) {
            return;
        }
        self.n_named += 1;
        if self.names.len() < MOST_NAMES {
            let goal = answer.goal.as_ref().map(|goal| format!(" for {goal}"));
            self.names.push(answer.place.to_string() + &goal.unwrap_or_default());
        }
    }

    /// Formats as `3 with a plan that is perhaps not shortest (2 out of time)`.
    fn in_words(&self, name: &str) -> String {
        let stopped = |(reason, count): &(StopReason, usize)| format!("{count} {}", stopped_by(*reason));
        let stopped = self.stopped.iter().map(stopped).join(", ");
        let stopped = if stopped.is_empty() { stopped } else { format!(" ({stopped})") };
        format!("{} {name}{stopped}", self.count)
    }
}
