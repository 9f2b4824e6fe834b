//! The oracle of the suites about costs: the least cost of a plan, and the fewest operators among the cheapest plans.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use bmcplan::task::{Operator, Task};
use proptest::collection::vec;
use proptest::prelude::*;

use super::tasks::elements_of;

/// The cost of a cheapest plan, and the number of operators of the shortest of these: uniform-cost search by the task's own
/// semantics.
pub(crate) fn cheapest(task: &Task) -> Option<(u128, usize)> {
    let mut best = BTreeMap::from([(task.initial().clone(), (0, 0))]);
    let mut open = BinaryHeap::from([Reverse(((0_u128, 0_usize), task.initial().clone()))]);
    while let Some(Reverse((spent, state))) = open.pop() {
        if best[&state] < spent {
            continue;
        }
        if task.is_goal(&state) {
            return Some(spent);
        }
        let extended = task.extend(&state);
        for id in task.operator_ids() {
            let Ok(next) = extended.successor(id) else { continue };
            let reached = (spent.0 + u128::from(task.operator(id).cost), spent.1 + 1);
            if best.get(&next).is_none_or(|known| reached < *known) {
                best.insert(next.clone(), reached);
                open.push(Reverse((reached, next)));
            }
        }
    }
    None
}

/// The same task with random costs: all equal, mostly small ones and zeros, or huge ones.
pub(crate) fn costs(task: Task) -> impl Strategy<Value = Task> {
    let n = task.operators().len();
    let huge = prop_oneof![Just(0), Just(1), Just(1 << 62), 0..=1_u64 << 62, Just(Operator::GREATEST_COST)];
    let costs = prop_oneof![
        1 => (0..4_u64).prop_map(move |cost| vec![cost; n]),
        4 => vec(prop_oneof![Just(0), 0..=3_u64, 0..=20_u64], n),
        1 => vec((1..=4_u64).prop_map(|cost| 6 * cost), n),
        1 => vec(huge, n),
    ];
    costs.prop_map(move |costs| with_costs(&task, &costs))
}

/// The same task with these costs.
pub(crate) fn with_costs(task: &Task, costs: &[u64]) -> Task {
    let mut builder = elements_of(task);
    for (operator, cost) in task.operators().iter().zip(costs) {
        builder.operator(Operator { cost: *cost, ..operator.clone() });
    }
    task.mutexes().iter().for_each(|[one, other]| {
        builder.mutex(*one, *other);
    });
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}
