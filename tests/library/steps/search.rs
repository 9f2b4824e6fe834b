//! Explicit search over steps: many operators in one state, and limits within one state.

use std::thread;
use std::time::{Duration, Instant};

use bmcplan::encode::Operators;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan_planner::{Mode, Options, Outcome, solve};

use super::{PARALLEL, options};
use crate::common::ask::ask;

/// Switches, any set of which can be turned in one step, and a lamp that goes on when all are turned.
fn switches(n: usize) -> Task {
    let mut builder = TaskBuilder::default();
    let vars: Vec<_> = (0..n).map(|i| builder.variable(format!("x{i}"), ["0", "1"], 0)).collect();
    let lamp = builder.variable("lamp", ["off", "on"], 0);
    let on = |var| Fact { var, value: 1 };
    for var in &vars {
        builder.operator(Operator::simple("turn", [], [on(*var)]));
    }
    builder.operator(Operator::simple("light", vars.iter().map(|var| on(*var).into()), [on(lamp)]));
    builder.goal([on(lamp).into()]);
    builder.build().unwrap()
}

#[test]
fn limits_hold_within_one_state() {
    let task = switches(30);
    for semantics in PARALLEL {
        let options = Options { search_memory: Some(4_000_000), ..options(semantics, Mode::Search) };
        let report = ask(&task, &Operators, &options);
        assert_eq!((report.outcome, report.refuted), (Outcome::Stopped(StopReason::Memory), Some(0)));
        let stop = Stop::default();
        let raised = stop.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            raised.raise(StopReason::Timeout);
        });
        let begun = Instant::now();
        let options = Options { search_memory: None, ..options };
        let report = solve(&task, &Operators, &options, &stop, &mut |_| {}).unwrap();
        assert_eq!((report.outcome, report.refuted), (Outcome::Stopped(StopReason::Timeout), Some(0)));
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}

/// Formulas have no such limits.
#[test]
fn formulas_answer_where_there_are_too_many_sets() {
    for semantics in PARALLEL {
        let report = ask(&switches(30), &Operators, &options(semantics, Mode::Auto));
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
        assert_eq!((plan.makespan(), plan.length(), report.refuted), (2, 31, Some(1)));
    }
}

#[test]
fn few_switches_are_turned_in_one_step() {
    for semantics in PARALLEL {
        let report = ask(&switches(8), &Operators, &options(semantics, Mode::Search));
        let Outcome::Solved { plan, optimal: true, .. } = &report.outcome else { panic!("{report:?}") };
        assert_eq!((plan.makespan(), plan.length(), report.refuted), (2, 9, Some(1)));
        // All sets of switches, and the lamp.
        assert_eq!((report.figures.states, report.mode), (Some(257), Mode::Search));
    }
}
