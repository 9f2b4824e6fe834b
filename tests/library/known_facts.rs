//! What `facts` says of random tasks, against all states that can be reached.

use bmcplan::stop::Stop;
use bmcplan::task::{Literal, Task};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::{elements_of, tasks};

/// The task with this goal alone.
fn to(task: &Task, goal: Literal) -> Task {
    let mut builder = elements_of(task);
    task.operators().iter().for_each(|operator| {
        builder.operator(operator.clone());
    });
    builder.goal([goal]);
    builder.build().unwrap()
}

proptest! {
    #![proptest_config(cases(600))]
    #[test]
    fn no_part_of_a_goal_holds_before_its_step(task in tasks()) {
        let distances = task.relaxed_distances(&Stop::default()).unwrap();
        prop_assert_eq!(distances.len(), task.goal().len());
        for (literal, distance) in task.goal().iter().zip(&distances) {
            match (optimum(&to(&task, *literal)), distance) {
                (Some(least), Some(distance)) => prop_assert!(*distance <= least),
                (Some(_), None) => prop_assert!(false, "{} holds", task.literal_name(*literal)),
                (None, _) => {}
            }
        }
        let all = distances.into_iter().try_fold(0, |greatest, distance| Some(distance?.max(greatest)));
        prop_assert_eq!(task.relaxed_distance(&Stop::default()), Ok(all));
    }
}
