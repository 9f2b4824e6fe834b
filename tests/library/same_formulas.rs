//! Encodings that are said to make the same formula: it is the same, byte for byte.

use bmcplan::encode::{Encoding, Operators, Reductions, StepOptions, Strips, Transition, TransitionSystem};
use bmcplan::horizon::write_dimacs;
use bmcplan::kinds::read;
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Task};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::tasks::{elements_of, tasks};

fn dimacs(system: &TransitionSystem, horizon: usize) -> Vec<u8> {
    let mut written = Vec::new();
    write_dimacs(system, horizon, "", &Stop::default(), &mut written).unwrap();
    written
}

/// Checks the formulas of an encoding with and without reductions. Returns whether they are said to be those of `operators`.
fn check(encoding: &dyn Encoding, task: &Task) -> [bool; 2] {
    [Reductions::NONE, Reductions::default()].map(|reductions| {
        let options = StepOptions { reductions, ..StepOptions::default() };
        let system = encoding.encode(task, &options, &Stop::default()).unwrap();
        let is_same = system.same_as() == Some(Operators.name());
        if is_same {
            let other = Operators.encode(task, &options, &Stop::default()).unwrap();
            for horizon in [0, 1, 3] {
                assert!(dimacs(&system, horizon) == dimacs(&other, horizon), "{task:?}");
            }
        }
        is_same
    })
}

/// The same task with an operator's second effect everywhere, as actions of STRIPS have.
fn with_second_effects(task: &Task) -> Task {
    let mut builder = elements_of(task);
    let var = builder.variable("touched", ["no", "yes"], 0);
    for operator in task.operators() {
        let mut operator = operator.clone();
        operator.effects.push(Effect { condition: Vec::new(), fact: Fact { var, value: 1 } });
        builder.operator(operator);
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn tasks_whose_operators_have_several_effects(task in tasks()) {
        for encoding in [&Transition as &dyn Encoding, &Strips] {
            check(encoding, &task);
        }
        let several = with_second_effects(&task);
        // An operator without effects has one now, whose old value is not known.
        prop_assert!(check(&Transition, &several)[0]);
    }
}

#[test]
fn problems_in_files() {
    let said = |encoding: &dyn Encoding, file: &str| {
        let problem = read(std::path::Path::new(file)).unwrap();
        check(encoding, &problem.task(problem.goal_values().first().copied(), &Stop::default()).unwrap())
    };
    for (file, expected) in [
        ("instances/pddl/dominoes/problem.pddl", [true, false]),
        ("instances/pddl/suitcase/problem.pddl", [false, false]),
        ("instances/gdl/hanoi.kif", [true, true]),
        ("instances/gdl/eight-puzzle.kif", [true, true]),
        ("instances/gdl/wolf-goat-cabbage.kif", [false, false]),
        ("instances/sample02.toml", [false, false]),
    ] {
        assert_eq!(said(&Transition, file), expected, "{file}");
    }
    for (file, expected) in
        [("instances/pddl/lamp/problem.pddl", [true, false]), ("instances/sample02.toml", [false, false])]
    {
        assert_eq!(said(&Strips, file), expected, "{file}");
    }
}
