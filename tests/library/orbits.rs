//! Orbit search against search that keeps every state: the same lengths and costs, plans that the validator accepts, and far fewer
//! states where much is alike.

use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::search::{SearchHeuristic, SearchLimits, SearchOutcome, SearchReport, best_plan, shortest_plan};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use proptest::prelude::*;

use crate::common::alike::tasks_with_alike;
use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, with_costs};
use crate::search::{padded, paddings};
use crate::symmetries::gripper;

fn with(orbits: bool) -> SearchLimits {
    SearchLimits { orbits, ..SearchLimits::default() }
}

fn plan(task: &Task, report: SearchReport) -> Option<Plan> {
    match report.outcome {
        SearchOutcome::Solved(plan) => {
            validate(task, &plan).unwrap();
            Some(plan)
        }
        SearchOutcome::Exhausted => None,
        other => panic!("{other:?}"),
    }
}

fn breadth_first(task: &Task, orbits: bool) -> SearchReport {
    shortest_plan(task, &with(orbits), &Stop::default(), &mut |_| {})
}

fn best(task: &Task, metric: Metric, heuristic: SearchHeuristic) -> Option<Plan> {
    let report = best_plan(task, metric, heuristic, &with(true), &Stop::default(), &mut |_| {});
    plan(task, report.first)
}

fn check(task: &Task) {
    let expected = plan(task, breadth_first(task, false));
    let length = expected.map(|plan| plan.length());
    let found = breadth_first(task, true);
    if length.is_some() {
        assert_eq!(found.refuted, length.and_then(|length| length.checked_sub(1)));
    }
    assert_eq!(plan(task, found).map(|plan| plan.length()), length);
    let by_lm_cut = best(task, Metric::Actions, SearchHeuristic::LmCut);
    assert_eq!(by_lm_cut.map(|plan| plan.length()), length);
    // Operators of one name are alike, so their costs are.
    let costs = task
        .operators()
        .iter()
        .map(|operator| u64::from(operator.name.bytes().map(u32::from).sum::<u32>() % 4));
    let costly = with_costs(task, &costs.collect::<Vec<_>>());
    let cheapest = cheapest(&costly);
    for heuristic in [SearchHeuristic::Blind, SearchHeuristic::LmCut] {
        let found = best(&costly, Metric::Cost, heuristic).map(|plan| (plan.cost(&costly), plan.length()));
        assert_eq!(found, cheapest, "{heuristic:?}");
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_objects_that_are_alike(task in tasks_with_alike()) {
        check(&task);
    }

    #[test]
    fn so_they_are_where_variables_share_fields(task in tasks_with_alike(), (n, size) in paddings()) {
        check(&padded(&task, n, size));
    }
}

/// Twenty balls and two hands: of 4^20 ways to lie, some hundred stand for all.
#[test]
fn many_balls() {
    let few = gripper(5);
    let [all, kept] = [false, true].map(|orbits| breadth_first(&few, orbits).states);
    assert!(kept * 10 < all, "{kept} of {all}");
    let task = gripper(20);
    let found = breadth_first(&task, true);
    assert!(found.states < 1000, "{}", found.states);
    assert_eq!(plan(&task, found).map(|plan| plan.length()), Some(59));
}
