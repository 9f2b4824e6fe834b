//! The oracle against the other one: where every operator costs as much, cheapest plans are shortest plans.

use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs, with_costs};
use crate::common::optimum::optimum;
use crate::common::tasks::tasks;

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn equal_costs(task in tasks(), cost in 0..=3_u64) {
        let shortest = optimum(&task);
        let costly = with_costs(&task, &vec![cost; task.operators().len()]);
        let spent = shortest.map(|n| (u128::from(cost) * u128::try_from(n).unwrap(), n));
        prop_assert_eq!(cheapest(&costly), spent);
    }

    #[test]
    fn costs_change_nothing_else(task in tasks().prop_flat_map(|task| (Just(task.clone()), costs(task)))) {
        let (task, costly) = task;
        let ones = with_costs(&costly, &vec![1; task.operators().len()]);
        prop_assert_eq!(ones.operators(), task.operators());
        prop_assert_eq!(cheapest(&costly).is_some(), optimum(&task).is_some());
    }
}
