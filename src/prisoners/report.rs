//! Options and report of a search for schedules.

use std::time::Duration;

use super::check::Fault;
use super::encodings::ScheduleEncoding;
use super::schedule::Schedule;
use super::symmetry::{Symmetry, SymmetryError};
use crate::figures::Figures;
use crate::formula::AtMostOne;
use crate::solver::{SolverError, SolverKind, Trust};
use crate::stop::StopReason;

/// The way in which schedules are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// The encoding of a schedule as clauses.
    pub encoding: ScheduleEncoding,
    /// The schedules that are left out.
    pub symmetry: Symmetry,
    /// The encoding of "at most one" as clauses.
    pub at_most_one: AtMostOne,
    /// The solver.
    pub solver: SolverKind,
    /// The trust in its refutations, unless it is built in.
    pub trust: Trust,
    /// The schedules that are asked for.
    pub wanted: ScheduleQuery,
}

impl Default for ScheduleOptions {
    fn default() -> Self {
        Self {
            encoding: ScheduleEncoding::default(),
            symmetry: Symmetry::default(),
            at_most_one: AtMostOne::Ladder,
            solver: SolverKind::default(),
            trust: Trust::default(),
            wanted: ScheduleQuery::default(),
        }
    }
}

/// The schedules that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScheduleQuery {
    /// One.
    #[default]
    One,
    /// All that symmetry breaking keeps, up to so many.
    All(usize),
    /// The number of all that it keeps, or of the first so many.
    Count(Option<u128>),
}

/// Why there is no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// The pairs are not enough for so many days.
    Counting,
    /// The formula has no model.
    Refuted,
}

/// The outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleOutcome {
    /// Schedules, each checked: one, or as many as were wanted.
    Solved(Vec<Schedule>),
    /// The formula was refuted.
    Impossible(Impossible),
    /// Stopped before the first was found.
    Stopped(StopReason),
}

/// An answer and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduleReport {
    /// The answer.
    pub outcome: ScheduleOutcome,
    /// The number of schedules found, where they were counted or listed.
    pub count: Option<u128>,
    /// Are these all that symmetry breaking keeps?
    pub complete: bool,
    /// Set where it is this solver's word alone that there are no others: it comes from elsewhere, and no solver that is built
    /// in has confirmed it.
    pub trusted: Option<SolverKind>,
    /// Set where one was found and the search for more was stopped.
    pub stopped: Option<StopReason>,
    /// The figures; the formula is without the clauses that exclude listed schedules, and without those that confirmed them.
    pub figures: Figures,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrisonersError {
    /// The options do not go together.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// The solver broke.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The model of the formula is no schedule: a fault of the encoding.
    #[error("the encoding `{encoding}` gave a schedule that is none: {fault}")]
    Check {
        /// The encoding.
        encoding: ScheduleEncoding,
        /// The fault.
        fault: Fault,
    },
    /// An unsound symmetry breaking left nothing, which proves nothing.
    #[error("the document's symmetry breaking left no schedule; that proves nothing")]
    Unsound,
}

debug_is_message!(PrisonersError);

/// News of a search while it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScheduleProgress {
    /// So many schedules were found so far.
    Found(u128),
    /// A solver that is built in confirms that there are no others, and has found so many again.
    Confirmed(u128),
}

impl ScheduleReport {
    /// The schedules that were found.
    pub fn schedules(&self) -> &[Schedule] {
        if let ScheduleOutcome::Solved(found) = &self.outcome { found } else { &[] }
    }

    /// The outcome in JSON: `solved`, `unsolvable` or `stopped`.
    pub fn status(&self) -> &'static str {
        match self.outcome {
            ScheduleOutcome::Solved(_) => "solved",
            ScheduleOutcome::Impossible(_) => "unsolvable",
            ScheduleOutcome::Stopped(_) => "stopped",
        }
    }

    /// The limit that was reached, be it before or after a schedule was found.
    pub fn stopped_by(&self) -> Option<StopReason> {
        if let ScheduleOutcome::Stopped(reason) = self.outcome { Some(reason) } else { self.stopped }
    }

    /// The limit that cut the search short after the first schedule and before there were as many as were wanted.
    pub fn cut_short(&self, wanted: ScheduleQuery) -> Option<StopReason> {
        match wanted {
            ScheduleQuery::One => None,
            ScheduleQuery::All(limit) => self.stopped.filter(|_| self.schedules().len() < limit),
            ScheduleQuery::Count(_) => self.stopped,
        }
    }

    /// The prover that there are no schedules, or no others than those found: `counting`, or a solver, which is a foreign one
    /// only if no built-in one has confirmed it.
    pub fn proved_by(&self, solver: &SolverKind) -> Option<String> {
        let own = || if solver.is_built_in() { solver.clone() } else { SolverKind::default() };
        match self.outcome {
            ScheduleOutcome::Impossible(Impossible::Counting) => Some("counting".to_owned()),
            ScheduleOutcome::Impossible(Impossible::Refuted) | ScheduleOutcome::Solved(_)
                if self.complete =>
            {
                Some(self.trusted.clone().unwrap_or_else(own).to_string())
            }
            _ => None,
        }
    }

    /// Of a search that was left behind when it was stopped.
    pub fn stopped(reason: StopReason, elapsed: Duration) -> Self {
        Self::without_formula(ScheduleOutcome::Stopped(reason), elapsed)
    }

    pub(super) fn without_formula(outcome: ScheduleOutcome, elapsed: Duration) -> Self {
        Self {
            outcome,
            count: None,
            complete: false,
            trusted: None,
            stopped: None,
            figures: Figures::default(),
            elapsed,
        }
    }
}
