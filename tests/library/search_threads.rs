//! Breadth-first search by several threads: the same answers and numbers as by one, whatever their number.

use std::num::NonZeroUsize;

use bmcplan::encode::{Semantics, StepOptions};
use bmcplan::kinds::rush_hour::BoardMetric;
use bmcplan::plan::Metric;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan_search::{
    BestPlans, Incomplete, IncompleteReason, PlansReport, SearchHeuristic, SearchLimits, SearchOutcome,
    SearchReport, SearchThreads, StateSpace, StepOrders, best_plan, explore, shortest_plan, shortest_plans,
    shortest_steps,
};

use crate::auto::board;
use crate::common::tasks;
use crate::steps::PARALLEL;
use crate::sweep::claims::order;

/// So many threads, in layers of so many states or more.
fn threads(number: usize, from_layer: usize) -> SearchThreads {
    SearchThreads { number: NonZeroUsize::new(number).unwrap(), from_layer }
}

/// The answers of all kinds of breadth-first search. The memory taken differs.
fn answers(
    task: &Task,
    limits: &SearchLimits,
) -> (SearchReport, PlansReport, Result<StateSpace, Incomplete>) {
    let stop = Stop::default();
    let one = shortest_plan(task, limits, &stop, &mut |_| {});
    let all = shortest_plans(task, limits, &stop, &mut |_| {});
    let without_memory = |report: SearchReport| SearchReport { memory_bytes: 0, ..report };
    let all = PlansReport { first: without_memory(all.first), ..all };
    (without_memory(one), all, explore(task, limits, &stop, &mut |_| {}))
}

/// A*, with the numbers of states and bytes and all that it tells of its progress.
fn astar(task: &Task, metric: Metric, number: usize) -> (SearchReport, usize) {
    let limits = SearchLimits { threads: threads(number, 1), ..SearchLimits::default() };
    let mut n_reports = 0;
    let mut progress = |_| n_reports += 1;
    let report = best_plan(
        task,
        metric,
        BestPlans::CheapestAndShortest,
        SearchHeuristic::LmCut,
        &limits,
        &Stop::default(),
        &mut progress,
    )
    .first;
    (report, n_reports)
}

fn check_astar(task: &Task) {
    for metric in Metric::ALL {
        let [one, others @ ..] = [1, 2, 3].map(|number| astar(task, metric, number));
        assert!(others.iter().all(|other| *other == one), "{one:?} {others:?}");
    }
}

/// Search over steps, with the number of bytes.
fn steps(task: &Task, semantics: Semantics, limits: &SearchLimits) -> SearchReport {
    let orders = match semantics {
        Semantics::Exists => {
            StepOrders::Listed(order(task, &StepOptions { semantics, ..StepOptions::default() }))
        }
        _ => StepOrders::All(task.operator_ids().collect()),
    };
    shortest_steps(task, &orders, limits, &Stop::default(), &mut |_| {})
}

/// Wheels that are turned on by one, or back to the start; the goal is that each has come to its end.
pub(crate) fn wheels(number: usize, size: u32) -> Task {
    let mut builder = TaskBuilder::default();
    for index in 0..number {
        let var = builder.variable(format!("wheel {index}"), (0..size).map(|value| value.to_string()), 0);
        let fact = |value| Fact { var, value };
        for value in 1..size {
            builder.operator(Operator::simple("turn", [fact(value - 1).into()], [fact(value)]));
        }
        builder.operator(Operator::simple("reset", [fact(size - 1).into()], [fact(0)]));
        builder.goal([fact(size - 1).into()]);
    }
    builder.build().unwrap()
}

/// Layers of many rounds, and of many states in each segment of the table, which grows.
#[test]
fn large_layers() {
    let task = wheels(9, 4);
    let of =
        |number| answers(&task, &SearchLimits { threads: threads(number, 100), ..SearchLimits::default() });
    let one = of(1);
    assert_eq!(one.2.as_ref().map(|space| (space.states, space.depth)), Ok((4_u64.pow(9), 27)));
    assert_eq!(one.0.refuted, Some(26));
    assert!([2, 3].into_iter().all(|number| of(number) == one));
}

#[test]
fn large_layers_of_steps() {
    let task = wheels(8, 4);
    for semantics in PARALLEL {
        let of = |number| {
            let limits = SearchLimits { threads: threads(number, 100), ..SearchLimits::default() };
            SearchReport { memory_bytes: 0, ..steps(&task, semantics, &limits) }
        };
        let one = of(1);
        assert!(one.refuted == Some(2) && 3_u64.pow(8) < one.states, "{one:?}");
        assert!([2, 3].into_iter().all(|number| of(number) == one));
    }
}

/// Wheels, and switches that can be turned while all wheels are at their first turn: one state has far more steps than all others.
fn wheels_and_switches(goal: impl Fn(&[Fact]) -> Vec<Fact>) -> Task {
    let wheels = wheels(5, 4);
    let mut builder = tasks::variables_of(&wheels);
    wheels.operators().iter().for_each(|operator| {
        builder.operator(operator.clone());
    });
    let turned = |var| Fact { var, value: 1 };
    let all_turned: Vec<Literal> =
        wheels.goal().iter().filter_map(|literal| Some(turned(literal.as_fact()?.var).into())).collect();
    let mut on = Vec::new();
    for number in 0..10 {
        let var = builder.variable(format!("switch {number}"), ["off", "on"], 0);
        on.push(turned(var));
        builder.operator(Operator::simple("switch", all_turned.clone(), [turned(var)]));
    }
    builder.goal(goal(&on).into_iter().map(Literal::from));
    builder.build().unwrap()
}

/// More steps from one state than a thread may hold at a time, but not more than there is memory for when they are looked up as they
/// are made. The second goal is reached from a state that comes after it.
#[test]
fn a_state_with_too_many_steps_for_a_thread() {
    let wheel = |number, value| Fact { var: VarId::from_index(number), value };
    let far =
        wheels_and_switches(|on| on.iter().copied().chain((0..5).map(|number| wheel(number, 3))).collect());
    let near = wheels_and_switches(|_| vec![wheel(0, 0), wheel(4, 2)]);
    // The order of ∃-steps leaves out operators that the second goal does not need.
    for (semantics, task) in
        [(Semantics::ForAll, &far), (Semantics::Exists, &far), (Semantics::ForAll, &near)]
    {
        let limits = SearchLimits { max_depth: Some(2), ..SearchLimits::default() };
        let one = steps(task, semantics, &limits);
        assert!(1000 < one.states, "{one:?}");
        let memory_bytes = 2 * one.memory_bytes;
        for number in [2, 3] {
            let limits =
                SearchLimits { threads: threads(number, 1), memory_bytes: Some(memory_bytes), ..limits };
            let several = steps(task, semantics, &limits);
            assert!(several.memory_bytes <= memory_bytes, "{several:?}");
            assert_eq!(SearchReport { memory_bytes: one.memory_bytes, ..several }, one);
        }
    }
}

/// Many states that are evaluated ahead, and some that are reached in better ways later.
#[test]
fn astar_among_many_states() {
    let task = board("sample9.toml", BoardMetric::Units);
    assert!(1000 < astar(&task, Metric::Actions, 2).0.states);
    check_astar(&task);
    let stop = Stop::default();
    let limits = SearchLimits { threads: threads(3, 1), ..SearchLimits::default() };
    let mut progress = |_| stop.raise(StopReason::Timeout);
    let report = best_plan(
        &task,
        Metric::Actions,
        BestPlans::Cheapest,
        SearchHeuristic::LmCut,
        &limits,
        &stop,
        &mut progress,
    )
    .first;
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Timeout));
}

#[test]
fn a_limit_of_memory_is_one_for_all_threads() {
    let task = wheels(9, 4);
    let report = |number, memory_bytes| {
        let limits = SearchLimits {
            threads: threads(number, 100),
            memory_bytes: Some(memory_bytes),
            ..SearchLimits::default()
        };
        shortest_plan(&task, &limits, &Stop::default(), &mut |_| {})
    };
    let enough = report(2, usize::MAX).memory_bytes;
    let mut refuted = Vec::new();
    for memory_bytes in [enough, enough / 2, enough / 4, enough / 16, 1000] {
        let [one, two] = [1, 2].map(|number| report(number, memory_bytes));
        assert!(two.memory_bytes <= memory_bytes, "{two:?}");
        assert_eq!(
            two.outcome == SearchOutcome::Stopped(StopReason::Memory),
            memory_bytes < enough,
            "{two:?}"
        );
        // Successors take memory, too; but not so much that layers get lost that are much smaller than the limit.
        assert!(
            two.refuted <= one.refuted && one.refuted <= two.refuted.map(|depth| depth + 4),
            "{one:?} {two:?}"
        );
        refuted.push(two.refuted);
    }
    assert!(refuted.is_sorted_by(|more, less| less <= more) && 3 < refuted[3].unwrap(), "{refuted:?}");
}

#[test]
fn a_stop_flag_stops_all_threads() {
    let task = wheels(9, 4);
    let limits = SearchLimits { threads: threads(3, 100), ..SearchLimits::default() };
    let stop = Stop::default();
    let mut at = Vec::new();
    let incomplete = explore(&task, &limits, &stop, &mut |progress| {
        at.push(progress.depth);
        if progress.depth == 12 {
            stop.raise(StopReason::Timeout);
        }
    })
    .unwrap_err();
    assert_eq!(incomplete.reason, IncompleteReason::Stopped(StopReason::Timeout));
    assert_eq!((incomplete.partial.depth, at), (12, (1..=12).collect()));
    let report = shortest_plan(&task, &limits, &stop, &mut |_| {});
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Timeout));
}

#[test]
fn it_stops_all_threads_within_a_layer_of_steps() {
    let task = wheels(8, 4);
    for semantics in PARALLEL {
        let limits = SearchLimits { threads: threads(3, 100), ..SearchLimits::default() };
        let stop = Stop::default();
        let (orders, mut n_reports) =
            (StepOrders::Listed(order(&task, &StepOptions { semantics, ..StepOptions::default() })), 0);
        let report = shortest_steps(&task, &orders, &limits, &stop, &mut |progress| {
            n_reports += usize::from(progress.depth == 2);
            if n_reports == 2 {
                stop.raise(StopReason::Timeout);
            }
        });
        assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Timeout));
        assert_eq!(report.refuted, Some(2));
    }
}
