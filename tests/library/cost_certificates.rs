//! Certificates of cheapest plans are made where uniform-cost search agrees, and forged ones are refused by both checkers.

use std::collections::{BTreeMap, BTreeSet};

use bmcplan::certificate::{Distance, MAX_STATES, RecountError, recount_cheaper_states};
use bmcplan::plan::Plan;
use bmcplan::stop::Stop;
use bmcplan::task::{Operator, OperatorId, State, Task};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::tasks::{tasks, variables_of};

/// The same task with these costs, in turn.
pub(crate) fn with_costs(task: &Task, costs: &[u64]) -> Task {
    let mut builder = variables_of(task);
    for (operator, cost) in task.operators().iter().zip(costs.iter().cycle()) {
        builder.operator(Operator { cost: *cost, ..operator.clone() });
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// Tasks without a clock whose operators cost nothing, little, or very much.
pub(crate) fn tasks_with_costs() -> impl Strategy<Value = Task> {
    let cost = prop_oneof![4 => 0..4_u64, 1 => Just(1 << 63), 1 => 1_000_000..1_000_003_u64];
    (tasks(), prop::collection::vec(cost, 1..12))
        .prop_map(|(task, costs)| with_costs(&task.affirmative().unwrap(), &costs))
}

/// The distance of each state, without end or bound: every way is tried that is shorter than what is known.
fn distances(task: &Task) -> BTreeMap<State, (Distance, Vec<OperatorId>)> {
    let mut found: BTreeMap<State, (Distance, Vec<OperatorId>)> = BTreeMap::new();
    let mut open = BTreeSet::from([(Distance::default(), task.initial().clone(), Vec::new())]);
    while let Some((distance, state, way)) = open.pop_first() {
        if found.contains_key(&state) {
            continue;
        }
        let extended = task.extend(&state);
        for id in task.operator_ids() {
            if let Ok(next) = extended.successor(id) {
                let cost = distance.cost + u128::from(task.operator(id).cost);
                let way = way.iter().copied().chain([id]).collect();
                open.insert((Distance { cost, steps: distance.steps + 1 }, next, way));
            }
        }
        found.insert(state, (distance, way));
    }
    found
}

/// The distance of the nearest goal state, and a plan.
pub(crate) fn cheapest(task: &Task) -> Option<(Distance, Plan)> {
    let goals = distances(task).into_iter().filter(|(state, _)| task.is_goal(state));
    let (distance, way) = goals.map(|(_, found)| found).min()?;
    Some((distance, Plan::sequential(way)))
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_recount_of_costs_finds_what_search_finds(task in tasks_with_costs(), cost in 0..5_u128, steps in 0..4_usize) {
        let all = distances(&task);
        let goal = cheapest(&task).map(|(distance, _)| distance);
        for before in goal.into_iter().chain([Distance { cost, steps }]) {
            let n_states = all.values().filter(|(distance, _)| *distance < before).count();
            let found = recount_cheaper_states(&task, before, MAX_STATES, &Stop::default());
            match goal.filter(|goal| *goal < before) {
                None => prop_assert_eq!(found, Ok(n_states)),
                Some(goal) => prop_assert_eq!(found, Err(RecountError::Cheaper(goal))),
            }
            if let Some(most) = n_states.checked_sub(1).filter(|_| goal.is_none_or(|goal| before <= goal)) {
                let found = recount_cheaper_states(&task, before, most, &Stop::default());
                prop_assert_eq!(found, Err(RecountError::More(most)));
            }
        }
    }
}
