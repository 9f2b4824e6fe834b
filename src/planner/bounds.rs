//! What is known about a question: a lower bound, the best plan, or that there is none.
//!
//! Engines write to the board and read it. Every entry is true by itself, whatever the others find, and none is taken back. When all
//! have ended, or a limit has ended them, [`Bounds::answer`] reads the answer off: the one place where findings come together.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::InternalError;
use super::options::Mode;
use super::proof::ProofSource;
use super::report::{Outcome, Report};
use crate::figures::Figures;
use crate::horizon::UpperBound;
use crate::plan::{Metric, Plan};
use crate::search::{SearchMethod, SearchProgress};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// What settles a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// A plan of least length or cost.
    Best,
    /// All of them, or as many as were asked for; or whatever a single engine finds.
    All,
    /// Any plan.
    Any,
}

/// The board of a question.
pub(super) struct Bounds<'t> {
    task: &'t Task,
    metric: Metric,
    goal: Goal,
    length: UpperBound,
    known: Mutex<Findings>,
}

struct Findings {
    /// The best outcome and its mode, the greatest lower bound, all attempts, the last figures.
    report: Report,
    /// The mode that proved the lower bound.
    bounded_by: Mode,
    /// Why the last engine without an answer ended.
    ended: Option<StopReason>,
}

impl<'t> Bounds<'t> {
    /// Returns a board on which nothing is known.
    pub(super) fn new(task: &'t Task, metric: Metric, goal: Goal) -> Self {
        let report = Report::of(Outcome::Stopped(StopReason::Interrupt), Mode::Search);
        let known = Findings { report, bounded_by: Mode::Search, ended: None };
        Self { task, metric, goal, length: UpperBound::default(), known: Mutex::new(known) }
    }

    /// Enters a plan that need not be the best.
    ///
    /// # Errors
    /// The validator's fault, if it rejects the plan.
    pub(super) fn offer(&self, plan: Plan) -> Result<(), InternalError> {
        self.enter(Report::of(Outcome::of_plan(self.task, plan, false)?, Mode::Search));
        Ok(())
    }

    /// Enters that no plan has `refuted` steps or fewer; returns whether the question is settled.
    pub(super) fn refute(&self, refuted: usize, by: ProofSource, mode: Mode) -> bool {
        self.raise((None, Some(refuted)), by, mode)
    }

    /// Enters what a search reports on its way; returns whether the question is settled.
    pub(super) fn hear(&self, progress: SearchProgress) -> bool {
        let SearchProgress { method, depth, refuted_cost, .. } = progress;
        // A depth of 0 stands for no bound, too.
        let refuted = (self.metric == Metric::Actions && 0 < depth).then_some(depth);
        method != SearchMethod::Greedy && self.raise((refuted_cost, refuted), method.into(), Mode::Search)
    }

    fn raise(&self, refuted: (Option<u64>, Option<usize>), by: ProofSource, mode: Mode) -> bool {
        let report = Report::of(Outcome::Stopped(StopReason::Interrupt), mode);
        let (refuted_cost, refuted) = refuted;
        let mut known = self.known();
        known.raise(&Report { refuted_cost, refuted, proved_by: Some(by), ..report });
        self.settles(&known.report)
    }

    /// Enters all that an engine found out.
    pub(super) fn enter(&self, found: Report) {
        if let (Outcome::Solved { plan, .. }, Metric::Actions) = (&found.outcome, self.metric) {
            self.length.note(plan.makespan());
        }
        let mut known = self.known();
        known.raise(&found);
        let is_better = self.is_better(&found, &known.report);
        known.enter(found, is_better);
    }

    /// Returns the least length of a plan so far, for engines that look for shorter ones.
    pub(super) fn length(&self) -> UpperBound {
        self.length.clone()
    }

    /// Returns the best plan so far.
    pub(super) fn plan(&self) -> Option<Plan> {
        self.plan_below(None)
    }

    /// Returns the best plan so far if it has fewer than `makespan` steps.
    pub(super) fn plan_below(&self, makespan: Option<usize>) -> Option<Plan> {
        match &self.known().report.outcome {
            Outcome::Solved { plan, .. } if makespan.is_none_or(|most| plan.makespan() < most) => {
                Some(plan.clone())
            }
            _ => None,
        }
    }

    /// Is the question answered, so that no engine need go on?
    pub(super) fn is_settled(&self) -> bool {
        self.settles(&self.known().report)
    }

    /// Reads off the answer after all engines have ended.
    pub(super) fn answer(self, stop: &Stop) -> Report {
        let is_settled = self.is_settled();
        let (task, metric, goal) = (self.task, self.metric, self.goal);
        let known = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Findings { mut report, bounded_by, ended } = known;
        let stopped = ended.map(|reason| stop.reason().unwrap_or(reason));
        let is_proved = goal == Goal::Best && report.is_best(metric, task);
        match &mut report.outcome {
            Outcome::Solved { optimal, .. } => {
                // A plan of greedy search counts for the engine that proves it to be the best.
                if !*optimal && report.mode == Mode::Search && is_proved {
                    report.mode = bounded_by;
                }
                report.stopped = stopped.filter(|_| !is_settled);
                // Among plans of least cost there may be one of fewer operators.
                *optimal |= is_proved && (metric == Metric::Actions || report.stopped.is_some());
            }
            Outcome::Stopped(reason) => *reason = stopped.or(stop.reason()).unwrap_or(*reason),
            Outcome::Unsolvable | Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => {}
        }
        if report.mode == Mode::Search {
            report.attempts.clear();
            report.has_relaxed_rest = false;
            report.figures = Figures { states: report.figures.states, ..Figures::default() };
        }
        report
    }

    fn known(&self) -> MutexGuard<'_, Findings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn settles(&self, report: &Report) -> bool {
        match &report.outcome {
            Outcome::Solved { optimal, .. } => match (self.goal, self.metric) {
                (Goal::Any, _) => true,
                (Goal::Best, Metric::Actions) => *optimal || report.is_best(self.metric, self.task),
                // Of the cheapest plans, one of fewest operators is wanted.
                (Goal::Best, Metric::Cost) | (Goal::All, _) => *optimal && report.stopped.is_none(),
            },
            Outcome::Stopped(_) => false,
            Outcome::Unsolvable | Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => true,
        }
    }

    /// Is the outcome of `found` to replace that of `known`?
    fn is_better(&self, found: &Report, known: &Report) -> bool {
        let rank = |outcome: &Outcome| match outcome {
            Outcome::Stopped(_) => 0,
            Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => 1,
            Outcome::Solved { optimal: false, .. } => 2,
            Outcome::Solved { optimal: true, .. } => 3,
            Outcome::Unsolvable => 4,
        };
        match (&found.outcome, &known.outcome) {
            (Outcome::Solved { plan, .. }, Outcome::Solved { plan: best, .. })
                if rank(&found.outcome) == rank(&known.outcome) =>
            {
                let measure = |plan: &Plan| (self.metric.of_plan(self.task, plan), plan.length());
                measure(plan) < measure(best) || !self.settles(known) && found.list.is_some()
            }
            // Where formulas gave up, and search as well, their mode is named.
            (Outcome::Stopped(_), Outcome::Stopped(_)) => found.mode != Mode::Search,
            (found, known) => rank(known) < rank(found),
        }
    }
}

impl Findings {
    /// Takes over a greater lower bound, or an equal one that rests on no unconfirmed solver.
    fn raise(&mut self, found: &Report) {
        let own = &mut self.report;
        let needs_less_trust = own.trusted.is_some() && found.trusted.is_none();
        let is_raised =
            own.ruled_out() < found.ruled_out() || own.ruled_out() == found.ruled_out() && needs_less_trust;
        if is_raised && own.outcome != Outcome::Unsolvable {
            (own.refuted_cost, own.refuted) = found.ruled_out();
            own.proved_by.clone_from(&found.proved_by);
            own.trusted.clone_from(&found.trusted);
            self.bounded_by = found.mode;
        }
    }

    fn enter(&mut self, found: Report, is_better: bool) {
        let own = &mut self.report;
        own.attempts.extend(found.attempts);
        own.has_relaxed_rest |= found.has_relaxed_rest;
        let states = found.figures.states.or(own.figures.states);
        let has_formula = found.figures.variables.is_some();
        own.figures = Figures { states, ..if has_formula { found.figures } else { own.figures } };
        #[cfg(feature = "varisat")]
        if found.refutation.is_some() {
            own.refutation = found.refutation;
        }
        if let Outcome::Stopped(reason) = found.outcome {
            self.ended = Some(reason);
        } else if found.stopped.is_some() {
            self.ended = found.stopped;
        }
        if is_better {
            if found.outcome == Outcome::Unsolvable {
                (own.proved_by, own.trusted) = (found.proved_by, found.trusted);
            } else if found.trusted.is_some() && !matches!(found.outcome, Outcome::Stopped(_)) {
                own.trusted = found.trusted;
            }
            own.outcome = found.outcome;
            own.mode = found.mode;
            own.list = found.list;
            own.stopped = found.stopped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horizon::Strategy;
    use crate::search::{SearchLimits, SearchOutcome, shortest_plan};
    use crate::solver::SolverKind;
    use crate::task::{Fact, Operator, TaskBuilder};

    const FORMULAS: Mode = Mode::Formula(Strategy::Incremental);

    /// Returns a task of three steps, of which each costs 2, and its plan.
    fn stairs() -> (Task, Plan) {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("step", ["0", "1", "2", "3"], 0);
        for value in 0..3 {
            let [here, above] = [value, value + 1].map(|value| Fact { var, value });
            let up = Operator::simple("up", [here.into()], [above]);
            builder.operator(Operator { cost: 2, ..up });
        }
        builder.goal([Fact { var, value: 3 }.into()]);
        let task = builder.build().unwrap();
        let found = shortest_plan(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {});
        let SearchOutcome::Solved(plan) = found.outcome else { panic!("there is a plan") };
        (task, plan)
    }

    fn stopped(refuted: usize, by: ProofSource, mode: Mode) -> Report {
        let report = Report::of(Outcome::Stopped(StopReason::Interrupt), mode);
        Report { refuted: Some(refuted), proved_by: Some(by), ..report }
    }

    #[test]
    fn a_plan_is_the_best_once_all_lower_measures_are_ruled_out() {
        let (task, plan) = stairs();
        for (metric, goal) in
            [(Metric::Actions, Goal::Best), (Metric::Cost, Goal::Best), (Metric::Actions, Goal::Any)]
        {
            for refuted in 0..3 {
                let bounds = Bounds::new(&task, metric, goal);
                bounds.offer(plan.clone()).unwrap();
                let found = stopped(refuted, ProofSource::LmCut, FORMULAS);
                let refuted_cost = (metric == Metric::Cost).then_some(2 * refuted as u64 + 1);
                bounds.enter(Report { refuted_cost, ..found });
                let is_best = refuted == 2;
                let is_settled = goal == Goal::Any || is_best && metric == Metric::Actions;
                assert_eq!(bounds.is_settled(), is_settled);
                let stop = Stop::default();
                stop.raise(StopReason::Timeout);
                let report = bounds.answer(&stop);
                let Outcome::Solved { optimal, .. } = report.outcome else { panic!("{report:?}") };
                assert_eq!(optimal, is_best && goal == Goal::Best);
                assert_eq!(report.proved_by, Some(ProofSource::LmCut));
                assert_eq!(report.stopped, (!is_settled).then_some(StopReason::Timeout));
            }
        }
    }

    #[test]
    fn the_greatest_bound_keeps_its_proof_and_trust() {
        let (task, _) = stairs();
        let foreign: SolverKind = "cmd:other".parse().unwrap();
        for (searched, solved, expected) in [(2, 1, (2, false)), (1, 2, (2, true)), (2, 2, (2, false))] {
            for is_first in [true, false] {
                let bounds = Bounds::new(&task, Metric::Actions, Goal::Best);
                let search = stopped(searched, ProofSource::Search, Mode::Search);
                let by_foreign = ProofSource::Solver(foreign.clone());
                let trusted = Some(foreign.clone());
                let formulas = Report { trusted, ..stopped(solved, by_foreign.clone(), FORMULAS) };
                let entries = if is_first { [search, formulas] } else { [formulas, search] };
                entries.into_iter().for_each(|report| bounds.enter(report));
                let report = bounds.answer(&Stop::default());
                let by = if expected.1 { by_foreign } else { ProofSource::Search };
                assert_eq!((report.refuted, report.proved_by), (Some(expected.0), Some(by)));
                assert_eq!(report.trusted.is_some(), expected.1);
                assert_eq!(report.mode, FORMULAS);
            }
        }
    }

    #[test]
    fn no_plan_settles_whatever_else_is_known() {
        let (task, _) = stairs();
        let bounds = Bounds::new(&task, Metric::Actions, Goal::Best);
        bounds.enter(stopped(5, ProofSource::Search, Mode::Search));
        assert!(!bounds.is_settled());
        let proof =
            Report { proved_by: Some(ProofSource::AStar), ..Report::of(Outcome::Unsolvable, Mode::Search) };
        bounds.enter(proof);
        assert!(bounds.is_settled());
        bounds.enter(stopped(9, ProofSource::Search, Mode::Search));
        let report = bounds.answer(&Stop::default());
        assert_eq!((report.outcome, report.proved_by), (Outcome::Unsolvable, Some(ProofSource::AStar)));
    }

    #[test]
    fn a_list_that_was_stopped_leaves_room_for_another() {
        let (task, plan) = stairs();
        let found = |stopped, mode| Report {
            stopped,
            list: Some(super::super::PlanList::default()),
            ..Report::of(Outcome::of_plan(&task, plan.clone(), true).unwrap(), mode)
        };
        let bounds = Bounds::new(&task, Metric::Actions, Goal::All);
        bounds.enter(found(Some(StopReason::Memory), Mode::Search));
        assert!(!bounds.is_settled());
        bounds.enter(found(None, FORMULAS));
        assert!(bounds.is_settled());
        let report = bounds.answer(&Stop::default());
        assert_eq!((report.mode, report.stopped), (FORMULAS, None));
    }
}
