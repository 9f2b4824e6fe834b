//! Distances of all reachable states to the nearest goal, and the numbers of best plans, against the task's own semantics.

use std::collections::HashMap;

use bmcplan::plan::Metric;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, State, Task, TaskBuilder};
use bmcplan_search::{GoalDistance, IncompleteReason, SearchLimits, goal_distances};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::cheapest::costs;
use crate::common::tasks::tasks;
use crate::sweep::graph::{Graph, Measure};
use crate::sweep::problem::wide;

/// Are there sums that are not compared?
pub(crate) fn is_too_dear<'a>(metric: Metric, mut rests: impl Iterator<Item = &'a Measure>) -> bool {
    metric == Metric::Cost && rests.any(|(cost, _)| u128::from(u64::MAX) <= *cost)
}

fn check(task: &Task, metric: Metric) {
    let graph = Graph::of(task, usize::MAX).unwrap();
    let rests = graph.rests(task, metric);
    let n_plans = graph.n_plans_from_all(task, metric);
    let limits = SearchLimits::default();
    let found = goal_distances(task, metric, &limits, &Stop::default(), &mut |_| {});
    if is_too_dear(metric, rests.iter().flatten()) {
        assert_eq!(found.err(), Some(IncompleteReason::CostOverflow));
        return;
    }
    let found = found.unwrap();
    assert_eq!((found.len(), found.incomplete), (graph.states.len(), None));
    let mut numbers: HashMap<&State, usize> = graph.states.iter().zip(0..).collect();
    for number in 0..found.len() {
        let state = found.state(number);
        let place = numbers.remove(&state).unwrap();
        let expected = rests[place].map(|(cost, length)| {
            let cost = if metric == Metric::Cost { u64::try_from(cost).unwrap() } else { 0 };
            GoalDistance { cost, length }
        });
        assert_eq!(found.distance(number), expected, "{state:?}");
        assert_eq!(found.n_plans(number).map(u128::from), n_plans[place], "{state:?}");
    }
    assert_eq!(found.state(0), *task.initial());
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn lengths(task in tasks()) {
        check(&task, Metric::Actions);
    }

    #[test]
    fn in_states_of_several_words(task in tasks()) {
        check(&wide(&task, 31, 3), Metric::Actions);
        check(&wide(&task, 140, 2), Metric::Actions);
    }

    #[test]
    fn costs_and_lengths(task in tasks().prop_flat_map(costs)) {
        check(&task, Metric::Cost);
    }
}

/// Counters of this many values each that go up, and down if they may, and of which every one has to reach the goal.
fn counters(n: usize, values: u32, goal: u32, may_go_down: bool) -> Task {
    let mut builder = TaskBuilder::default();
    let names: Vec<String> = (0..values).map(|value| value.to_string()).collect();
    for counter in 0..n {
        let var = builder.variable(counter.to_string(), names.clone(), 0);
        for value in 1..values {
            let (less, more) = (Fact { var, value: value - 1 }, Fact { var, value });
            builder.operator(Operator::simple("up", [less.into()], [more]));
            if may_go_down {
                builder.operator(Operator::simple("down", [more.into()], [less]));
            }
        }
        builder.goal([Fact { var, value: goal }.into()]);
    }
    builder.build().unwrap()
}

/// Numbers of plans that do not fit are not told. Operators of one name are told apart by where they lead.
#[test]
fn many_plans() {
    let measure = |task: &Task| {
        let limits = SearchLimits::default();
        goal_distances(task, Metric::Actions, &limits, &Stop::default(), &mut |_| {}).unwrap()
    };
    let found = measure(&counters(3, 3, 2, false));
    assert_eq!((found.len(), found.n_plans(0)), (27, Some(90)));
    let found = measure(&counters(6, 8, 7, false));
    assert_eq!((found.len(), found.n_plans(0)), (262_144, None));
    assert_eq!(found.distance(0), Some(GoalDistance { cost: 0, length: 42 }));
}

/// Where memory ends, distances are upper bounds.
#[test]
fn what_was_seen_is_measured() {
    let task = counters(5, 8, 1, true);
    for kilobytes in (100..5_000).step_by(210) {
        let limits = SearchLimits { memory_bytes: Some(kilobytes << 10), ..SearchLimits::default() };
        let found = goal_distances(&task, Metric::Actions, &limits, &Stop::default(), &mut |_| {});
        let Ok(found) = found else { continue };
        assert!(found.incomplete.is_some() || found.len() == 32_768);
        for number in 0..found.len() {
            let least: u32 = found.state(number).values().iter().map(|value| value.abs_diff(1)).sum();
            let bound = found.distance(number).map(|distance| distance.length);
            let is_bound = bound.is_none_or(|bound| least as usize <= bound);
            assert!(is_bound && (found.incomplete.is_some() || bound == Some(least as usize)), "{bound:?}");
        }
    }
}

#[test]
fn a_stop_ends_it() {
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    let limits = SearchLimits::default();
    let found = goal_distances(&counters(2, 3, 2, false), Metric::Actions, &limits, &stop, &mut |_| {});
    assert!(matches!(found, Err(IncompleteReason::Stopped(StopReason::Timeout))));
}
