//! Questions are asked, and every claim of the report and on the way to it is held against the oracle.

use std::collections::BTreeSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use bmcplan::encode::{Encoding as _, Operators, Semantics, StepOptions};
use bmcplan::horizon::{Cubes, HorizonAnswer};
use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{OperatorId, State, Task};
use bmcplan_planner::{
    Event, InternalError, Options, Outcome, PlanList, PlanQuery, Report, SearchHeuristic, Unsupported, solve,
};
use bmcplan_search::DiskSearch;
use itertools::Itertools as _;
use tempfile::tempdir;

use super::graph::{Measure, Plans, walk};
use super::problem::Problem;
use super::question::{MANY, Question, TINY, Way};
use crate::steps::reference::makespan;

/// Formulas of more steps are not waited for where costs are minimised: with operators that cost nothing there may be no end.
const FAR: usize = 8;

/// No question of these sizes is waited for longer.
const LONGEST: Duration = Duration::from_secs(30);

/// The order in which the operators of a step are run.
pub(crate) fn order(task: &Task, step: &StepOptions) -> Vec<OperatorId> {
    let system = Operators.encode(task, step, &Stop::default()).unwrap();
    system.operators().iter().map(|(id, _)| *id).collect()
}

/// The least makespan of a problem that is small.
pub(crate) fn fewest_steps(problem: &Problem, step: &StepOptions) -> Option<usize> {
    let (core, before) = problem.core();
    if core.clock().is_some() || !step.semantics.is_parallel() {
        return problem.graph.shortest();
    }
    let own = |id: OperatorId| id.index().checked_sub(before).map(OperatorId::from_index);
    let order = (step.semantics == Semantics::Exists)
        .then(|| order(&problem.task, step).into_iter().filter_map(own).collect_vec());
    makespan(core, &|situation| situation.undisturbed(order.as_deref()))
}

/// Asks, and checks the answer.
pub(crate) fn check(problem: &Problem, question: &Question) {
    let question = question.clone().fitted(problem);
    let (core, _) = problem.core();
    let best = match question.options.metric {
        Metric::Cost => problem.graph.rests(core, Metric::Cost)[0],
        Metric::Actions => {
            fewest_steps(problem, &question.options.step).map(|n| (u128::try_from(n).unwrap(), 0))
        }
    };
    let folder = question.disk.then(|| tempdir().unwrap());
    let mut options = question.options_near(problem, best);
    options.disk = folder.as_ref().map(|folder| DiskSearch {
        folder: folder.path().to_owned(),
        most_bytes: None,
        resume: false,
        buffers: Some(TINY),
    });
    Asked { problem, question: &question, options: &options, best }.check();
}

struct Asked<'a> {
    problem: &'a Problem,
    question: &'a Question,
    options: &'a Options,
    /// The measure of a best plan, if there is one.
    best: Option<Measure>,
}

/// What was heard on the way.
#[derive(Default)]
struct Heard {
    n_events: usize,
    is_raised: bool,
    plans: Vec<Measure>,
    lower: u128,
}

impl Asked<'_> {
    fn measure(&self, plan: &Plan) -> Measure {
        match self.options.metric {
            Metric::Cost => (plan.cost(&self.problem.task), plan.length()),
            Metric::Actions => (u128::try_from(plan.makespan()).unwrap(), 0),
        }
    }

    fn ask(&self) -> (Result<Report, InternalError>, Heard) {
        let (stop, mut heard, task) = (Stop::default(), Heard::default(), &self.problem.task);
        let observer = &mut |progress: Event| {
            let is_far = |n_steps| self.options.metric == Metric::Cost && FAR < n_steps;
            match progress {
                Event::Plan(plan) => {
                    assert!(validate(task, &plan).is_ok());
                    assert!(self.options.max_cost.is_none_or(|most| plan.cost(task) <= most.into()));
                    heard.plans.push(self.measure(&plan));
                }
                Event::Cost { lower, upper } => {
                    let least = self.best.map(|best| best.0);
                    assert!(heard.lower <= lower && least.is_none_or(|least| lower <= least), "{lower}");
                    assert!(upper.is_none_or(|upper| least.is_some_and(|least| least <= upper)), "{upper:?}");
                    heard.lower = lower;
                }
                Event::Started(n_steps) if is_far(n_steps) => {
                    stop.raise(StopReason::Interrupt);
                }
                _ => {}
            }
            if self.question.stop == Some(heard.n_events) {
                stop.raise(StopReason::Interrupt);
            }
            heard.n_events += 1;
        };
        let encoding = self.question.encoding(self.problem);
        // A rare formula keeps a solver busy without end; then the answer is one that was stopped.
        let (done, is_done) = channel::<()>();
        let alarm = stop.clone();
        thread::spawn(move || {
            if is_done.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
                alarm.raise(StopReason::Interrupt);
            }
        });
        let asked = solve(task, &*encoding, self.options, &stop, observer);
        drop(done);
        heard.is_raised = stop.is_raised();
        (asked, heard)
    }

    fn check(&self) {
        let refusals = self.question.refusals(self.problem, self.options);
        let (asked, heard) = self.ask();
        let report = match asked {
            Err(InternalError::Unsupported(reason)) => {
                return assert!(refusals.contains(&reason) || self.must_refuse(&reason), "{reason}");
            }
            report => report.unwrap(),
        };
        assert!(refusals.is_empty(), "answered in spite of {refusals:?}: {report:?}");
        let is_stopped = matches!(report.outcome, Outcome::Stopped(_));
        assert!(is_stopped || heard.is_raised || !self.is_endless(), "{report:?}");
        self.check_outcome(&report, &heard);
        self.check_gap(&report);
        self.check_bounds(&report);
        self.check_heard(&report, &heard);
        if !heard.is_raised && !self.is_too_dear() {
            self.check_complete(&report);
        }
        self.check_list(&report);
        if self.question.way == Way::First && self.problem.task.clock().is_none() && !heard.is_raised {
            assert_eq!(self.ask().0.unwrap().outcome, report.outcome, "again");
        }
        #[cfg(feature = "varisat")]
        let keeps = self.options.keeps_refutation && !self.question.is_strange;
        #[cfg(feature = "varisat")]
        if keeps && self.question.way == Way::Incremental && !heard.is_raised {
            crate::common::served::check_served(&self.problem.task, &report);
        }
    }

    /// May this be found out late?
    fn must_refuse(&self, reason: &Unsupported) -> bool {
        match reason {
            Unsupported::Endless => self.is_endless(),
            // A first plan may be dear where others are not.
            Unsupported::TooDear => self.is_too_dear() || self.may_be_dear(),
            Unsupported::RestAgainstTime => {
                let is_of_cost = self.options.metric == Metric::Cost && self.question.way == Way::Incremental;
                is_of_cost && self.problem.task.clock().is_some()
            }
            _ => false,
        }
    }

    fn is_too_dear(&self) -> bool {
        self.options.metric == Metric::Cost && self.best.is_some_and(|best| u128::from(u64::MAX) <= best.0)
    }

    /// May a plan cost too much that need not be a cheapest one?
    fn may_be_dear(&self) -> bool {
        let costs = self.problem.task.operators().iter().map(|operator| u128::from(operator.cost));
        let most = costs.max().unwrap_or(0) * self.problem.graph.states.len() as u128;
        self.options.metric == Metric::Cost && self.question.way == Way::First && u128::from(u64::MAX) <= most
    }

    /// Are there endlessly many plans to be listed?
    fn is_endless(&self) -> bool {
        let is_list = self.options.wanted != PlanQuery::One && self.options.metric == Metric::Cost;
        is_list && !self.options.fewest && self.is_within() && matches!(self.n_plans(), Plans::Endless)
    }

    fn n_plans(&self) -> Plans {
        let (core, _) = self.problem.core();
        self.problem.graph.n_plans(core, self.options.metric, self.options.fewest)
    }

    /// The limit on what is asked for.
    fn limit(&self) -> Option<u128> {
        let horizon = match self.options.mode {
            bmcplan_planner::Mode::Formula(strategy) => strategy.horizon(),
            _ => None,
        };
        let horizon = horizon.or(self.options.max_horizon);
        horizon.map(|n| u128::try_from(n).unwrap()).or(self.options.max_cost.map(u128::from))
    }

    /// Is there a plan within the limits?
    fn is_within(&self) -> bool {
        self.best.is_some_and(|best| self.limit().is_none_or(|limit| best.0 <= limit))
    }

    /// Whatever is said is true, however early the run was stopped.
    fn check_outcome(&self, report: &Report, heard: &Heard) {
        let task = &self.problem.task;
        let is_within = |measure: Measure| self.limit().is_none_or(|limit| measure.0 <= limit);
        match &report.outcome {
            Outcome::Solved { plan, states, optimal } => {
                assert_eq!(validate(task, plan).as_ref(), Ok(states));
                let found = self.measure(plan);
                let best = self.best.expect("there is no plan");
                assert!(best.0 <= found.0, "{found:?} is better than {best:?}");
                assert!(!optimal || best.0 == found.0, "{found:?} is not {best:?}");
                // Where plans are listed, all but symbolic search answer with one of fewest operators.
                let by_sets =
                    self.question.way == Way::Search && self.options.heuristic == SearchHeuristic::Symbolic;
                let is_of_fewest = self.options.fewest || self.options.wanted != PlanQuery::One && !by_sets;
                if *optimal && report.stopped.is_none() && is_of_fewest {
                    assert_eq!(found, best);
                }
                // Those count steps of several operators.
                let is_loose = matches!(self.question.way, Way::First | Way::Anytime);
                assert!(is_within(found) || is_loose && self.options.max_cost.is_none(), "{found:?}");
                self.check_steps(plan, states);
                self.check_corrupted(plan);
            }
            Outcome::Unsolvable => assert_eq!(self.best, None),
            Outcome::NoPlanWithin(horizon) => {
                let horizon = u128::try_from(*horizon).unwrap();
                assert!(self.best.is_none_or(|best| horizon < best.0), "{horizon}");
                assert_eq!((self.limit(), self.options.metric), (Some(horizon), Metric::Actions));
            }
            Outcome::NoPlanAtCost(cost) => {
                assert!(self.best.is_none_or(|best| u128::from(*cost) < best.0), "{cost}");
                assert_eq!(self.options.max_cost, Some(*cost));
            }
            Outcome::Stopped(StopReason::Memory) => assert!(self.options.search_memory.is_some()),
            Outcome::Stopped(reason) => assert!(heard.is_raised, "{reason}"),
        }
    }

    /// The lower bound is none above the least measure, and that of a best plan; the gap is 0 exactly where the plan is proved to be best.
    fn check_gap(&self, report: &Report) {
        let (metric, task) = (self.options.metric, &self.problem.task);
        let (bound, is_best) = (report.lower_bound(metric, task), report.is_best(metric, task));
        if let (Some(bound), Some(best)) = (bound, self.best) {
            assert!(bound <= best.0, "{bound} is above {best:?}");
        }
        match &report.outcome {
            Outcome::Solved { plan, optimal, .. } => {
                let found = self.measure(plan).0;
                assert!(bound.is_none_or(|bound| bound <= found), "{bound:?} is above {found}");
                assert!(!optimal || is_best, "not shown to be best: {report:?}");
                assert_eq!(is_best, bound == Some(found));
                assert!(
                    !is_best || self.best.is_some_and(|best| best.0 == found),
                    "{found} is not {:?}",
                    self.best
                );
            }
            Outcome::Unsolvable => assert_eq!((bound, is_best), (None, false)),
            _ => assert!(!is_best),
        }
    }

    fn check_bounds(&self, report: &Report) {
        if let (Some(refuted), Some(best)) = (report.refuted_cost, self.best) {
            assert!(self.options.metric == Metric::Cost && u128::from(refuted) < best.0, "{refuted}");
        }
        if self.options.metric == Metric::Cost {
            return;
        }
        let is_below = |n: usize| self.best.is_none_or(|best| u128::try_from(n).unwrap() < best.0);
        assert!(report.refuted.is_none_or(is_below), "{:?}", report.refuted);
        let way = self.question.way;
        // First plans are looked for in steps of several operators.
        let knows_reached = !matches!(way, Way::First | Way::Anytime);
        for attempt in &report.attempts {
            match attempt.answer {
                HorizonAnswer::Reached => {
                    assert!(!knows_reached || !is_below(attempt.horizon), "{attempt:?}")
                }
                HorizonAnswer::Refuted => {
                    assert!(
                        is_below(attempt.horizon) && Some(attempt.horizon) <= report.refuted,
                        "{attempt:?}"
                    );
                }
                HorizonAnswer::Stopped => {}
            }
            let is_tried = self.limit().is_none_or(|limit| u128::try_from(attempt.horizon).unwrap() <= limit);
            assert!(is_tried || !knows_reached, "{attempt:?}");
        }
        if way == Way::Pdr {
            assert!(report.attempts.iter().map(|attempt| attempt.horizon).eq(0..report.attempts.len()));
        }
    }

    /// No plan that is told is worse than the last, and none is left out except one that is known at once to be best.
    fn check_heard(&self, report: &Report, heard: &Heard) {
        let told = &heard.plans;
        assert!(told.iter().all(|plan| self.best.is_some_and(|best| best.0 <= plan.0)), "{told:?}");
        let way = self.question.way;
        if !matches!(way, Way::Incremental | Way::Anytime) || self.options.metric == Metric::Cost {
            return;
        }
        // Two traces of different lengths may be plans of one length, with steps that change nothing.
        assert!(told.is_sorted_by(|one, next| next <= one), "{told:?}");
        let Outcome::Solved { plan, .. } = &report.outcome else {
            return assert!(told.is_empty(), "{told:?}");
        };
        assert!(told.last().is_none_or(|last| self.measure(plan) <= *last), "{told:?}");
        let is_plain = self.options.cubes == Cubes::Off && self.options.wanted == PlanQuery::One;
        if way == Way::Incremental && is_plain && !heard.is_raised {
            let reached = report.attempts.iter().filter(|attempt| attempt.answer == HorizonAnswer::Reached);
            let reached = reached.count();
            assert!(told.len() == reached || told.len() + 1 == reached, "{told:?}");
        }
    }

    /// Nothing is left open that the way to the answer promises.
    fn check_complete(&self, report: &Report) {
        let way = self.question.way;
        let below = self.best.and_then(|best| best.0.checked_sub(1));
        match &report.outcome {
            Outcome::Solved { optimal, .. } => {
                let may_be_longer = match way {
                    Way::First | Way::Fixed => true,
                    Way::Anytime => !self.is_within(),
                    _ => false,
                };
                assert!(*optimal || may_be_longer, "not shown to be best: {report:?}");
                if *optimal && !may_be_longer && self.options.metric == Metric::Actions {
                    assert_eq!(report.refuted.map(|n| u128::try_from(n).unwrap()), below);
                }
                if way == Way::Incremental && self.options.metric == Metric::Cost {
                    let below = below.map(|below| below.min(u128::from(u64::MAX)));
                    assert_eq!(report.refuted_cost.map(u128::from), below);
                }
                assert!(report.stopped.is_none(), "{report:?}");
            }
            // Costs may be left to the search alone.
            Outcome::Stopped(_) => assert!(way == Way::Search || self.options.metric == Metric::Cost),
            Outcome::Unsolvable => {}
            Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => assert!(!self.is_within(), "{report:?}"),
        }
    }

    /// The operators of every step are applicable at its start, in the orders that the semantics asks for.
    fn check_steps(&self, plan: &Plan, states: &[State]) {
        let (task, semantics) = (&self.problem.task, self.options.step.semantics);
        if !semantics.is_parallel() || task.clock().is_some() {
            return assert_eq!(plan.length(), plan.makespan());
        }
        assert!(states.windows(2).all(|pair| pair[0] != pair[1]), "an idle operator");
        let order = order(task, &self.options.step);
        let mut passed = 0;
        for operators in plan.steps() {
            let start = &states[passed];
            passed += operators.len();
            assert!(!operators.is_empty());
            for id in operators {
                assert!(task.extend(start).successor(*id).is_ok(), "not applicable at the start of the step");
            }
            let place = |id: &OperatorId| order.iter().position(|other| other == id);
            assert!(operators.iter().is_sorted_by_key(place), "out of order");
            if semantics == Semantics::ForAll && operators.len() <= 4 {
                for other in operators.iter().copied().permutations(operators.len()) {
                    assert_eq!(run(task, start, &other).as_ref(), Some(&states[passed]), "another order");
                }
            }
        }
    }

    /// With an operator left out or exchanged it is either a plan as well, or there is an error with place and reason.
    fn check_corrupted(&self, plan: &Plan) {
        let task = &self.problem.task;
        let (place, operator) = self.question.change;
        let operators = plan.operators().collect_vec();
        if operators.is_empty() {
            return;
        }
        let place = place.index(operators.len());
        let (mut dropped, mut replaced) = (operators.clone(), operators);
        dropped.remove(place);
        replaced[place] = OperatorId::from_index(operator.index(task.operators().len()));
        for changed in [dropped, replaced] {
            let reaches = run(task, task.initial(), &changed).is_some_and(|end| task.is_goal(&end));
            match validate(task, &Plan::sequential(changed.clone())) {
                Ok(_) => assert!(reaches),
                Err(error) => {
                    let is_placed = place <= error.step && error.step <= changed.len();
                    assert!(!reaches && is_placed, "{error}");
                }
            }
        }
    }

    /// Lists and numbers are those of the oracle, and lower bounds of them after a stop.
    fn check_list(&self, report: &Report) {
        let wanted = self.options.wanted;
        let (Outcome::Solved { optimal: true, .. }, true) = (&report.outcome, wanted != PlanQuery::One)
        else {
            return assert!(report.list.is_none());
        };
        let is_cut = report.stopped.is_some();
        let Some(list) = &report.list else { return assert!(is_cut, "{report:?}") };
        let Plans::Some(number) = self.n_plans() else { panic!("endlessly many") };
        let limit = if let PlanQuery::All(limit) = wanted { limit as u128 } else { u128::MAX };
        let is_all = number.is_some_and(|number| number <= limit);
        if is_cut {
            let is_less = |count: u128| number.is_none_or(|number| count <= number);
            assert!(list.count.is_none_or(is_less) && (!list.exact || list.count == number), "{list:?}");
        } else {
            let count =
                if wanted == PlanQuery::Count { number } else { Some(number.unwrap_or(limit).min(limit)) };
            assert_eq!((list.count, list.exact), (count, is_all || wanted == PlanQuery::Count));
            assert_eq!(report.is_complete(wanted), Some(number.is_some() && list.exact));
        }
        self.check_plans(list, is_all && !is_cut && wanted != PlanQuery::Count);
    }

    fn check_plans(&self, list: &PlanList, is_all: bool) {
        let (task, (core, _)) = (&self.problem.task, self.problem.core());
        let n = core.variables().len();
        for plan in &list.plans {
            assert!(validate(task, plan).is_ok());
            assert_eq!(Some(self.measure(plan).0), self.best.map(|best| best.0));
        }
        let walks: BTreeSet<_> = list.plans.iter().map(|plan| walk(task, plan.operators(), n)).collect();
        assert_eq!(walks.len(), list.plans.len(), "one is listed twice");
        if is_all && walks.len() as u128 <= 10 * MANY {
            let all = self.problem.graph.plans(core, self.options.metric, self.options.fewest);
            assert_eq!(walks, all.into_iter().map(|plan| walk(core, plan.into_iter(), n)).collect());
        }
    }
}

fn run(task: &Task, state: &State, operators: &[OperatorId]) -> Option<State> {
    operators.iter().try_fold(state.clone(), |state, id| task.extend(&state).successor(*id).ok())
}
