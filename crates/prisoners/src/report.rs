//! Options and report of a search for schedules.

use std::time::Duration;

use bmcplan_base::stop::StopReason;
use bmcplan_formula::AtMostOne;
use bmcplan_sat::figures::Figures;
use bmcplan_sat::solver::{SolverError, SolverKind, Trust};

use super::check::Fault;
use super::encodings::ScheduleEncoding;
use super::schedule::Schedule;
use super::symmetry::{Symmetry, SymmetryError};

/// Options of a search for schedules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// Encoding of a schedule as clauses.
    pub encoding: ScheduleEncoding,
    /// Symmetry breaking.
    pub symmetry: Symmetry,
    /// Encoding of "at most one" as clauses.
    pub at_most_one: AtMostOne,
    /// SAT solver.
    pub solver: SolverKind,
    /// Trust in the solver's refutations, unless it is built in.
    pub trust: Trust,
    /// Number of requested schedules.
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

/// Number of requested schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScheduleQuery {
    /// One schedule.
    #[default]
    One,
    /// All that symmetry breaking keeps, up to this number.
    All(usize),
    /// Only the number of schedules that symmetry breaking keeps, counted up to the limit, if given.
    Count(Option<u128>),
}

/// Reason why there is no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// There are fewer pairs than the days need.
    Counting,
    /// The formula has no model.
    Refuted,
}

/// Outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleOutcome {
    /// Schedules, each checked: one, or the requested number.
    Solved(Vec<Schedule>),
    /// There is no schedule.
    Impossible(Impossible),
    /// The search was stopped before the first schedule.
    Stopped(StopReason),
}

/// Outcome of a search, with its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduleReport {
    /// What is known at the end.
    pub outcome: ScheduleOutcome,
    /// Number of schedules found, if they were counted or listed.
    pub count: Option<u128>,
    /// True if these are all that symmetry breaking keeps.
    pub complete: bool,
    /// Foreign solver whose unconfirmed answer it is that there are no others. `None` if a built-in solver found or confirmed
    /// that.
    pub trusted: Option<SolverKind>,
    /// Reason why the search for more was stopped after the first schedule.
    pub stopped: Option<StopReason>,
    /// Figures of the formula, without the clauses that exclude listed schedules, and of the search, without the confirmation.
    pub figures: Figures,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Error of a search for schedules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrisonersError {
    /// The options contradict each other.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The model of the formula is no valid schedule: a fault of the encoding.
    #[error("the encoding `{encoding}` gave an invalid schedule: {fault}")]
    Check {
        /// Encoding of the formula.
        encoding: ScheduleEncoding,
        /// Fault of the schedule.
        fault: Fault,
    },
    /// An unsound symmetry breaking left no schedule, which proves nothing.
    #[error("the document's symmetry breaking left no schedule; that proves nothing")]
    Unsound,
}

/// Progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScheduleProgress {
    /// Search begins on a formula of this size.
    Built {
        /// Number of variables.
        variables: usize,
        /// Number of clauses.
        clauses: usize,
    },
    /// Number of schedules found so far.
    Found(u128),
    /// Number of schedules found again so far, while a built-in solver confirms that there are no others.
    Confirmed(u128),
}

impl ScheduleReport {
    /// Returns the schedules that were found.
    pub fn schedules(&self) -> &[Schedule] {
        if let ScheduleOutcome::Solved(found) = &self.outcome { found } else { &[] }
    }

    /// Returns the outcome in JSON: `solved`, `unsolvable` or `stopped`.
    pub fn status(&self) -> &'static str {
        match self.outcome {
            ScheduleOutcome::Solved(_) => "solved",
            ScheduleOutcome::Impossible(_) => "unsolvable",
            ScheduleOutcome::Stopped(_) => "stopped",
        }
    }

    /// Returns the limit that was reached, before or after a schedule was found.
    pub fn stopped_by(&self) -> Option<StopReason> {
        if let ScheduleOutcome::Stopped(reason) = self.outcome { Some(reason) } else { self.stopped }
    }

    /// Returns the limit that ended the search after the first schedule and before the requested number.
    pub fn cut_short(&self, wanted: ScheduleQuery) -> Option<StopReason> {
        match wanted {
            ScheduleQuery::One => None,
            ScheduleQuery::All(limit) => self.stopped.filter(|_| self.schedules().len() < limit),
            ScheduleQuery::Count(_) => self.stopped,
        }
    }

    /// Returns the prover that there are no schedules, or no others: `counting`, or a solver. A foreign solver is returned
    /// only if no built-in one confirmed it.
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

    /// Returns the report of an abandoned search.
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
