//! Among plans of fewest units the one that is printed has fewest slides.

use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::plan::{Plan, validate};
use bmcplan::stop::Stop;
use bmcplan_search::{SearchLimits, shortest_plans};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::boards::arb_board;
use crate::common::cases::cases;

/// The plan that is taken for its few changes has the least of all shortest plans.
#[test]
fn of_fewest_units_a_plan_of_fewest_slides_is_taken() {
    let mut runner = TestRunner::new(cases(300));
    let tested = runner.run(&arb_board(), |board| {
        let task = rush_hour::task(&board, BoardMetric::Units, &Stop::default()).unwrap();
        let plans = shortest_plans(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).plans;
        let Some(plans) = plans else { return Ok(()) };
        let slides = |plan: &Plan| {
            let names: Vec<&str> = plan.operators().map(|id| &*task.operator(id).name).collect();
            names.chunk_by(|a, b| a == b).count()
        };
        let taken = plans.fewest_changes(&task).unwrap();
        prop_assert!(validate(&task, &taken).is_ok());
        let all: Vec<Plan> = plans.iter().take(5000).collect();
        prop_assert_eq!(taken.length(), all[0].length());
        if all.len() < 5000 {
            prop_assert_eq!(Some(slides(&taken)), all.iter().map(slides).min());
        }
        Ok(())
    });
    tested.unwrap();
}
