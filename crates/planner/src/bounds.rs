//! What is known about a question: a lower bound, the best plan, or that there is none.
//!
//! Engines write to the board and read it. Every entry is true by itself, whatever the others find, and none is taken back. When all
//! have ended, or a limit has ended them, [`Bounds::answer`] reads the answer off: the one place where findings come together. What is
//! known of a run that does not end in time is read there, too.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::figures::Figures;
use bmcplan_sat::horizon::{Attempt, HorizonAnswer, UpperBound};
use bmcplan_sat::solver::SolverKind;
use bmcplan_search::{SearchMethod, SearchProgress};
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan};

use super::equal_costs::EqualCosts;
use super::event::{Event, RuledOut};
use super::options::{Mode, Options, PlanQuery};
use super::proof::ProofSource;
use super::report::{Outcome, Report};

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

impl Goal {
    fn of(options: &Options) -> Self {
        match (options.mode, options.wanted) {
            (Mode::FIRST, _) => Self::Any,
            (Mode::Auto | Mode::Anytime, PlanQuery::One) => Self::Best,
            _ => Self::All,
        }
    }
}

/// The board of a question.
pub struct Bounds {
    length: UpperBound,
    known: Mutex<Findings>,
}

struct Findings {
    asked: Asked,
    /// The best outcome and its mode, the greatest lower bound, all attempts, the last figures.
    report: Report,
    /// The number of steps or the cost of the best plan.
    measure: Option<u128>,
    /// The mode that proved the lower bound.
    bounded_by: Mode,
    /// Why the last engine without an answer ended.
    ended: Option<StopReason>,
    /// The lower bounds of a foreign solver that are not confirmed yet: a cost and a number of steps.
    unconfirmed: RuledOut,
    /// The attempts of an engine that has not ended.
    finished: Vec<Attempt>,
    /// The horizons that it tries, and since when.
    trying: Vec<(usize, Instant)>,
}

/// The question, as far as it decides what settles it.
struct Asked {
    mode: Mode,
    metric: Metric,
    goal: Goal,
    wanted: PlanQuery,
    fewest: bool,
    /// The greatest number of steps or cost.
    most: Option<u128>,
    solver: SolverKind,
    /// Is a refutation by formulas wanted, whatever else proves the answer?
    keeps_refutation: bool,
    /// The question about costs that this one about lengths answers.
    equal_costs: Option<EqualCosts>,
}

impl Asked {
    fn of(options: &Options) -> Self {
        Self {
            mode: options.mode,
            metric: options.metric,
            goal: Goal::of(options),
            wanted: options.wanted,
            fewest: options.fewest,
            most: options.greatest_measure().map(u128::from),
            solver: options.solver.clone(),
            keeps_refutation: options.keeps_refutation,
            equal_costs: None,
        }
    }

    /// Returns the mode that formulas of this question have.
    fn formulas(&self) -> Mode {
        match self.mode {
            Mode::Auto | Mode::Anytime => Mode::INCREMENTAL,
            mode => mode,
        }
    }

    /// Returns the solver of its formulas.
    fn solver(&self) -> SolverKind {
        match self.mode {
            Mode::FIRST => SolverKind::Batsat,
            _ => self.solver.clone(),
        }
    }
}

impl Bounds {
    /// Returns a board on which nothing is known.
    pub fn of(options: &Options) -> Self {
        let known = Findings {
            asked: Asked::of(options),
            report: Report::of(Outcome::Stopped(StopReason::Interrupt), Mode::Search),
            measure: None,
            bounded_by: Mode::Search,
            ended: None,
            unconfirmed: (None, None),
            finished: Vec::new(),
            trying: Vec::new(),
        };
        Self { length: UpperBound::default(), known: Mutex::new(known) }
    }

    /// Turns the question about costs into one about lengths, with these options.
    pub(super) fn ask_for_lengths(&self, equal_costs: EqualCosts, options: &Options) {
        self.known().asked = Asked { equal_costs: Some(equal_costs), ..Asked::of(options) };
    }

    /// Enters what an engine tells on its way.
    pub(super) fn record(&self, task: &Task, event: &Event) {
        match event {
            // Any plan would end a question for one while its engine goes on to a better one.
            Event::Plan(_) if self.known().asked.goal == Goal::Any => {}
            // What is no plan is the fault of the engine, which says so.
            Event::Plan(plan) => {
                return Outcome::of_plan(task, plan.clone(), false)
                    .map_or((), |found| self.offer(task, found));
            }
            _ => {}
        }
        let mut known = self.known();
        let metric = known.asked.metric;
        let ruled_out = event.ruled_out(metric);
        match event {
            Event::Searched(SearchProgress { method: SearchMethod::Greedy, .. }) => {}
            Event::Searched(SearchProgress { method, states, .. }) => {
                // Symbolic search has sets of states, which it does not count.
                if *method != SearchMethod::Symbolic {
                    known.report.figures.states = Some(*states);
                }
                known.raise(ruled_out, Some(&ProofSource::from(*method)), None, Mode::Search);
            }
            Event::Cost { .. } => known.record_refutation(ruled_out),
            // Formulas with a relaxed rest grow; no horizon of theirs ends before they do.
            Event::Started(horizon) if metric == Metric::Actions => {
                known.trying.push((*horizon, Instant::now()));
            }
            Event::Finished(attempt) if metric == Metric::Actions => {
                known.record_refutation(ruled_out);
                known.trying.retain(|(horizon, _)| *horizon != attempt.horizon);
                known.finished.push(attempt.clone());
            }
            _ => {}
        }
    }

    /// Enters a validated plan that need not be the best.
    pub(super) fn offer(&self, task: &Task, outcome: Outcome) {
        let mode = self.known().asked.mode;
        let mode = if matches!(mode, Mode::Auto | Mode::Anytime) { Mode::Search } else { mode };
        self.enter_found(task, Report::of(outcome, mode), false);
    }

    /// Enters all that an engine found out.
    pub(super) fn enter(&self, task: &Task, found: Report) {
        self.enter_found(task, found, true);
    }

    fn enter_found(&self, task: &Task, found: Report, is_final: bool) {
        let mut known = self.known();
        let measure = match &found.outcome {
            Outcome::Solved { plan, .. } => Some(known.asked.metric.of_plan(task, plan)),
            _ => None,
        };
        if let (Some(length), Metric::Actions) = (measure, known.asked.metric) {
            self.length.lower_to(usize::try_from(length).unwrap_or(usize::MAX));
        }
        let (refuted, by, trusted) = (found.ruled_out(), found.proved_by.as_ref(), found.trusted.as_ref());
        known.raise(refuted, by, trusted, found.mode);
        let is_better = known.is_exceeded_by(&found, measure, is_final);
        known.take(found, measure, is_better);
    }

    /// Returns the least length of a plan so far, for engines that look for shorter ones.
    pub(super) fn length(&self) -> UpperBound {
        self.length.clone()
    }

    /// Returns the best plan so far, if its length or cost is less than `reported`, which becomes its measure.
    pub(super) fn plan_below(&self, reported: &mut Option<u128>) -> Option<Plan> {
        let known = self.known();
        match (&known.report.outcome, known.measure) {
            (Outcome::Solved { plan, .. }, Some(measure))
                if reported.is_none_or(|reported| measure < reported) =>
            {
                *reported = Some(measure);
                Some(plan.clone())
            }
            _ => None,
        }
    }

    /// Returns the greatest number of steps that is refuted, and by what, unless that waits for its confirmation.
    pub(super) fn refuted(&self) -> Option<(usize, ProofSource)> {
        let report = &self.known().report;
        report.refuted.zip(report.proved_by.clone()).filter(|_| report.trusted.is_none())
    }

    /// Returns the number of steps or the cost of the best plan so far.
    pub(super) fn measure(&self) -> Option<u128> {
        self.known().measure
    }

    /// Checks whether the question is answered, so that all engines can end.
    pub(super) fn is_settled(&self) -> bool {
        self.known().is_settled()
    }

    /// Reads off the answer after all engines have ended.
    pub fn answer(&self, stop: &Stop) -> Report {
        self.known().answer(stop.reason())
    }

    /// Reads off what is known when a limit has come and the engines have not ended.
    pub fn answer_so_far(&self, reason: StopReason) -> Report {
        let known = &mut *self.known();
        let stopped = |(horizon, since): (usize, Instant)| {
            let (answer, elapsed) = (HorizonAnswer::Stopped, since.elapsed());
            Attempt { horizon, answer, elapsed, conflicts: None }
        };
        let solver = known.asked.solver();
        let by = ProofSource::Solver(solver.clone());
        known.raise(known.unconfirmed, Some(&by), Some(&solver), known.asked.formulas());
        known.report.attempts.append(&mut known.finished);
        known.report.attempts.extend(known.trying.drain(..).map(stopped));
        if let Outcome::Stopped(_) = known.report.outcome {
            known.report.mode = match known.asked.mode {
                Mode::Auto if known.report.attempts.is_empty() => Mode::Search,
                Mode::Auto => known.asked.formulas(),
                mode => mode,
            };
        }
        known.ended = Some(reason);
        known.answer(Some(reason))
    }

    fn known(&self) -> MutexGuard<'_, Findings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Findings {
    /// Takes over a greater lower bound, or an equal one that rests on no unconfirmed solver.
    fn raise(
        &mut self,
        ruled_out: RuledOut,
        by: Option<&ProofSource>,
        trusted: Option<&SolverKind>,
        mode: Mode,
    ) {
        let own = &mut self.report;
        let needs_less_trust = own.trusted.is_some() && trusted.is_none();
        let is_raised = own.ruled_out() < ruled_out || own.ruled_out() == ruled_out && needs_less_trust;
        if is_raised && own.outcome != Outcome::Unsolvable {
            (own.refuted_cost, own.refuted) = ruled_out;
            (own.proved_by, own.trusted) = (by.cloned(), trusted.cloned());
            self.bounded_by = mode;
        }
    }

    /// Takes over a refutation by formulas on their way; those of foreign solvers are to be confirmed first.
    fn record_refutation(&mut self, ruled_out: RuledOut) {
        let solver = self.asked.solver();
        if solver.is_built_in() {
            self.raise(ruled_out, Some(&ProofSource::Solver(solver)), None, self.asked.formulas());
        } else {
            self.unconfirmed = self.unconfirmed.max(ruled_out);
        }
    }

    fn is_settled(&self) -> bool {
        match &self.report.outcome {
            Outcome::Solved { optimal, .. } => match (self.asked.goal, self.asked.metric) {
                (Goal::Any, _) => true,
                (Goal::Best, Metric::Actions) => {
                    *optimal || !self.asked.keeps_refutation && (self.proves_best() || self.is_ruled_out())
                }
                (Goal::Best, Metric::Cost) if !self.asked.fewest => {
                    *optimal || self.proves_best() || self.is_ruled_out()
                }
                (Goal::Best, Metric::Cost) | (Goal::All, _) => *optimal && self.report.stopped.is_none(),
            },
            Outcome::Stopped(_) => false,
            Outcome::Unsolvable | Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => true,
        }
    }

    /// Checks whether the lower bound proves the best plan so far optimal.
    fn proves_best(&self) -> bool {
        self.measure.is_some_and(|measure| measure.checked_sub(1) <= self.refuted_measure())
    }

    /// Checks whether the lower bound rules out what was asked for, so that only a plan beyond it is known.
    fn is_ruled_out(&self) -> bool {
        self.asked.most.is_some_and(|most| Some(most) <= self.refuted_measure())
    }

    fn refuted_measure(&self) -> Option<u128> {
        match self.asked.metric {
            Metric::Actions => self.report.refuted.map(|refuted| refuted as u128),
            Metric::Cost => self.report.refuted_cost.map(u128::from),
        }
    }

    /// Checks whether the outcome of `found` replaces the own one.
    fn is_exceeded_by(&self, found: &Report, measure: Option<u128>, is_final: bool) -> bool {
        let rank = |outcome: &Outcome| match outcome {
            Outcome::Stopped(_) => 0,
            Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => 1,
            Outcome::Solved { optimal: false, .. } => 2,
            Outcome::Solved { optimal: true, .. } => 3,
            Outcome::Unsolvable => 4,
        };
        let own = &self.report.outcome;
        match (&found.outcome, own) {
            (Outcome::Solved { plan, .. }, Outcome::Solved { plan: best, .. })
                if rank(&found.outcome) == rank(own) =>
            {
                let (new, old) = ((measure, plan.length()), (self.measure, best.length()));
                new < old || new == old && is_final || !self.is_settled() && found.list.is_some()
            }
            // Where formulas gave up, and search as well, their mode is named.
            (Outcome::Stopped(_), Outcome::Stopped(_)) => found.mode != Mode::Search,
            (found, own) => rank(own) < rank(found),
        }
    }

    fn take(&mut self, found: Report, measure: Option<u128>, is_better: bool) {
        let own = &mut self.report;
        if !found.attempts.is_empty() {
            self.finished.clear();
            self.trying.clear();
        }
        own.attempts.extend(found.attempts);
        own.has_relaxed_rest |= found.has_relaxed_rest;
        let states = found.figures.states.or(own.figures.states);
        let has_formula = found.figures.variables.is_some();
        own.figures = Figures { states, ..if has_formula { found.figures } else { own.figures } };
        own.same_formula = if has_formula { found.same_formula } else { own.same_formula };
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
            self.measure = measure;
        }
    }

    /// Takes the answer off the board, now that a limit has come or not.
    fn answer(&mut self, limit: Option<StopReason>) -> Report {
        let is_proved = self.asked.wanted == PlanQuery::One && self.proves_best();
        let is_settled =
            self.is_settled() || is_proved && (self.asked.metric == Metric::Actions || !self.asked.fewest);
        let stopped = self.ended.map(|reason| limit.unwrap_or(reason));
        let nothing = Report::of(Outcome::Stopped(StopReason::Interrupt), self.asked.mode);
        let mut report = mem::replace(&mut self.report, nothing);
        match &mut report.outcome {
            Outcome::Solved { optimal, .. } => {
                // A plan of greedy search counts for the engine that proves it to be the best.
                if !*optimal && report.mode == Mode::Search && is_proved {
                    report.mode = self.bounded_by;
                }
                // An engine that the portfolio stopped is not a limit of the user's.
                let is_limit = |reason: &StopReason| limit.is_some() || *reason != StopReason::Interrupt;
                report.stopped = stopped.filter(is_limit).filter(|_| !is_settled);
                // Among plans of least cost there may be one of fewer operators.
                let may_be_longer = self.asked.metric == Metric::Cost && self.asked.fewest;
                *optimal |= is_proved && (!may_be_longer || report.stopped.is_some());
            }
            Outcome::Stopped(reason) => *reason = stopped.or(limit).unwrap_or(*reason),
            Outcome::Unsolvable | Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => {}
        }
        if report.mode == Mode::Search {
            report.attempts.clear();
            report.has_relaxed_rest = false;
            report.figures = Figures { states: report.figures.states, ..Figures::default() };
        }
        match &self.asked.equal_costs {
            Some(equal_costs) => equal_costs.report(report),
            None => report,
        }
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_sat::solver::SolverKind;
    use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};
    use bmcplan_task::{Fact, Operator, TaskBuilder};

    use super::*;

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

    /// Returns the board of a question in this mode.
    fn board(mode: Mode, metric: Metric) -> Bounds {
        Bounds::of(&Options { mode, metric, ..Options::default() })
    }

    fn stopped(refuted: usize, by: ProofSource, mode: Mode) -> Report {
        let report = Report::of(Outcome::Stopped(StopReason::Interrupt), mode);
        Report { refuted: Some(refuted), proved_by: Some(by), ..report }
    }

    #[test]
    fn a_plan_is_the_best_once_all_lower_measures_are_ruled_out() {
        let (task, plan) = stairs();
        let first = Mode::FIRST;
        for (metric, mode, fewest) in [
            (Metric::Actions, Mode::Auto, false),
            (Metric::Cost, Mode::Auto, false),
            (Metric::Cost, Mode::Auto, true),
            (Metric::Actions, first, false),
        ] {
            for refuted in 0..3 {
                let bounds = Bounds::of(&Options { mode, metric, fewest, ..Options::default() });
                bounds.offer(&task, Outcome::of_plan(&task, plan.clone(), false).unwrap());
                let found = stopped(refuted, ProofSource::LmCut, Mode::INCREMENTAL);
                let refuted_cost = (metric == Metric::Cost).then_some(2 * refuted as u64 + 1);
                bounds.enter(&task, Report { refuted_cost, ..found });
                let is_best = refuted == 2;
                let is_settled = mode == first || is_best && !fewest;
                assert_eq!(bounds.is_settled(), is_settled);
                let stop = Stop::default();
                stop.raise(StopReason::Timeout);
                let report = bounds.answer(&stop);
                let Outcome::Solved { optimal, .. } = report.outcome else { panic!("{report:?}") };
                assert_eq!(optimal, is_best);
                assert_eq!(report.proved_by, Some(ProofSource::LmCut));
                assert_eq!(report.stopped, (!is_settled).then_some(StopReason::Timeout));
            }
        }
    }

    #[test]
    fn a_plan_that_is_too_long_ends_the_search_once_shorter_ones_are_ruled_out() {
        let (task, plan) = stairs();
        let options = Options { mode: Mode::Anytime, max_horizon: Some(1), ..Options::default() };
        for (refuted, is_settled) in [(0, false), (1, true)] {
            let bounds = Bounds::of(&options);
            bounds.offer(&task, Outcome::of_plan(&task, plan.clone(), false).unwrap());
            bounds.enter(&task, stopped(refuted, ProofSource::Search, Mode::INCREMENTAL));
            bounds.enter(&task, Report::of(Outcome::Stopped(StopReason::Memory), Mode::Search));
            assert_eq!(bounds.is_settled(), is_settled);
            let report = bounds.answer(&Stop::default());
            let Outcome::Solved { optimal: false, .. } = report.outcome else { panic!("{report:?}") };
            assert_eq!(report.stopped.is_none(), is_settled);
        }
    }

    #[test]
    fn the_greatest_bound_keeps_its_proof_and_trust() {
        let (task, _) = stairs();
        let foreign: SolverKind = "cmd:other".parse().unwrap();
        for (searched, solved, expected) in [(2, 1, (2, false)), (1, 2, (2, true)), (2, 2, (2, false))] {
            for is_first in [true, false] {
                let bounds = board(Mode::Auto, Metric::Actions);
                let search = stopped(searched, ProofSource::Search, Mode::Search);
                let by_foreign = ProofSource::Solver(foreign.clone());
                let trusted = Some(foreign.clone());
                let formulas = Report { trusted, ..stopped(solved, by_foreign.clone(), Mode::INCREMENTAL) };
                let entries = if is_first { [search, formulas] } else { [formulas, search] };
                entries.into_iter().for_each(|report| bounds.enter(&task, report));
                let report = bounds.answer(&Stop::default());
                let by = if expected.1 { by_foreign } else { ProofSource::Search };
                assert_eq!((report.refuted, report.proved_by), (Some(expected.0), Some(by)));
                assert_eq!(report.trusted.is_some(), expected.1);
                assert_eq!(report.mode, Mode::INCREMENTAL);
            }
        }
    }

    #[test]
    fn no_plan_settles_whatever_else_is_known() {
        let (task, _) = stairs();
        let bounds = board(Mode::Auto, Metric::Actions);
        bounds.enter(&task, stopped(5, ProofSource::Search, Mode::Search));
        assert!(!bounds.is_settled());
        let proof =
            Report { proved_by: Some(ProofSource::AStar), ..Report::of(Outcome::Unsolvable, Mode::Search) };
        bounds.enter(&task, proof);
        assert!(bounds.is_settled());
        bounds.enter(&task, stopped(9, ProofSource::Search, Mode::Search));
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
        let bounds = board(Mode::Search, Metric::Actions);
        bounds.enter(&task, found(Some(StopReason::Memory), Mode::Search));
        assert!(!bounds.is_settled());
        bounds.enter(&task, found(None, Mode::INCREMENTAL));
        assert!(bounds.is_settled());
        let report = bounds.answer(&Stop::default());
        assert_eq!((report.mode, report.stopped), (Mode::INCREMENTAL, None));
    }

    #[test]
    fn what_was_heard_is_the_answer_of_a_run_that_does_not_end() {
        let (task, plan) = stairs();
        let refuted = Attempt {
            horizon: 2,
            answer: HorizonAnswer::Refuted,
            elapsed: std::time::Duration::ZERO,
            conflicts: None,
        };
        let foreign: SolverKind = "cmd:other".parse().unwrap();
        for (solver, is_confirmed) in [(SolverKind::default(), true), (foreign, false)] {
            for has_plan in [false, true] {
                let bounds = Bounds::of(&Options { solver: solver.clone(), ..Options::default() });
                bounds.record(&task, &Event::Started(2));
                bounds.record(&task, &Event::Finished(refuted.clone()));
                if has_plan {
                    bounds.record(&task, &Event::Plan(plan.clone()));
                }
                bounds.record(&task, &Event::Started(3));
                assert_eq!(bounds.is_settled(), is_confirmed && has_plan);
                let report = bounds.answer_so_far(StopReason::Timeout);
                assert_eq!(report.refuted, Some(2));
                assert_eq!(report.trusted.is_some(), !is_confirmed);
                let Outcome::Solved { optimal, .. } = report.outcome else {
                    assert!(!has_plan);
                    let answers: Vec<_> = report.attempts.iter().map(|attempt| attempt.answer).collect();
                    assert_eq!(answers, [HorizonAnswer::Refuted, HorizonAnswer::Stopped]);
                    continue;
                };
                assert!(has_plan && optimal);
            }
        }
    }

    #[test]
    fn late_news_of_a_search_takes_nothing_back() {
        let bounds = board(Mode::Auto, Metric::Actions);
        let (task, method) = (TaskBuilder::default().build().unwrap(), SearchMethod::BreadthFirst);
        for depth in [2, 5, 3] {
            let progress = SearchProgress { method, depth, refuted_cost: None, states: 9, memory_bytes: 0 };
            bounds.record(&task, &Event::Searched(progress));
        }
        assert_eq!(bounds.refuted().map(|(refuted, _)| refuted), Some(5));
    }
}
