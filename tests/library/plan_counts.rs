//! Certificates of the number of shortest plans: a recount finds the number that walks through the states give.

use bmcplan::plan::Metric;
use bmcplan::stop::Stop;
use bmcplan::task::{OperatorId, Task};
use bmcplan_verify::{MAX_STATES, RecountError, recount};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::tasks;
use crate::sweep::graph::{Graph, Plans};

/// The number of shortest plans, by walks through all states.
fn n_walks(task: &Task) -> u128 {
    let graph = Graph::of(task, usize::MAX).unwrap();
    let Plans::Some(Some(number)) = graph.n_plans(task, Metric::Actions, true) else { unreachable!() };
    number
}

/// The number of plans of so many steps, by a recount.
fn recounted(task: &Task, length: usize) -> Result<String, RecountError> {
    let found = recount(task, Some(length), MAX_STATES, &Stop::default());
    found.map(|found| found.n_plans.to_string())
}

/// A recount finds so many shortest plans, as there are walks.
pub(crate) fn check_certificates(task: &Task, length: usize, n_plans: usize) {
    let task = task.affirmative().unwrap();
    assert_eq!(recounted(&task, length).unwrap(), n_plans.to_string());
    assert_eq!(n_walks(&task), n_plans as u128);
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn as_many_plans_as_walks(task in tasks()) {
        let Some(length) = optimum(&task) else { return Ok(()) };
        let expected = n_walks(&task).to_string();
        let task = task.affirmative().unwrap();
        prop_assert_eq!(recounted(&task, length).unwrap(), expected);
        prop_assert_eq!(recounted(&task, length + 1), Err(RecountError::Goal { steps: length }));
        if let Some(below) = length.checked_sub(1) {
            prop_assert_eq!(recounted(&task, below).unwrap(), "0");
        }
    }

    #[test]
    fn operators_that_an_affirmative_task_keeps(task in tasks()) {
        let affirmative = task.affirmative().unwrap();
        let kept = task.affirmative_operators();
        prop_assert_eq!(kept.len(), affirmative.operators().len());
        for (id, operator) in kept.iter().zip(affirmative.operators()) {
            prop_assert_eq!(&task.operator(*id).name, &operator.name);
        }
        let state = task.initial();
        let (before, after) = (task.extend(state), affirmative.extend(state));
        for (place, id) in kept.iter().enumerate() {
            let place = OperatorId::from_index(place);
            prop_assert_eq!(before.successor(*id).ok(), after.successor(place).ok());
        }
        let can_run = |id: &OperatorId| before.successor(*id).is_ok();
        prop_assert!(task.operator_ids().filter(|id| !kept.contains(id)).all(|id| !can_run(&id)));
    }
}
