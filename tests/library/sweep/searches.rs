//! Explicit searches, by any number of threads, in memory or in files, of all states or of one of each kind: the answers and numbers of
//! the oracle.

use bmcplan::encode::{Semantics, StepOptions};
use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::OperatorId;
use bmcplan_search::{
    BestPlans, Counter, DiskSearch, GreedySearch, IncompleteReason, Preference, PruningTrial,
    SearchHeuristic, SearchLimits, SearchOutcome, SearchReport, SearchThreads, StepOrders, best_plan,
    explore, explore_on_disk, shortest_plan, shortest_plan_on_disk, shortest_plans, shortest_steps,
};
use proptest::prelude::*;
use proptest::sample::select;
use tempfile::tempdir;

use super::claims::{fewest_steps, order};
use super::graph::Plans;
use super::problem::Problem;
use super::question::{MANY, TINY};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
enum Sought {
    OnePlan,
    AllPlans,
    States,
    Best(Metric, SearchHeuristic),
    Steps(Semantics),
    AnyPlan(Preference),
}

/// A search, whose depth is limited near the answer.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    sought: Sought,
    depth: Option<i8>,
    orbits: bool,
    threads: usize,
    is_on_disk: bool,
    memory: Option<usize>,
    trial: PruningTrial,
}

pub(crate) fn searches() -> impl Strategy<Value = Search> {
    let heuristics = select(&[SearchHeuristic::Blind, SearchHeuristic::LmCut, SearchHeuristic::Patterns]);
    let best = (select(&Metric::ALL[..]), heuristics);
    let weight = select(&[None, Some(5), Some(1)]);
    let preference =
        (select(&Metric::ALL[..]), weight).prop_map(|(metric, weight)| Preference { metric, weight });
    let sought = prop_oneof![
        3 => Just(Sought::OnePlan),
        3 => Just(Sought::AllPlans),
        3 => Just(Sought::States),
        3 => best.prop_map(|(metric, heuristic)| Sought::Best(metric, heuristic)),
        2 => select(&[Semantics::ForAll, Semantics::Exists]).prop_map(Sought::Steps),
        3 => preference.prop_map(Sought::AnyPlan),
    ];
    let memory = prop_oneof![4 => Just(None), 1 => select(&[0, 3_000, 10_000, 100_000]).prop_map(Some)];
    let depth = prop_oneof![2 => Just(None), 1 => (-2..=1_i8).prop_map(Some)];
    let threads = select(&[1, 1, 2, 3, 7]);
    // Stubborn sets are used for a while, as far as they pay, or all the time; forced moves are followed all the time, or never.
    let trial = (select(&[1, 2, 10, 1_000]), select(&[0, 20, 101]), select(&[0, 101])).prop_map(
        |(expansions, percent, forced_percent)| PruningTrial { expansions, percent, forced_percent },
    );
    (sought, depth, any::<bool>(), threads, prop::bool::weighted(0.08), memory, trial).prop_map(
        |(sought, depth, orbits, threads, is_on_disk, memory, trial)| Search {
            sought,
            depth,
            orbits,
            threads,
            is_on_disk,
            memory,
            trial,
        },
    )
}

/// The outcome without the plan, which must be one.
fn outcome(problem: &Problem, report: &SearchReport) -> Result<Plan, SearchOutcome> {
    match &report.outcome {
        SearchOutcome::Solved(plan) => {
            validate(&problem.task, plan).unwrap();
            Ok(plan.clone())
        }
        other => Err(other.clone()),
    }
}

impl Search {
    pub(crate) fn check(&self, problem: &Problem) {
        if problem.is_vast() {
            return;
        }
        let (task, stop) = (&problem.task, &Stop::default());
        let counter = if task.is_earlier_never_worse(stop) { Counter::LeftOut } else { Counter::Kept };
        let (shortest, space) = (problem.graph.shortest(), problem.graph.space(problem.core().0));
        let near = shortest.unwrap_or(space.depth);
        let limits = SearchLimits {
            max_depth: self.depth.and_then(|depth| near.checked_add_signed(depth.into())),
            orbits: self.orbits,
            threads: SearchThreads { number: self.threads.try_into().unwrap(), from_layer: 1 },
            memory_bytes: self.memory.filter(|_| !self.is_on_disk),
            trial: self.trial,
            ..SearchLimits::default()
        };
        match self.sought {
            Sought::OnePlan => self.check_one(problem, &SearchLimits { counter, ..limits }),
            Sought::AllPlans => check_all(problem, &limits),
            Sought::States => self.check_states(problem, &limits),
            Sought::Best(metric, heuristic) => {
                for which in [BestPlans::Cheapest, BestPlans::CheapestAndShortest] {
                    check_best(problem, metric, which, heuristic, &limits);
                }
            }
            Sought::Steps(semantics) if problem.is_small && task.clock().is_none() => {
                check_makespan(problem, semantics, &limits);
            }
            Sought::Steps(_) => {}
            Sought::AnyPlan(preference) => {
                check_greedy(problem, preference, limits.memory_bytes);
                check_better_plans(problem, preference, limits.memory_bytes);
            }
        }
    }

    fn disk(&self, folder: &tempfile::TempDir) -> DiskSearch {
        let folder = folder.path().join("search");
        DiskSearch { folder, most_bytes: None, resume: true, buffers: Some(TINY) }
    }

    fn check_one(&self, problem: &Problem, limits: &SearchLimits) {
        let (task, stop) = (&problem.task, &Stop::default());
        let folder = self.is_on_disk.then(|| tempdir().unwrap());
        let found = |limits: &SearchLimits| match &folder {
            Some(folder) => {
                let found = shortest_plan_on_disk(task, limits, &self.disk(folder), stop, &mut |_| {});
                found.unwrap().result
            }
            None => shortest_plan(task, limits, stop, &mut |_| {}),
        };
        check_lengths(problem, limits, problem.graph.shortest(), &found);
    }

    fn check_states(&self, problem: &Problem, limits: &SearchLimits) {
        let (task, stop) = (&problem.task, &Stop::default());
        let folder = tempdir().unwrap();
        let found = if self.is_on_disk {
            explore_on_disk(task, limits, &self.disk(&folder), stop, &mut |_| {}).unwrap().result
        } else {
            explore(task, limits, stop, &mut |_| {})
        };
        let space = problem.graph_of_task().space(task);
        match found {
            Ok(found) => assert_eq!(found, space),
            Err(incomplete) if incomplete.reason == IncompleteReason::DepthReached => {
                let one = SearchLimits { threads: SearchThreads::default(), ..*limits };
                assert_eq!(explore(task, &one, stop, &mut |_| {}), Err(incomplete));
                assert_eq!(Some(incomplete.partial.depth), limits.max_depth);
                assert!(Some(space.depth) >= limits.max_depth);
            }
            Err(incomplete) => {
                assert_eq!(incomplete.reason, IncompleteReason::Stopped(StopReason::Memory));
                assert!(limits.memory_bytes.is_some());
            }
        }
    }
}

/// A search for a shortest plan, by one thread and as asked: the same, but for the memory, which is not exceeded.
fn check_lengths(
    problem: &Problem,
    limits: &SearchLimits,
    best: Option<usize>,
    find: &dyn Fn(&SearchLimits) -> SearchReport,
) {
    let report = find(limits);
    assert!(limits.memory_bytes.is_none_or(|most| report.memory_bytes <= most), "{report:?}");
    match outcome(problem, &report) {
        Ok(plan) => {
            assert_eq!(Some(plan.makespan()), best);
            assert!(limits.max_depth.is_none_or(|most| plan.makespan() <= most));
            assert_eq!(report.refuted, plan.makespan().checked_sub(1));
        }
        Err(SearchOutcome::Exhausted) => assert_eq!(best, None),
        Err(SearchOutcome::DepthReached) => {
            assert!(limits.max_depth.is_some() && report.refuted == limits.max_depth);
            assert!(best.is_none_or(|best| report.refuted < Some(best)));
        }
        Err(other) => {
            assert_eq!(other, SearchOutcome::Stopped(StopReason::Memory));
            assert!(limits.memory_bytes.is_some());
            return assert!(best.is_none_or(|best| report.refuted < Some(best)));
        }
    }
    let one = find(&SearchLimits { threads: SearchThreads::default(), memory_bytes: None, ..*limits });
    assert_eq!(SearchReport { memory_bytes: one.memory_bytes, ..report }, one);
}

fn check_all(problem: &Problem, limits: &SearchLimits) {
    let ((core, before), stop) = (problem.core(), &Stop::default());
    let find = |limits: &SearchLimits| shortest_plans(&problem.task, limits, stop, &mut |_| {});
    check_lengths(problem, limits, problem.graph.shortest(), &|limits| find(limits).first);
    let Some(plans) = find(limits).plans else { return };
    let Plans::Some(number) = problem.graph.n_plans(core, Metric::Actions, true) else { unreachable!() };
    assert_eq!(plans.count(), number);
    if number.is_some_and(|number| number <= MANY) {
        let own = |id: OperatorId| OperatorId::from_index(id.index() - before);
        let listed: Vec<Vec<_>> = plans.iter().map(|plan| plan.operators().map(own).collect()).collect();
        assert_eq!(listed, problem.graph.plans(core, Metric::Actions, true));
    }
}

fn check_best(
    problem: &Problem,
    metric: Metric,
    which: BestPlans,
    heuristic: SearchHeuristic,
    limits: &SearchLimits,
) {
    let (task, stop) = (&problem.task, &Stop::default());
    let max_depth = limits.max_depth.filter(|_| metric == Metric::Actions);
    let limits = &SearchLimits { max_depth, ..*limits };
    let find = |limits: &SearchLimits| {
        let mut n_told = 0;
        let report = best_plan(task, metric, which, heuristic, limits, stop, &mut |_| n_told += 1);
        (report.first, n_told)
    };
    if metric == Metric::Actions {
        return check_lengths(problem, limits, problem.graph.shortest(), &|limits| find(limits).0);
    }
    let best = problem.graph.rests(problem.core().0, metric)[0];
    let (report, n_told) = find(limits);
    match outcome(problem, &report) {
        Ok(plan) if which == BestPlans::CheapestAndShortest => {
            assert_eq!(Some((plan.cost(task), plan.length())), best);
        }
        Ok(plan) => assert_eq!(Some(plan.cost(task)), best.map(|best| best.0)),
        Err(SearchOutcome::Exhausted) => assert_eq!(best, None),
        Err(SearchOutcome::CostOverflow) => assert!(best.is_some_and(|best| u128::from(u64::MAX) <= best.0)),
        Err(other) => {
            assert_eq!(other, SearchOutcome::Stopped(StopReason::Memory));
            return assert!(limits.memory_bytes.is_some());
        }
    }
    let one = SearchLimits { threads: SearchThreads::default(), ..*limits };
    assert_eq!(find(&one), (report, n_told));
}

fn check_makespan(problem: &Problem, semantics: Semantics, limits: &SearchLimits) {
    let (task, step) = (&problem.task, StepOptions { semantics, ..StepOptions::default() });
    let orders = match semantics {
        Semantics::Exists => StepOrders::Listed(order(task, &step)),
        _ => StepOrders::All(task.operator_ids().collect()),
    };
    let find = |limits: &SearchLimits| shortest_steps(task, &orders, limits, &Stop::default(), &mut |_| {});
    check_lengths(problem, limits, fewest_steps(problem, &step), &find);
}

/// Any plan is found wherever there is one, in one go or with interruptions, and can be made no longer.
fn check_greedy(problem: &Problem, preference: Preference, memory: Option<usize>) {
    let (task, stop) = (&problem.task, &Stop::default());
    let find = |effort: u64| {
        let mut search = GreedySearch::of(task, preference, memory, stop);
        loop {
            if let Some(report) = search.advance(effort, stop, &mut |_| {}) {
                return report;
            }
        }
    };
    let report = find(u64::MAX);
    assert!(memory.is_none_or(|most| report.memory_bytes <= most));
    match outcome(problem, &report) {
        Ok(plan) => {
            assert!(problem.graph.shortest().is_some_and(|shortest| shortest <= plan.length()));
            let search = GreedySearch::of(task, preference, memory, stop);
            for metric in Metric::ALL {
                let improved = search.improved(&plan, metric, None, stop);
                validate(task, &improved).unwrap();
                assert!(metric.of_plan(task, &improved) <= metric.of_plan(task, &plan));
            }
        }
        Err(SearchOutcome::Exhausted) => assert_eq!(problem.graph.shortest(), None),
        Err(other) => {
            assert!(other == SearchOutcome::Stopped(StopReason::Memory) && memory.is_some());
        }
    }
    assert_eq!(find(1), report, "with interruptions");
}

/// Below a limit that falls with every plan, the last plan is a best one.
fn check_better_plans(problem: &Problem, preference: Preference, memory: Option<usize>) {
    let (task, stop, metric) = (&problem.task, &Stop::default(), preference.metric);
    let best = problem.graph.rests(problem.core().0, metric)[0];
    let best = best.map(|(measure, _)| measure);
    let (mut limit, mut found) = (u64::MAX - 1, None);
    let mut search = GreedySearch::of(task, preference, memory, stop);
    loop {
        search.set_limit(Some(limit));
        let Some(report) = search.advance(100, stop, &mut |_| {}) else { continue };
        match outcome(problem, &report) {
            Ok(plan) => {
                let measure = metric.of_plan(task, &plan);
                assert!(measure <= u128::from(limit));
                found = Some(measure);
                let Some(less) = measure.checked_sub(1) else { break };
                limit = u64::try_from(less).unwrap();
            }
            Err(SearchOutcome::DepthReached) => break,
            Err(other) => {
                assert!(other == SearchOutcome::Stopped(StopReason::Memory) && memory.is_some());
                return;
            }
        }
    }
    assert_eq!(found, best.filter(|best| *best < u128::from(u64::MAX)));
}
