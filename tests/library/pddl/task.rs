//! Planning tasks of random problems against the interpreter: the same actions, costs and goals in every state that is
//! reached. Answers about such tasks are held against their states in `sweep`.

use std::collections::{BTreeMap, BTreeSet};

use bmcplan::kinds::pddl::{PddlProblem, ground};
use bmcplan::stop::Stop;
use bmcplan::task::{State, Task};
use bmcplan_kinds::fdr;
use proptest::prelude::*;

use super::interpreter::PddlInterpreter;
use super::read_text;
use super::texts::arb_pddl;
use crate::common::cases::cases;
use crate::common::optimum::optimum;

/// So many states are compared.
const MAX_STATES: usize = 80;

pub(super) fn task(problem: &PddlProblem) -> Task {
    let grounded = ground(problem, &Stop::default()).unwrap_or_else(|error| panic!("{error}"));
    let groups = fdr::invariant_groups(&grounded.ground, &Stop::default());
    fdr::task(&grounded.ground, &groups, &Stop::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The operators that change a state: name, cost, and the state after it.
fn steps(task: &Task, state: &State) -> BTreeMap<(String, u64), State> {
    let extended = task.extend(state);
    let mut steps = BTreeMap::new();
    for id in task.operator_ids() {
        let operator = task.operator(id);
        if let Ok(next) = extended.successor(id)
            && next != *state
        {
            let before = steps.insert((operator.name.clone(), operator.cost), next.clone());
            assert!(before.is_none_or(|before| before == next), "{} has two outcomes", operator.name);
        }
    }
    steps
}

/// Plays both, until so many states are known.
fn check_states(problem: &PddlProblem, task: &Task) {
    let interpreter = PddlInterpreter::new(problem);
    let mut known = BTreeMap::from([(interpreter.initial(), task.initial().clone())]);
    let mut open = vec![interpreter.initial()];
    while let Some(state) = open.pop() {
        let of_task = known[&state].clone();
        assert_eq!(interpreter.is_goal(&state), task.is_goal(&of_task));
        let found = steps(task, &of_task);
        let mut expected = BTreeSet::new();
        for step in interpreter.steps(&state) {
            if step.next == state {
                continue;
            }
            let key = (step.name, if problem.minimises_cost { step.cost } else { 1 });
            let next = found.get(&key).unwrap_or_else(|| panic!("{key:?} is missing")).clone();
            expected.insert(key);
            if let Some(before) = known.get(&step.next) {
                assert_eq!(*before, next);
            } else if known.len() < MAX_STATES {
                known.insert(step.next.clone(), next);
                open.push(step.next);
            }
        }
        assert_eq!(found.into_keys().collect::<BTreeSet<_>>(), expected);
    }
}

proptest! {
    #![proptest_config(cases(700))]

    #[test]
    fn states_are_the_same(text in arb_pddl()) {
        let problem = read_text(&text).problem;
        let task = task(&problem);
        check_states(&problem, &task);
        let explored = PddlInterpreter::new(&problem).explore(600);
        prop_assert!(!explored.complete || explored.optimum == optimum(&task));
    }
}
