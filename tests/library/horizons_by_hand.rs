//! Horizons by hand, and the encoding of the example: each horizon is answered as search over the task's own semantics says.

use bmcplan::encode::{Encoding, StepOptions, Transition, decode};
use bmcplan::horizon::{HorizonAnswer, horizons};
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan::validate;
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::{tasks, variables_of};

#[expect(dead_code, reason = "a program of its own")]
#[path = "../../examples/toy_encoding.rs"]
mod example;

/// More horizons than the random tasks need.
const MOST: usize = 30;

fn check(task: &Task, encoding: &dyn Encoding) {
    let stop = Stop::default();
    let least = optimum(task);
    let system = encoding.encode(task, &StepOptions::default(), &stop).unwrap();
    let mut n_horizons = 0;
    for tried in horizons(&system, &SolverKind::Batsat, &stop).unwrap().take(MOST) {
        let tried = tried.unwrap();
        assert_eq!(tried.attempt.horizon, n_horizons);
        let is_reached = least.is_some_and(|least| least <= n_horizons);
        assert_eq!(
            tried.attempt.answer == HorizonAnswer::Reached,
            is_reached,
            "{} {least:?}",
            encoding.name()
        );
        assert!(!tried.excludes_longer || least.is_none());
        if let Some(trace) = tried.trace {
            let plan = decode(task, &system, &trace).unwrap();
            assert_eq!((validate(task, &plan).is_ok(), Some(plan.length())), (true, least));
        }
        n_horizons += 1;
    }
    assert!(least.is_none_or(|least| n_horizons == least + 1));
}

/// The task without conditions of effects and with a step counter that is a variable as others are.
fn plain(task: &Task) -> Task {
    let mut builder = variables_of(task);
    for operator in task.operators() {
        let mut operator = operator.clone();
        operator.effects.iter_mut().for_each(|effect| effect.condition.clear());
        builder.operator(operator);
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

proptest! {
    #![proptest_config(cases(300))]
    #[test]
    fn each_horizon_is_answered_as_by_search(task in tasks()) {
        check(&task, &Transition);
        check(&plain(&task), &example::Toy);
    }
}

/// A door that is closed for ever after one step.
fn once() -> Task {
    let mut builder = TaskBuilder::default();
    let door = builder.variable("door", ["open", "closed"], 0);
    let lamp = builder.variable("lamp", ["off", "on"], 0);
    let fact = |var, value| Fact { var, value };
    builder.operator(Operator::simple("close", [fact(door, 0).into()], [fact(door, 1)]));
    builder.goal([fact(lamp, 1).into()]);
    builder.build().unwrap()
}

#[test]
fn the_last_horizon_refutes_all_longer_ones_or_was_stopped() {
    let (task, stop) = (once(), Stop::default());
    check(&task, &Transition);
    let system = Transition.encode(&task, &StepOptions::default(), &stop).unwrap();
    let tried = horizons(&system, &SolverKind::Batsat, &stop).unwrap().last().unwrap().unwrap();
    assert!(tried.excludes_longer);
    stop.raise(StopReason::Interrupt);
    let mut horizons = horizons(&system, &SolverKind::Batsat, &stop).unwrap();
    assert_eq!(horizons.next().unwrap().unwrap().attempt.answer, HorizonAnswer::Stopped);
    assert!(horizons.next().is_none());
}
