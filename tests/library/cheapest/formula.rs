//! Cheapest plans by formulas against the oracle: the same least cost, the same number of operators, and no plan where there is none.

use bmcplan::encode::Transition;
use bmcplan::plan::{Metric, validate};
use bmcplan::planner::{Mode, Options, Outcome, Progress, Report, Strategy, solve};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

use crate::common::alike::tasks_with_alike;
use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs};
use crate::common::tasks::tasks;

fn options() -> Options {
    Options { mode: Mode::Formula(Strategy::Incremental), metric: Metric::Cost, ..Options::default() }
}

/// Solves the task; checks that the bounds on the way hold and come together.
fn ask(task: &Task, options: &Options, least: Option<u128>) -> Report {
    let mut bounds = (0, None);
    let observer = &mut |progress: Progress<'_>| match progress {
        Progress::Cost { lower, upper } => {
            assert!(bounds.0 <= lower && least.is_none_or(|least| lower <= least), "{lower}");
            assert!(upper.is_none_or(|upper| least.is_some_and(|least| least <= upper)), "{upper:?}");
            bounds = (lower, upper);
        }
        Progress::Plan(plan) => assert!(validate(task, plan).is_ok()),
        _ => {}
    };
    solve(task, &Transition, options, &Stop::default(), observer).unwrap()
}

fn check(task: &Task) {
    if !task.has_costs() {
        return;
    }
    let expected = cheapest(task);
    // That no number of steps will do is proved in simple cases only.
    if expected.is_none() {
        return;
    }
    let least = expected.map(|(cost, _)| cost);
    let solvers = SolverKind::ALL.iter().cloned();
    for options in solvers.map(|solver| Options { solver, ..options() }) {
        let report = ask(task, &options, least);
        match (&report.outcome, expected) {
            (Outcome::Solved { plan, states, optimal: true }, Some(expected)) => {
                assert_eq!((plan.cost(task), plan.length()), expected);
                assert_eq!(validate(task, plan).as_ref(), Ok(states));
                let below = expected.0.checked_sub(1);
                assert_eq!(report.refuted_cost, below.map(|below| u64::try_from(below).unwrap_or(u64::MAX)));
            }
            other => panic!("{other:?}"),
        }
    }
    let Some(least) = least.and_then(|least| u64::try_from(least).ok()) else { return };
    let report = ask(task, &Options { max_cost: Some(least), ..options() }, Some(u128::from(least)));
    assert!(matches!(report.outcome, Outcome::Solved { optimal: true, .. }), "{report:?}");
    if let Some(less) = least.checked_sub(1) {
        let report = ask(task, &Options { max_cost: Some(less), ..options() }, Some(u128::from(least)));
        assert_eq!(report.outcome, Outcome::NoPlanAtCost(less));
        assert_eq!(report.refuted_cost.map(|refuted| less <= refuted), Some(true));
    }
}

fn without_clock() -> impl proptest::strategy::Strategy<Value = Task> {
    tasks().prop_filter("no clock", |task| task.clock().is_none())
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..cases(1000) })]

    #[test]
    fn random_tasks(task in without_clock().prop_flat_map(costs)) {
        check(&task);
    }

    /// Symmetries are broken between objects whose operators cost the same.
    #[test]
    fn random_tasks_with_objects_that_are_alike(task in tasks_with_alike().prop_flat_map(costs)) {
        check(&task);
    }
}
