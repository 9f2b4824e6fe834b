//! Search by cost, A* over costs, and the modes that need no formula: costs, numbers of operators, limits, lists and counts.

use std::collections::{BTreeMap, BTreeSet};

use bmcplan::encode::Operators;
use bmcplan::heuristic::LmCut;
use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::planner::{
    InternalError, Mode, Options, Outcome, PlanQuery, Report, SearchHeuristic, Strategy as Horizons,
    Unsupported, solve,
};
use bmcplan::stop::Stop;
use bmcplan::task::{State, Task};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs};
use crate::common::tasks::tasks;
use crate::search::{padded, paddings};

/// Random tasks with costs.
fn costly() -> impl Strategy<Value = Task> {
    tasks().prop_flat_map(costs)
}

fn of_costs(mode: Mode) -> Options {
    Options { mode, metric: Metric::Cost, ..Options::default() }
}

fn try_to(task: &Task, options: &Options) -> Result<Report, InternalError> {
    solve(task, &Operators, options, &Stop::default(), &mut |_| {})
}

/// True if the sum is one that search does not compare.
fn is_too_dear(best: Option<(u128, usize)>) -> bool {
    best.is_some_and(|(cost, _)| u128::from(u64::MAX) <= cost)
}

/// The plan's cost and length, if it is one and was called a cheapest one.
fn measured(task: &Task, report: &Report) -> Option<(u128, usize)> {
    match &report.outcome {
        Outcome::Solved { plan, optimal: true, .. } => {
            validate(task, plan).unwrap();
            Some((plan.cost(task), plan.length()))
        }
        Outcome::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

/// Checks a mode without limits, and with limits around the least cost.
fn check(task: &Task, options: &Options) {
    let best = cheapest(task);
    let what = format!("{:?} {:?}", options.mode, options.heuristic);
    let report = match try_to(task, options) {
        Err(InternalError::Unsupported(Unsupported::TooDear)) if is_too_dear(best) => return,
        report => report.unwrap(),
    };
    if let (true, Outcome::Solved { plan, optimal: false, .. }) = (is_too_dear(best), &report.outcome) {
        // A first plan is left, of which nobody knows whether it is a cheapest.
        return assert!(options.mode == Mode::Anytime && validate(task, plan).is_ok(), "{what}");
    }
    assert_eq!(measured(task, &report), best, "{what}");
    let Some((cost, length)) = best else { return };
    let Ok(cost) = u64::try_from(cost) else { return };
    if 0 < length {
        assert!(report.refuted_cost <= cost.checked_sub(1), "{what}: {:?}", report.refuted_cost);
    }
    let enough = Options { max_cost: Some(cost), ..options.clone() };
    assert_eq!(measured(task, &try_to(task, &enough).unwrap()), best, "{what}");
    if let Some(less) = cost.checked_sub(1) {
        let report = try_to(task, &Options { max_cost: Some(less), ..options.clone() }).unwrap();
        let is_none =
            matches!(report.outcome, Outcome::Unsolvable) || report.outcome == Outcome::NoPlanAtCost(less);
        assert!(is_none, "{what} up to {less}: {:?}", report.outcome);
    }
}

fn check_all(task: &Task) {
    for heuristic in [SearchHeuristic::Blind, SearchHeuristic::LmCut] {
        check(task, &Options { heuristic, ..of_costs(Mode::Search) });
    }
}

/// The names of operators of all plans of that cost, and of fewest operators if `fewest`; `None` if there are endlessly many.
fn all_plans(task: &Task, cost: u128, length: Option<usize>) -> Option<BTreeSet<Vec<String>>> {
    /// A state with what was spent and the number of operators.
    type Place = (State, u128, usize);
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    let best = distances(task);
    let mut open: Vec<(Place, Vec<String>)> = vec![((task.initial().clone(), 0, 0), Vec::new())];
    while let Some(((state, spent, n), names)) = open.pop() {
        // Every way here is the beginning of a cheapest plan, and this one meets a state twice.
        if length.is_none() && best.len() <= n {
            return None;
        }
        if spent == cost && length.is_none_or(|length| length == n) && task.is_goal(&state) {
            found.insert(names.clone());
        }
        if length == Some(n) {
            continue;
        }
        let extended = task.extend(&state);
        let mut steps = BTreeSet::new();
        for id in task.operator_ids() {
            let Ok(next) = extended.successor(id) else { continue };
            let spent = spent + u128::from(task.operator(id).cost);
            // An operator that changes nothing is in no plan, be it free or not.
            if next != state && best.get(&next).is_some_and(|rest| spent + rest <= cost) {
                let name = format!("{} {:?}", task.operator(id).name, next.values());
                steps.insert((name, next, spent));
            }
        }
        for (name, next, spent) in steps {
            let names = names.iter().cloned().chain([name]).collect();
            open.push(((next, spent, n + 1), names));
        }
    }
    Some(found)
}

/// The least cost to the goal from each state from which there is a plan.
fn distances(task: &Task) -> BTreeMap<State, u128> {
    let mut edges: Vec<(State, u128, State)> = Vec::new();
    let (mut known, mut open) = (BTreeSet::from([task.initial().clone()]), vec![task.initial().clone()]);
    while let Some(state) = open.pop() {
        let extended = task.extend(&state);
        for id in task.operator_ids() {
            let Ok(next) = extended.successor(id) else { continue };
            edges.push((state.clone(), task.operator(id).cost.into(), next.clone()));
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    let mut best: BTreeMap<State, u128> =
        known.iter().filter(|state| task.is_goal(state)).map(|state| (state.clone(), 0)).collect();
    loop {
        let mut is_done = true;
        for (from, cost, to) in &edges {
            let Some(rest) = best.get(to).map(|rest| rest + cost) else { continue };
            if best.get(from).is_none_or(|known| rest < *known) {
                best.insert(from.clone(), rest);
                is_done = false;
            }
        }
        if is_done {
            return best;
        }
    }
}

/// The plan as names with the states that they lead to.
fn steps(task: &Task, plan: &Plan) -> Vec<String> {
    let mut state = task.initial().clone();
    let step = |id| {
        state = task.extend(&state).successor(id).unwrap();
        format!("{} {:?}", task.operator(id).name, state.values())
    };
    plan.operators().map(step).collect()
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn plans_are_cheapest_and_shortest_among_these(task in costly()) {
        check_all(&task);
    }

    #[test]
    fn so_they_are_where_states_have_several_words(task in costly(), (n, size) in paddings()) {
        check_all(&padded(&task, n, size));
    }

    #[test]
    fn bounds_on_costs_are_never_too_great(task in costly()) {
        let distances = distances(&task);
        let mut heuristic = LmCut::of(&task, Metric::Cost, &Stop::default()).unwrap();
        for (state, cost) in &distances {
            let estimate = heuristic.distance(state.values(), &Stop::default()).unwrap();
            prop_assert!(estimate.is_some_and(|estimate| u128::from(estimate) <= *cost), "{estimate:?} for {cost}");
        }
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn without_a_mode_and_with_ever_better_plans(task in costly()) {
        check(&task, &of_costs(Mode::Auto));
        check(&task, &of_costs(Mode::Anytime));
    }

    #[test]
    fn a_first_plan_is_a_plan(task in costly()) {
        let report = match try_to(&task, &of_costs(Mode::Formula(Horizons::First))) {
            // Where there is a clock, the first plan is a cheapest one.
            Err(InternalError::Unsupported(Unsupported::TooDear)) if is_too_dear(cheapest(&task)) => return Ok(()),
            report => report.unwrap(),
        };
        match report.outcome {
            Outcome::Solved { plan, .. } => prop_assert!(validate(&task, &plan).is_ok()),
            Outcome::Unsolvable => prop_assert!(cheapest(&task).is_none()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_cheapest_plans_are_listed_and_counted(task in costly(), fewest in any::<bool>()) {
        let Some((cost, length)) = cheapest(&task) else { return Ok(()) };
        if is_too_dear(Some((cost, length))) {
            return Ok(());
        }
        let expected = all_plans(&task, cost, fewest.then_some(length));
        for mode in [Mode::Search, Mode::Auto] {
            let with = |wanted| try_to(&task, &Options { wanted, fewest, ..of_costs(mode) });
            let Some(expected) = &expected else {
                let is_endless = |report| matches!(report, Err(InternalError::Unsupported(Unsupported::Endless)));
                prop_assert!(is_endless(with(PlanQuery::Count)));
                prop_assert!(is_endless(with(PlanQuery::All(10_000))));
                continue;
            };
            let counted = with(PlanQuery::Count).unwrap().list.unwrap();
            prop_assert_eq!((counted.count, counted.exact), (Some(expected.len() as u128), true));
            let listed = with(PlanQuery::All(10_000)).unwrap().list.unwrap();
            let plans: BTreeSet<Vec<String>> = listed.plans.iter().map(|plan| steps(&task, plan)).collect();
            if expected.len() <= 10_000 {
                prop_assert_eq!(listed.plans.len(), expected.len());
                prop_assert_eq!(&plans, expected);
            }
        }
    }
}
