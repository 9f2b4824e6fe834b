//! The strategy `core-guided` against breadth-first search: the same optima, with everything below refuted.

use bmcplan::encode::{Encoding, Operators, Semantics, StepOptions, Transition};
use bmcplan::kinds::rush_hour::{self, BoardFormat, BoardMetric};
use bmcplan::plan::validate;
use bmcplan::planner::{LowerBound, Mode, Options, Outcome, PlanQuery, Strategy, Unsupported, solve};
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan::text::Source;
use proptest::prelude::*;

use crate::common::alike::tasks_with_alike;
use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::{boards, tasks};

/// So many moves are tried on tasks without a plan.
const FAR: usize = 6;

fn options() -> Options {
    Options { mode: Mode::Formula(Strategy::CoreGuided), ..Options::default() }
}

fn check(task: &Task, encoding: &dyn Encoding) {
    let shortest = optimum(task);
    let most = Some(shortest.unwrap_or(FAR));
    // From no steps on, and one by one, the bound has more to do.
    let from_nothing =
        Options { lower_bound: LowerBound::None, schedule: "linear".parse().unwrap(), ..options() };
    let cells = [
        Options { max_horizon: most.filter(|_| shortest.is_none()), ..options() },
        Options { solver: SolverKind::Batsat, max_horizon: most, ..from_nothing.clone() },
        Options { max_horizon: most, ..from_nothing },
    ];
    for options in cells {
        let report = ask(task, encoding, &options);
        match (&report.outcome, shortest) {
            (Outcome::Solved { plan, states, optimal: true }, Some(shortest)) => {
                assert_eq!(plan.length(), shortest);
                assert_eq!(validate(task, plan).as_ref(), Ok(states));
                assert_eq!(report.refuted, shortest.checked_sub(1));
            }
            (Outcome::NoPlanWithin(FAR) | Outcome::Unsolvable, None) => {}
            other => panic!("{options:?}: {other:?}"),
        }
    }
    if let Some(shorter) = shortest.and_then(|shortest| shortest.checked_sub(1)) {
        let report = ask(task, encoding, &Options { max_horizon: Some(shorter), ..options() });
        assert_eq!(report.outcome, Outcome::NoPlanWithin(shorter));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 10_000, ..cases(400) })]

    #[test]
    fn random_tasks(task in tasks::tasks()) {
        check(&task, &Operators);
        if task.clock().is_none() {
            check(&tasks::with_deadline(&task, 4), &Transition);
        }
    }

    /// Orders of independent moves and symmetries are broken side by side.
    #[test]
    fn random_tasks_with_objects_that_are_alike(task in tasks_with_alike()) {
        check(&task, &Operators);
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn random_boards(board in boards::arb_board()) {
        for metric in [BoardMetric::Units, BoardMetric::Slides] {
            check(&rush_hour::task(&board, metric, &Stop::default()).unwrap(), &Transition);
        }
    }
}

/// So many lamps, each lit by a switch that is reached by pressing a button twice: all pairs are independent.
fn lamps(n: usize) -> Task {
    let mut builder = TaskBuilder::default();
    let mut goal = Vec::new();
    for index in 0..n {
        let lamp = builder.variable(format!("lamp {index}"), ["off", "dim", "on"], 0);
        let fact = |value| Fact { var: lamp, value };
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let name = format!("press {index}: {from}");
            builder.operator(Operator::simple(name, [fact(from).into()], [fact(to)]));
        }
        goal.push(fact(2).into());
    }
    builder.goal(goal);
    builder.build().unwrap()
}

/// 28 factorial orders, of which none is refuted by itself.
#[test]
fn independent_moves_are_counted_and_not_put_into_orders() {
    for lower_bound in [LowerBound::LmCut, LowerBound::None] {
        let report = ask(&lamps(14), &Operators, &Options { lower_bound, ..options() });
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
        assert_eq!((plan.length(), plan.makespan(), report.refuted), (28, 28, Some(27)));
        assert_eq!(report.mode, Mode::Formula(Strategy::CoreGuided));
    }
}

#[test]
fn what_does_not_go_with_it_is_refused() {
    let step = StepOptions { semantics: Semantics::ForAll, ..StepOptions::default() };
    for options in [
        Options { step, ..options() },
        Options { wanted: PlanQuery::Count, ..options() },
        Options { solver: "cmd:solver".parse().unwrap(), ..options() },
    ] {
        assert!(matches!(options.check(), Err(Unsupported::CoreGuided(_))), "{options:?}");
    }
}

#[test]
fn a_stop_ends_it() {
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    let text = std::fs::read_to_string(format!("{}/instances/sample02.toml", env!("CARGO_MANIFEST_DIR")));
    let board = rush_hour::read_as(&Source::new("sample02.toml", &text.unwrap()), BoardFormat::Toml).unwrap();
    let task = rush_hour::task(&board, BoardMetric::Units, &stop).unwrap_or_else(|_| lamps(2));
    let report = solve(&task, &Operators, &options(), &stop, &mut |_| {}).unwrap();
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Timeout));
}
