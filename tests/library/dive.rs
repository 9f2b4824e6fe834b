//! Depth-first search to the first depth at which a clock allows the goal, against search that sees every state.

use bmcplan::encode::Transition;
use bmcplan::plan::validate;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Literal, Operator, Task, TaskBuilder};
use bmcplan_planner::{Mode, Options, Outcome, ProofSource};
use bmcplan_search::dive;
use proptest::prelude::*;

use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::tasks;
use crate::sweep::problem::wide;

/// It finds a plan of the earliest length just where there is one, since a clock tells states of different depths apart.
fn check(task: &Task) {
    let Some(earliest) = task.earliest_goal() else { return };
    match dive(task, earliest, usize::MAX, &Stop::default()) {
        Some(plan) => {
            validate(task, &plan).unwrap();
            assert_eq!((Some(plan.length()), plan.length()), (optimum(task), earliest));
        }
        None => assert_ne!(optimum(task), Some(earliest)),
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn a_plan_of_the_earliest_length_is_found(task in tasks().prop_filter("a clock", |task| task.clock().is_some())) {
        check(&task);
        check(&wide(&task, 20, 3));
    }
}

/// A knight's tour of all cells of a board, from a corner.
fn tour(columns: i32, rows: i32) -> Task {
    let mut builder = TaskBuilder::default();
    let cells: Vec<(i32, i32)> = itertools::iproduct!(0..columns, 0..rows).collect();
    let n_cells = u32::try_from(cells.len()).unwrap();
    let at = builder.variable("at", cells.iter().map(|cell| format!("{cell:?}")), 0);
    let free: Vec<_> = cells
        .iter()
        .map(|cell| builder.variable(format!("{cell:?}"), ["visited", "free"], u32::from(*cell != (0, 0))))
        .collect();
    let clock = builder.clock("moves", (0..n_cells).map(|moves| moves.to_string()), 0);
    let numbered = || (0..).zip(&cells);
    for ((from, (x, y)), (to, (u, v))) in itertools::iproduct!(numbered(), numbered()) {
        if (x - u).abs() * (y - v).abs() != 2 {
            continue;
        }
        let fact = |var, value| Fact { var, value };
        let there = free[usize::try_from(to).unwrap()];
        let precondition = [fact(at, from).into(), fact(there, 1).into()];
        builder.operator(Operator::simple("move", precondition, [fact(at, to), fact(there, 0)]));
    }
    builder.goal([Literal::from(Fact { var: clock, value: n_cells - 1 })]);
    builder.build().unwrap()
}

/// Breadth-first search would see millions of states.
#[test]
fn a_knights_tour_takes_good_turns() {
    for (columns, rows) in [(5, 5), (5, 6), (6, 6), (8, 8)] {
        let task = tour(columns, rows);
        let length = usize::try_from(columns * rows - 1).unwrap();
        let plan = dive(&task, length, 1 << 18, &Stop::default()).unwrap();
        assert_eq!(plan.length(), length);
        validate(&task, &plan).unwrap();
    }
    let report = ask(&tour(6, 6), &Transition, &Options::default());
    assert!(matches!(&report.outcome, Outcome::Solved { optimal: true, .. }), "{:?}", report.outcome);
    assert_eq!((report.mode, report.refuted), (Mode::Search, Some(34)));
    assert_eq!(report.proved_by, Some(ProofSource::StepCounter));
}

#[test]
fn it_gives_up() {
    let task = tour(3, 4);
    assert!(dive(&task, 10, usize::MAX, &Stop::default()).is_none());
    assert!(dive(&task, 11, 5, &Stop::default()).is_none());
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    assert!(dive(&task, 11, 1000, &stop).is_none());
    assert!(dive(&task, 11, 1000, &Stop::default()).is_some());
}
