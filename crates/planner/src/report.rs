//! The report of the planner: the answer, its proof, and the way to it.

#[cfg(feature = "varisat")]
use std::sync::Arc;
use std::time::Duration;

use bmcplan_base::stop::StopReason;
use bmcplan_sat::encode::{Encoding as _, Operators};
use bmcplan_sat::figures::Figures;
use bmcplan_sat::horizon::Attempt;
#[cfg(feature = "varisat")]
use bmcplan_sat::horizon::HorizonRefutation;
use bmcplan_sat::solver::SolverKind;
use bmcplan_task::plan::{Metric, Plan, PlanError, validate};
use bmcplan_task::{State, Task};

use super::error::InternalError;
use super::event::Event;
use super::listing::PlanList;
use super::options::{Mode, PlanQuery};
use super::proof::ProofSource;

/// A report, or the fault that leaves the planner without one.
pub(super) type Answer = Result<Report, InternalError>;

/// The end of an engine, whose findings stand on the board; or the fault that leaves the planner without an answer.
pub(super) type Done = Result<(), InternalError>;

pub(super) type Observer<'a> = &'a mut dyn FnMut(Event);

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A plan that the validator accepted.
    Solved {
        /// A validated plan.
        plan: Plan,
        /// The states passed through, the initial one first.
        states: Vec<State>,
        /// True if every smaller number of steps was refuted or searched; where costs are minimised, every lower cost.
        optimal: bool,
    },
    /// No plan of any length exists.
    Unsolvable,
    /// No plan of at most this number of steps exists; a longer one may.
    NoPlanWithin(usize),
    /// No plan costs at most this; a dearer one may exist.
    NoPlanAtCost(u64),
    /// The run was stopped without an answer, for this reason.
    Stopped(StopReason),
}

impl Outcome {
    /// Builds a solved outcome of a plan that the validator accepts: the only way to one.
    pub(super) fn of_plan(task: &Task, plan: Plan, optimal: bool) -> Result<Self, PlanError> {
        let states = validate(task, &plan)?;
        Ok(Self::Solved { plan, states, optimal })
    }
}

/// The answer, its proof, and the way to it.
#[derive(Debug, Clone)]
pub struct Report {
    /// What is known at the end.
    pub outcome: Outcome,
    /// The mode that gave the answer; never [`Mode::Auto`].
    pub mode: Mode,
    /// The greatest k such that no plan has k steps or fewer, as far as is known.
    pub refuted: Option<usize>,
    /// The greatest cost that no plan has, nor any lower one, as far as is known; only where costs are minimised.
    pub refuted_cost: Option<u64>,
    /// The source of that proof, or of the proof that there is no plan at all.
    pub proved_by: Option<ProofSource>,
    /// The shortest plans, if they were asked for and there are any.
    pub list: Option<PlanList>,
    /// The foreign solver whose refutation the answer or `refuted` rests on, if no solver that is built in has confirmed the
    /// refutation.
    pub trusted: Option<SolverKind>,
    /// Set when a plan was found but the search for a shorter one, or for more of them, was stopped.
    pub stopped: Option<StopReason>,
    /// The refutation of one step less than the plan has, if it was [to be kept](super::Options::keeps_refutation) and was
    /// found.
    #[cfg(feature = "varisat")]
    pub refutation: Option<Arc<HorizonRefutation>>,
    /// Every horizon tried, in order.
    pub attempts: Vec<Attempt>,
    /// True if a formula of some steps and a [relaxed rest](bmcplan_sat::encode::Suffix) was made: no horizon of it is tried.
    pub has_relaxed_rest: bool,
    /// Another encoding of which the formula is known to be the same.
    pub same_formula: Option<&'static str>,
    /// Measured figures of the run.
    pub figures: Figures,
    /// Wall-clock time of the whole run.
    pub elapsed: Duration,
}

impl Report {
    /// Returns the measures that are ruled out, to be compared with those of another report about the same question.
    pub(super) fn ruled_out(&self) -> (Option<u64>, Option<usize>) {
        (self.refuted_cost, self.refuted)
    }

    /// Returns the least measure that a plan can have, as far as is proved; `None` if nothing is known, or there is no plan.
    pub fn lower_bound(&self, metric: Metric, task: &Task) -> Option<u128> {
        let measure = |plan| metric.of_plan(task, plan);
        match (&self.outcome, metric) {
            (Outcome::Unsolvable, _) => None,
            (Outcome::Solved { plan, optimal, .. }, _) if *optimal || measure(plan) == 0 => {
                Some(measure(plan))
            }
            (_, Metric::Actions) => self.refuted.map(|refuted| refuted as u128 + 1),
            (_, Metric::Cost) => self.refuted_cost.map(|refuted| u128::from(refuted) + 1),
        }
    }

    /// Checks whether there is a plan and no plan can have a lower measure.
    pub fn is_best(&self, metric: Metric, task: &Task) -> bool {
        let Outcome::Solved { plan, .. } = &self.outcome else { return false };
        self.lower_bound(metric, task).is_some_and(|bound| metric.of_plan(task, plan) <= bound)
    }

    /// Returns the name of the encoding of steps if a formula was made: of the chosen one, unless there is a relaxed rest or the plan is a
    /// first one, whose steps have several operators.
    pub fn encoding<'n>(&self, chosen: &'n str) -> Option<&'n str> {
        let has_formula = self.has_relaxed_rest || !self.attempts.is_empty();
        let knows_operators_only = self.has_relaxed_rest || self.mode == Mode::FIRST;
        has_formula.then(|| if knows_operators_only { Operators.name() } else { chosen })
    }

    /// Returns the solver of the formula, if one was made: the chosen one, unless the plan is a first one.
    pub fn solver(&self, chosen: &SolverKind) -> SolverKind {
        if self.mode == Mode::FIRST { SolverKind::Batsat } else { chosen.clone() }
    }

    /// Returns true if all shortest plans are listed, or counted; `None` if that was not wanted or there is no plan.
    pub fn is_complete(&self, wanted: PlanQuery) -> Option<bool> {
        let Outcome::Solved { .. } = self.outcome else { return None };
        match wanted {
            PlanQuery::One => None,
            PlanQuery::All(_) => Some(self.list.as_ref().is_some_and(PlanList::has_all)),
            PlanQuery::Count => {
                Some(self.list.as_ref().is_some_and(|list| list.exact && list.count.is_some()))
            }
        }
    }

    /// Returns the limit that cut the run short after the first plan, before all wanted plans were found.
    pub fn cut_short(&self, wanted: PlanQuery) -> Option<StopReason> {
        let listed = self.list.as_ref().map_or(0, |list| list.plans.len());
        match wanted {
            PlanQuery::One => None,
            PlanQuery::All(limit) => self.stopped.filter(|_| listed < limit),
            PlanQuery::Count => self.stopped,
        }
    }

    /// Builds a report that has an outcome and a mode, and no figures.
    pub fn of(outcome: Outcome, mode: Mode) -> Self {
        Self {
            outcome,
            mode,
            refuted: None,
            refuted_cost: None,
            proved_by: None,
            list: None,
            trusted: None,
            stopped: None,
            #[cfg(feature = "varisat")]
            refutation: None,
            attempts: Vec::new(),
            has_relaxed_rest: false,
            same_formula: None,
            figures: Figures::default(),
            elapsed: Duration::ZERO,
        }
    }
}
