//! Tasks over finite domains against the interpreter: the same states, operators and goals.

use proptest::prelude::*;

use super::generated::{circles, ground_task, groups};
use super::interpreter::{AtomState, extended, initial, is_invariant, reachable, satisfies, successor};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{State, Task};
use bmcplan_kinds::fdr::{
    AtomEffect, AtomGroup, AtomId, AtomLiteral, FiniteDomainError, GroundAxiom, GroundOperator, GroundTask,
    task,
};

/// The set of atoms that hold in a state.
fn atoms(ground: &GroundTask, task: &Task, state: &State) -> AtomState {
    // Atoms without a variable are as at the start.
    let mut holds = initial(ground);
    let number = |name: &str| ground.atoms.iter().position(|atom| atom == name);
    for (variable, value) in task.variables().iter().zip(state.values()) {
        let shown = &variable.values[usize::try_from(*value).unwrap()];
        if let Some(atom) = number(&variable.name).filter(|_| variable.values == ["false", "true"]) {
            holds[atom] = shown == "true";
        } else {
            variable.values.iter().filter_map(|name| number(name)).for_each(|atom| holds[atom] = false);
            number(shown).into_iter().for_each(|atom| holds[atom] = true);
        }
    }
    holds
}

/// Walks through both state spaces at once.
fn compare(ground: &GroundTask, task: &Task, n_states: usize) {
    let mut open = vec![task.initial().clone()];
    let mut seen = open.clone();
    while let Some(state) = open.pop() {
        let here = atoms(ground, task, &state);
        assert_eq!(satisfies(&extended(ground, &here), &ground.goal), task.is_goal(&state));
        assert!(task.mutexes().iter().all(|pair| !pair.iter().all(|fact| state.contains(*fact))));
        for operator in &ground.operators {
            let expected = successor(ground, &here, operator);
            let id = task.operator_ids().find(|id| task.operator(*id).name == operator.name);
            let found = id.map(|id| task.extend(&state).successor(id));
            match (expected, found) {
                (None, None | Some(Err(_))) => {}
                (Some(next), None) => assert_eq!(next, here, "{} is missing", operator.name),
                (Some(next), Some(Ok(found))) => {
                    assert_eq!(next, atoms(ground, task, &found), "{} from {here:?}", operator.name);
                    if !seen.contains(&found) {
                        seen.push(found.clone());
                        open.push(found);
                    }
                }
                (expected, found) => panic!("{}: {expected:?}, but {found:?}", operator.name),
            }
        }
    }
    assert_eq!(seen.len(), n_states);
}

proptest! {
    #![proptest_config(crate::common::cases::cases(1500))]

    #[test]
    fn the_state_space_is_the_same(ground in ground_task(), groups in groups()) {
        let states = reachable(&ground, 200).unwrap();
        let groups: Vec<AtomGroup> = groups.into_iter().filter(|group| is_invariant(group, &states)).collect();
        let task = task(&ground, &groups, &Stop::default()).unwrap();
        compare(&ground, &task, states.len());
    }

    #[test]
    fn circles_of_rules_are_solved(ground in circles()) {
        let states = reachable(&ground, 200).unwrap();
        let task = task(&ground, &[], &Stop::default()).unwrap();
        compare(&ground, &task, states.len());
    }
}

#[test]
fn values_that_nothing_makes_are_left_out() {
    let effect = |number, positive| AtomEffect { condition: Vec::new(), literal: atom(number, positive) };
    let operator = |name: &str, precondition, effects| GroundOperator {
        name: name.into(),
        precondition,
        effects,
        cost: 1,
    };
    let ground = GroundTask {
        atoms: ["a", "b", "c"].map(str::to_owned).to_vec(),
        is_derived: vec![false; 3],
        initial: vec![AtomId(0)],
        operators: vec![
            operator("go", vec![atom(0, true)], vec![effect(0, false), effect(1, true)]),
            operator("never", vec![atom(0, true), atom(1, true)], vec![effect(2, true), effect(0, false)]),
        ],
        goal: vec![atom(1, true)],
        ..GroundTask::default()
    };
    let group = AtomGroup { atoms: vec![0, 1, 2], exactly: true };
    let task = task(&ground, &[group], &Stop::default()).unwrap();
    assert_eq!(task.variables().iter().map(|variable| &*variable.values).collect::<Vec<_>>(), [["a", "b"]]);
    assert_eq!(task.operators().len(), 1);
}

fn atom(number: u32, positive: bool) -> AtomLiteral {
    AtomLiteral { atom: AtomId(number), positive }
}

#[test]
fn faults_are_errors() {
    let mut ground = GroundTask {
        atoms: vec!["a".into(), "d".into()],
        is_derived: vec![false, true],
        axioms: vec![GroundAxiom { head: AtomId(1), body: vec![atom(1, false)] }],
        goal: vec![atom(1, true)],
        ..GroundTask::default()
    };
    let refused = |ground: &GroundTask| task(ground, &[], &Stop::default()).unwrap_err();
    assert_eq!(refused(&ground), FiniteDomainError::Circular("d".into()));
    ground.axioms[0].body = vec![atom(2, true)];
    assert_eq!(refused(&ground).to_string(), "rule of 'd': atom 2 does not exist, or may not stand there");
    ground.axioms[0] = GroundAxiom { head: AtomId(0), body: Vec::new() };
    assert!(matches!(refused(&ground), FiniteDomainError::Misplaced { .. }));
    ground.axioms.clear();
    ground.initial = vec![AtomId(1)];
    assert!(matches!(refused(&ground), FiniteDomainError::Misplaced { .. }));
    ground.initial = vec![AtomId(0)];
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    assert!(matches!(task(&ground, &[], &stop), Err(FiniteDomainError::Task(_))));
    assert!(!task(&ground, &[], &Stop::default()).is_ok_and(|task| task.is_goal(task.initial())));
}
