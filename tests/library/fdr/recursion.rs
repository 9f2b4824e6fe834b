//! Recursive rules: the number of derived variables that reachability takes.

use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_kinds::fdr::{AtomEffect, AtomId, AtomLiteral, GroundAxiom, GroundOperator, GroundTask, task};

/// A ring of places with doors between them, and the places reachable from the first one.
fn ring(n: u32) -> Task {
    let lit = |number| AtomLiteral { atom: AtomId(number), positive: true };
    let toggle = |number| GroundOperator {
        name: format!("open {number}"),
        precondition: vec![!lit(number)],
        effects: vec![AtomEffect { condition: Vec::new(), literal: lit(number) }],
        cost: 1,
    };
    let step =
        |from: u32, to: u32, door| GroundAxiom { head: AtomId(n + to), body: vec![lit(n + from), lit(door)] };
    let steps = (0..n).flat_map(|door| [step(door, (door + 1) % n, door), step((door + 1) % n, door, door)]);
    let ground = GroundTask {
        atoms: (0..n).map(|i| format!("door {i}")).chain((0..n).map(|i| format!("place {i}"))).collect(),
        is_derived: (0..2 * n).map(|atom| n <= atom).collect(),
        operators: (0..n).map(toggle).collect(),
        axioms: steps.chain([GroundAxiom { head: AtomId(n), body: Vec::new() }]).collect(),
        goal: (n..2 * n).map(lit).collect(),
        ..GroundTask::default()
    };
    task(&ground, &[], &Stop::default()).unwrap()
}

#[test]
fn reachability_in_a_ring_takes_few_variables() {
    let task = ring(40);
    assert!(task.derived().len() <= 5 * 40, "{}", task.derived().len());
    let small = ring(4);
    let mut state = small.initial().clone();
    for (number, id) in small.operator_ids().enumerate() {
        assert!(!small.is_goal(&state), "after {number}");
        state = small.extend(&state).successor(id).unwrap();
        if number == 2 {
            break;
        }
    }
    assert!(small.is_goal(&state));
}
