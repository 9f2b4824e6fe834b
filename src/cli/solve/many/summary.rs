//! The summary of many answers: how many there are of each kind, the hardest problems, and the exit code.

use std::time::Duration;

use itertools::Itertools as _;

use super::super::super::exit::Exit;
use super::super::super::report::seconds_text;
use super::answer::OneOfMany;

/// How many problems are named at most.
const MOST_NAMES: usize = 5;

/// The ends that are counted, the worst last, with their names. Faults of this program are failures.
const ENDS: [(Exit, &str); 7] = [
    (Exit::Solved, "solved"),
    (Exit::Unsolvable, "unsolvable"),
    (Exit::NoPlanWithin, "without a plan within the horizon"),
    (Exit::Stopped, "out of time or memory"),
    (Exit::Usage, "failed"),
    (Exit::Interrupted, "interrupted"),
    (Exit::Internal, "failed by a bug of this program"),
];

/// What is known of many problems together.
pub(super) struct ManySummary {
    n_problems: usize,
    /// For each of the [`ENDS`], the names of the first that ended so, and how many did.
    ends: [(Vec<String>, usize); ENDS.len()],
    /// Those with the longest plans, the longest first.
    hardest: Vec<Hard>,
}

struct Hard {
    length: usize,
    elapsed: Duration,
    text: String,
}

impl ManySummary {
    /// Of so many problems.
    pub(super) fn of(n_problems: usize) -> Self {
        Self { n_problems, ends: Default::default(), hardest: Vec::new() }
    }

    /// Counts an answer.
    pub(super) fn count(&mut self, answer: &OneOfMany) {
        for ((end, _), (names, count)) in ENDS.iter().zip(&mut self.ends) {
            if *end == answer.exit {
                *count += 1;
                if names.len() < MOST_NAMES && !matches!(end, Exit::Solved) {
                    names.push(answer.place.to_string());
                }
            }
        }
        if let Some((length, text)) = &answer.length {
            let (length, elapsed) = (*length, answer.elapsed);
            // Of plans as long, the one that took longer.
            let at = self.hardest.partition_point(|hard| (length, elapsed) <= (hard.length, hard.elapsed));
            if at < MOST_NAMES {
                self.hardest.insert(at, Hard { length, elapsed, text: format!("{text}  {}", answer.place) });
                self.hardest.truncate(MOST_NAMES);
            }
        }
    }

    /// The summary, as lines.
    pub(super) fn text(&self, elapsed: Duration) -> String {
        let counts = ENDS.iter().zip(&self.ends).map(|((_, name), (_, count))| (*name, *count));
        let n_known: usize = self.ends.iter().map(|(_, count)| count).sum();
        let counts = counts.chain([("not tried", self.n_problems - n_known)]);
        let counts = counts.filter(|(_, count)| 0 < *count).map(|(name, count)| format!("{count} {name}"));
        let problems = if self.n_problems == 1 { "problem" } else { "problems" };
        let mut text =
            format!("{} {problems} in {}: {}\n", self.n_problems, seconds_text(elapsed), counts.format(", "));
        if 1 < self.hardest.len() {
            text += &format!("hardest: {}\n", self.hardest.iter().map(|hard| &hard.text).join("; "));
        }
        for ((_, name), (names, count)) in ENDS.iter().zip(&self.ends) {
            let more = count - names.len();
            if !names.is_empty() {
                let more = if more == 0 { String::new() } else { format!(" and {more} more") };
                text += &format!("{name}: {}{more}\n", names.join("; "));
            }
        }
        text
    }

    /// The code of the worst end.
    pub(super) fn exit(&self) -> Exit {
        let ends = ENDS.iter().zip(&self.ends).filter(|(_, (_, count))| 0 < *count);
        ends.map(|((end, _), _)| *end).next_back().unwrap_or(Exit::Solved)
    }
}
