//! Options and report of the planner.

use std::time::Duration;

use super::listing::PlanList;
use super::lower_bound::LowerBound;
use super::several::Unsupported;
use crate::encode::{DecodeError, StepOptions};
use crate::figures::Figures;
use crate::horizon::{Attempt, BrokenInvariant, Event, RunError, Schedule, TooManySteps};
use crate::plan::{Plan, PlanError};
use crate::search;
use crate::solver::{SolverError, SolverKind, Trust};
use crate::stop::StopReason;
use crate::task::State;

/// How an answer is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Explicit search, and incremental SAT beside it as soon as the problem turns out not to be small; where there is one
    /// core only, when the search has had its memory. With several operators a step, incremental SAT alone.
    #[default]
    Auto,
    /// Explicit breadth-first search.
    Search,
    /// Ever greater horizons in one solver, as [`Options::schedule`] has them.
    Incremental,
    /// One formula: a plan of at most so many steps?
    Fixed(usize),
    /// One formula of so many steps, descending to the proven minimum.
    Minimize(usize),
    /// Property-directed reachability: a shortest plan, or a proof that there is none of any length.
    Pdr,
}

impl Mode {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Incremental => "incremental",
            Self::Fixed(_) => "fixed",
            Self::Minimize(_) => "minimize",
            Self::Pdr => "pdr",
        }
    }
}

/// Which plans are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// One.
    #[default]
    One,
    /// All shortest ones, up to so many of them.
    All(usize),
    /// The number of all shortest ones.
    Count,
}

impl Wanted {
    /// How many plans are listed besides the first.
    pub(super) fn limit(self) -> usize {
        match self {
            Self::One | Self::Count => 0,
            Self::All(limit) => limit,
        }
    }
}

/// What is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// `[default: auto]`
    pub mode: Mode,
    /// The solver of the modes that make formulas. `[default: varisat]`
    pub solver: SolverKind,
    /// What is done with its refutations, unless it is built in. `[default: confirm]`
    pub trust: Trust,
    /// Which horizons `incremental` tries, and `auto` after its search. `[default: a ramp of 1.15]`
    pub schedule: Schedule,
    /// Below which horizons no solver is asked. `[default: hmax]`
    pub lower_bound: LowerBound,
    /// How a step becomes clauses. `[default: see `[`StepOptions`]`]`
    pub step: StepOptions,
    /// The greatest number of steps tried by `auto`, `search`, `incremental` and `pdr`. `[default: none]`
    pub max_horizon: Option<usize>,
    /// What the explicit search may hold, in bytes; `auto` takes 256 MiB at most.
    /// `[default: none for search]`
    pub search_memory: Option<usize>,
    /// Whether all shortest plans are listed or counted, where there are any. `[default: one plan]`
    pub wanted: Wanted,
}

/// What is known at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A plan that the validator accepted.
    Solved {
        /// The plan.
        plan: Plan,
        /// The states passed through, the initial one first.
        states: Vec<State>,
        /// Whether every smaller number of steps was refuted or searched.
        optimal: bool,
    },
    /// There is no plan of any length.
    Unsolvable,
    /// There is no plan of at most so many steps; there may be a longer one.
    NoPlanWithin(usize),
    /// Gave up, for this reason.
    Stopped(StopReason),
}

/// The answer, and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What is known.
    pub outcome: Outcome,
    /// The mode that gave the answer; never [`Mode::Auto`].
    pub mode: Mode,
    /// The greatest k such that no plan has k steps or fewer, as far as was shown.
    pub refuted: Option<usize>,
    /// The shortest plans, if they were asked for and there are any.
    pub list: Option<PlanList>,
    /// Set where a refutation that the answer or `refuted` rests on is this solver's word alone: it comes from elsewhere, and
    /// no solver that is built in has confirmed it.
    pub trusted: Option<SolverKind>,
    /// Set when a plan was found but the search for a shorter one, or for more of them, was stopped.
    pub stopped: Option<StopReason>,
    /// Every horizon tried, in order.
    pub attempts: Vec<Attempt>,
    /// What was measured.
    pub figures: Figures,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

impl Report {
    /// Whether all shortest plans are listed, or counted, if that was wanted and there is a plan.
    pub fn is_complete(&self, wanted: Wanted) -> Option<bool> {
        let Outcome::Solved { .. } = self.outcome else { return None };
        match wanted {
            Wanted::One => None,
            Wanted::All(_) => Some(self.list.as_ref().is_some_and(PlanList::has_all)),
            Wanted::Count => Some(self.list.as_ref().is_some_and(|list| list.exact)),
        }
    }

    /// What cut the run short after the first plan and before there were as many shortest ones as were wanted.
    pub fn cut_short(&self, wanted: Wanted) -> Option<StopReason> {
        let listed = self.list.as_ref().map_or(0, |list| list.plans.len());
        match wanted {
            Wanted::One => None,
            Wanted::All(limit) => self.stopped.filter(|_| listed < limit),
            Wanted::Count => self.stopped,
        }
    }

    pub(super) fn of(outcome: Outcome, mode: Mode) -> Self {
        Self {
            outcome,
            mode,
            refuted: None,
            list: None,
            trusted: None,
            stopped: None,
            attempts: Vec::new(),
            figures: Figures::default(),
            elapsed: Duration::ZERO,
        }
    }
}

/// What a run tells while it runs.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// A horizon begins or ends.
    Horizon(Event<'a>),
    /// A layer of the explicit search is done.
    Search(search::Progress),
}

/// A fault of this program, or of its caller.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    /// Options that do not go together.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// One formula of more steps than can be written.
    #[error(transparent)]
    TooManySteps(#[from] TooManySteps),
    /// A solver broke.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model that is no run of the task.
    #[error("the model cannot be read as a plan: {0}")]
    Decode(#[from] DecodeError),
    /// A plan that the validator rejects.
    #[error("the validator rejects the plan that was found: {0}")]
    Plan(#[from] PlanError),
    /// A proof that no plan exists which is none.
    #[error(transparent)]
    Invariant(#[from] BrokenInvariant),
    /// States that were to be a plan and do not follow each other.
    #[error("the {0} states that were found on the way to the goal are no run")]
    NoRun(usize),
}

impl From<RunError> for InternalError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Solver(error) => error.into(),
            RunError::TooManySteps(error) => error.into(),
            RunError::Invariant(error) => error.into(),
            RunError::NoRun(states) => Self::NoRun(states),
        }
    }
}
