//! Planning tasks of random problems against the interpreter: the same actions, costs and goals in every state that is
//! reached, the same length of shortest plans in every mode, and plans that the interpreter can follow.

use std::collections::{BTreeMap, BTreeSet};

use bmcplan::encode::{Semantics, encodings};
use bmcplan::fdr;
use bmcplan::frontend::pddl::{PddlProblem, ground};
use bmcplan::plan::Plan;
use bmcplan::planner::{Mode, Options, Outcome, Strategy};
use bmcplan::stop::Stop;
use bmcplan::task::{State, Task};
use proptest::prelude::*;

use super::interpreter::PddlInterpreter;
use super::read_text;
use super::texts::arb_pddl;
use crate::common::ask::ask;
use crate::common::cases::cases;

/// So many states are compared.
const MAX_STATES: usize = 80;

/// Longer plans are left to the search.
const MAX_HORIZON: usize = 4;

fn task(problem: &PddlProblem) -> Task {
    let grounded = ground(problem, &Stop::default()).unwrap_or_else(|error| panic!("{error}"));
    let groups = fdr::invariant_groups(&grounded.ground, &Stop::default());
    fdr::task(&grounded.ground, &groups, &Stop::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The operators that change a state: the name, what it costs, and the state after it.
fn steps(task: &Task, state: &State) -> BTreeMap<(String, u64), State> {
    let extended = task.extend(state);
    let mut steps = BTreeMap::new();
    for id in task.operator_ids() {
        let operator = task.operator(id);
        if let Ok(next) = extended.successor(id)
            && next != *state
        {
            let before = steps.insert((operator.name.clone(), u64::from(operator.cost)), next.clone());
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

/// Whether the interpreter can do what the plan says, and reaches the goal.
fn is_valid(interpreter: &PddlInterpreter<'_>, task: &Task, plan: &Plan) -> bool {
    let mut state = interpreter.initial();
    for id in plan.operators() {
        let name = &task.operator(id).name;
        let Some(step) = interpreter.steps(&state).into_iter().find(|step| step.name == *name) else {
            return false;
        };
        state = step.next;
    }
    interpreter.is_goal(&state)
}

fn check_plans(problem: &PddlProblem, task: &Task) {
    let interpreter = PddlInterpreter::new(problem);
    let explored = interpreter.explore(600);
    if !explored.complete {
        return;
    }
    let optimum = explored.optimum;
    let mut modes = vec![Options { mode: Mode::Search, ..Options::default() }];
    let max_horizon = Some(MAX_HORIZON);
    let incremental =
        Options { mode: Mode::Formula(Strategy::Incremental), max_horizon, ..Options::default() };
    modes.extend([Semantics::Sequential, Semantics::ForAll, Semantics::Exists].map(|semantics| {
        let mut options = incremental.clone();
        options.step.semantics = semantics;
        options
    }));
    for options in modes {
        for encoding in encodings() {
            let is_parallel = options.step.semantics != Semantics::Sequential;
            if is_parallel && encoding.name() != "operators" {
                continue;
            }
            let what = format!("{:?} {:?} by {}", options.mode, options.step.semantics, encoding.name());
            match (ask(task, &*encoding, &options).outcome, optimum) {
                (Outcome::Solved { plan, .. }, Some(optimum)) => {
                    assert!(is_valid(&interpreter, task, &plan), "{what}");
                    let n_operators = plan.operators().count();
                    assert!(optimum <= n_operators && (is_parallel || n_operators == optimum), "{what}");
                }
                (Outcome::NoPlanWithin(MAX_HORIZON), Some(optimum)) if MAX_HORIZON < optimum => {}
                (Outcome::NoPlanWithin(MAX_HORIZON) | Outcome::Unsolvable, None) => {}
                (other, _) => panic!("{what}: {other:?}, not {optimum:?}"),
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn states_are_the_same(text in arb_pddl()) {
        let problem = read_text(&text).problem;
        check_states(&problem, &task(&problem));
    }

    #[test]
    fn plans_are_as_short_and_valid(text in arb_pddl()) {
        let problem = read_text(&text).problem;
        check_plans(&problem, &task(&problem));
    }
}
