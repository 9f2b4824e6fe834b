//! All shortest plans of random problems, counted and listed by search, and certified, against the interpreter: sequences of actions
//! with their arguments, however many cases a precondition has.

use std::collections::{BTreeMap, BTreeSet};

use bmcplan::encode::Transition;
use bmcplan::kinds::pddl::PddlProblem;
use bmcplan::task::Task;
use bmcplan_planner::{Mode, Options, PlanQuery};
use proptest::prelude::*;

use super::interpreter::{PddlInterpreter, PddlState};
use super::read_text;
use super::task::task;
use super::texts::arb_pddl;
use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::plan_counts;

/// Longer plans are left out, and so are lists of more.
const MAX_LENGTH: usize = 4;
const MANY: usize = 60;

/// The names of all plans of so many steps, if they are not too many.
fn plans(interpreter: &PddlInterpreter<'_>, length: usize) -> Option<BTreeSet<Vec<String>>> {
    let mut walks: BTreeMap<Vec<String>, PddlState> = [(Vec::new(), interpreter.initial())].into();
    for _ in 0..length {
        let mut next = BTreeMap::new();
        for (walk, state) in walks {
            for step in interpreter.steps(&state).into_iter().filter(|step| step.next != state) {
                next.insert([&walk[..], &[step.name]].concat(), step.next);
            }
        }
        walks = next;
        if 20_000 < walks.len() {
            return None;
        }
    }
    walks.retain(|_, state| interpreter.is_goal(state));
    Some(walks.into_keys().collect())
}

/// Search counts and lists these plans, and only these; the sweep holds all other modes to the same numbers.
fn check_search(task: &Task, expected: &BTreeSet<Vec<String>>) {
    let list = |wanted| {
        let options = Options { mode: Mode::Search, wanted, ..Options::default() };
        ask(task, &Transition, &options).list.unwrap()
    };
    let counted = list(PlanQuery::Count);
    assert_eq!((counted.count, counted.exact), (Some(expected.len() as u128), true));
    let listed = list(PlanQuery::All(MANY + 1)).plans;
    let names = listed.iter().map(|plan| plan.operators().map(|id| task.operator(id).name.clone()).collect());
    assert_eq!(names.collect::<BTreeSet<Vec<String>>>(), *expected);
    assert_eq!(listed.len(), expected.len());
}

fn check(problem: &PddlProblem) {
    let interpreter = PddlInterpreter::new(problem);
    let Some(length @ 1..=MAX_LENGTH) = interpreter.explore(300).optimum else { return };
    let Some(expected) = plans(&interpreter, length).filter(|plans| plans.len() <= MANY) else { return };
    let task = task(problem);
    check_search(&task, &expected);
    plan_counts::check_certificates(&task, length, expected.len());
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn plans_are_sequences_of_names(text in arb_pddl()) {
        check(&read_text(&text).problem);
    }
}

/// Three cases of one action, of which two overlap; as the first, the second and the third of its operators.
#[test]
fn cases_of_an_action_count_once() {
    let text = |precondition: &str, effect: &str| super::PddlText {
        domain: format!(
            "(define (domain d) (:requirements :adl) (:predicates (p) (q) (r) (g) (h) (s ?x))
             (:constants o1 o2)
             (:action a :parameters () :precondition {precondition} :effect {effect})
             (:action b :parameters () :precondition (and (p) (q)) :effect (and (not (p)) (h)))
             (:action c :parameters () :precondition (and (p) (q)) :effect (and (not (q)) (h))))"
        ),
        problem: "(define (problem e) (:domain d) (:init (p) (q) (s o1) (s o2)) (:goal (and (h) (g))))"
            .into(),
    };
    for (precondition, expected) in [
        ("(or (p) (q))", 4),
        ("(imply (p) (q))", 3),
        ("(or (p) (q) (r))", 4),
        ("(and (or (p) (q)) (exists (?x) (s ?x)))", 4),
    ] {
        for effect in ["(g)", "(and (g) (when (r) (not (p))))", "(and (g) (forall (?x) (not (s ?x))))"] {
            let problem = read_text(&text(precondition, effect)).problem;
            let interpreter = PddlInterpreter::new(&problem);
            assert_eq!(plans(&interpreter, 2).unwrap().len(), expected, "{precondition} {effect}");
            check(&problem);
        }
    }
}
