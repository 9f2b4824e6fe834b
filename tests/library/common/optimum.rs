//! The oracle of many suites: how long a shortest plan is.

use bmcplan::plan::validate;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};

/// The length of a shortest plan, by explicit search.
pub(crate) fn optimum(task: &Task) -> Option<usize> {
    match shortest_plan(task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome {
        SearchOutcome::Solved(plan) => {
            validate(task, &plan).unwrap();
            Some(plan.length())
        }
        SearchOutcome::Exhausted => None,
        other => panic!("the oracle gave up: {other:?}"),
    }
}
