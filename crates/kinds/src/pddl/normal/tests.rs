//! Each rule of normalisation, on the smallest problem that needs it.

use std::fmt::Write as _;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::Source;

use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedLiteral, LiftedTask};
use super::normalise;
use crate::pddl::{PddlGroundError, read};

fn normal(domain: &str, rest: &str) -> Result<LiftedTask, PddlGroundError> {
    let domain = format!("(define (domain d) {domain})");
    let rest = format!("(define (problem p) (:domain d) {rest})");
    let reading = read(&Source::new("domain", &domain), &Source::new("problem", &rest), &Stop::default());
    normalise(&reading.unwrap_or_else(|error| panic!("{error}")).problem, &Stop::default())
}

fn atom(task: &LiftedTask, atom: &LiftedAtom) -> String {
    let mut text = task.predicates[atom.predicate].name.clone();
    for argument in &atom.arguments {
        write!(text, " {}", term(task, *argument)).unwrap();
    }
    text
}

fn term(task: &LiftedTask, argument: LiftedArgument) -> String {
    match argument {
        LiftedArgument::Variable(variable) => format!("?{variable}"),
        LiftedArgument::Object(object) => task.objects[object as usize].clone(),
    }
}

fn all(task: &LiftedTask, literals: &[LiftedLiteral]) -> String {
    let literal = |literal: &LiftedLiteral| match literal {
        LiftedLiteral::Holds(holds) => atom(task, holds),
        LiftedLiteral::Fails(fails) => format!("not {}", atom(task, fails)),
        LiftedLiteral::Same(one, other, same) => {
            format!("{} {} {}", term(task, *one), if *same { "=" } else { "/=" }, term(task, *other))
        }
    };
    literals.iter().map(literal).collect::<Vec<_>>().join(", ")
}

/// Formats operators with their effects, rules and goal, a line each.
fn lines(task: &LiftedTask) -> Vec<String> {
    let mut lines = Vec::new();
    for operator in &task.operators {
        lines.push(format!(
            "{}/{}: {}",
            operator.name,
            operator.n_parameters,
            all(task, &operator.precondition)
        ));
        for effect in &operator.effects {
            let sign = if effect.is_added { "+" } else { "-" };
            lines.push(format!(" {sign}{} if {}", atom(task, &effect.atom), all(task, &effect.condition)));
        }
    }
    for rule in &task.axioms {
        lines.push(format!("{} <- {}", atom(task, &rule.head), all(task, &rule.body)));
    }
    lines.push(format!("goal: {}", all(task, &task.goal)));
    lines
}

/// Conditions of an action with one parameter; `s` is static and holds for a; `p`, `q` and `r` change.
#[test]
fn conditions_have_a_normal_form() {
    for (condition, expected) in [
        // Types and connectives.
        ("()", &["act/1: t ?0"][..]),
        ("(and (p ?x) (and (not (q))))", &["act/1: t ?0, p ?0, not q"]),
        ("(not (or (p ?x) (not (q))))", &["act/1: t ?0, not p ?0, q"]),
        ("(not (imply (p ?x) (q)))", &["act/1: t ?0, p ?0, not q"]),
        ("(imply (p ?x) (q))", &["act/1: t ?0, not p ?0", "act/1: t ?0, q"]),
        ("(not (= ?x a))", &["act/1: t ?0, ?0 /= a"]),
        // Static parts are decided.
        ("(and (s a) (= a a) (or (p ?x) (= a b)))", &["act/1: t ?0, p ?0"]),
        ("(or (s b) (not (s a)))", &[]),
        ("(or (q) (s a))", &["act/1: t ?0"]),
        ("(forall (?y - t) (or (s ?y) (p ?y)))", &["act/1: t ?0, p b"]),
        // Existential conditions add variables.
        ("(exists (?y - t) (r ?x ?y))", &["act/1: t ?0, r ?0 ?1, t ?1"]),
        ("(exists (?y - t) (q))", &["act/1: t ?0, q"]),
        ("(not (forall (?y - t) (r ?x ?y)))", &["act/1: t ?0, not r ?0 ?1, t ?1"]),
        (
            "(exists (?y - t) (or (p ?y) (exists (?z - t) (r ?y ?z))))",
            &["act/1: t ?0, p ?1, t ?1", "act/1: t ?0, r ?2 ?1, t ?1, t ?2"],
        ),
        // Independent witnesses have separate predicates.
        (
            "(and (exists (?y - t) (p ?y)) (exists (?y - t) (r ?x ?y)) (exists (?y - t) (r ?y ?x)))",
            &[
                "act/1: t ?0, condition#1, condition#2 ?0, condition#3 ?0",
                "condition#1 <- p ?0, t ?0",
                "condition#2 ?0 <- t ?0, r ?0 ?1, t ?1",
                "condition#3 ?0 <- t ?0, r ?1 ?0, t ?1",
            ],
        ),
        // Universal conditions are expanded or negated.
        ("(forall (?y - t) (not (r ?x ?y)))", &["act/1: t ?0, not r ?0 a, not r ?0 b"]),
        ("(not (exists (?y - t) (r ?x ?y)))", &["act/1: t ?0, not r ?0 a, not r ?0 b"]),
        (
            "(forall (?y - t) (imply (r ?x ?y) (p ?y)))",
            &["act/1: t ?0, not condition#1 ?0", "condition#1 ?0 <- t ?0, r ?0 ?1, not p ?1, t ?1"],
        ),
        (
            "(forall (?y - t) (exists (?z - t) (r ?y ?z)))",
            &["act/1: t ?0, not condition#1", "condition#1 <- not r ?0 a, not r ?0 b, t ?0"],
        ),
    ] {
        let domain = format!(
            "(:types t) (:constants a b - t) (:predicates (s ?x - t) (p ?x - t) (q) (r ?x ?y - t) (done ?x - t))
            (:action act :parameters (?x - t) :precondition {condition} :effect (done ?x))
            (:action change :parameters (?x ?y - t) :effect (and (p ?x) (not (q)) (r ?x ?y)))"
        );
        let task = normal(&domain, "(:init (s a)) (:goal (q))").unwrap();
        let lines = lines(&task).into_iter();
        let lines = lines.filter(|line| line.starts_with("act") || line.contains("<-")).collect::<Vec<_>>();
        assert_eq!(lines, expected, "{condition}");
    }
}

#[test]
fn the_same_condition_has_one_predicate() {
    let task = normal(
        "(:predicates (p ?x) (r ?x ?y) (done ?x))
        (:action one :parameters (?u) :precondition (forall (?y) (imply (r ?u ?y) (p ?y))) :effect (done ?u))
        (:action two :parameters (?v ?w) :precondition (forall (?z) (imply (r ?w ?z) (p ?z))) :effect (r ?v ?w))
        (:action three :parameters (?v) :effect (p ?v))",
        "(:objects a b) (:init) (:goal (done a))",
    );
    let task = task.unwrap();
    assert_eq!(task.axioms.len(), 1, "{:?}", lines(&task));
    assert!(
        lines(&task).contains(&"two/2: object ?0, object ?1, not condition#1 ?1".to_owned()),
        "{:?}",
        lines(&task)
    );
}

#[test]
fn many_cases_become_rules() {
    let choice = |number: usize| format!("(or (p{number}) (q{number}) (= ?x ?x{number}))");
    let choices: String = (0..3).map(choice).collect();
    let predicates: String = (0..3).map(|number| format!("(p{number}) (q{number}) ")).collect();
    let effects: String = (0..3).map(|number| format!("(not (p{number})) (q{number}) ")).collect();
    let domain = format!(
        "(:predicates {predicates} (done))
        (:action act :parameters (?x ?x0 ?x1 ?x2) :precondition (and {choices}) :effect (and (done) {effects}))"
    );
    let task = normal(&domain, "(:objects a b) (:init (p0) (p1) (p2)) (:goal (done))").unwrap();
    // 27 cases are too many, 9 are not.
    assert_eq!((task.operators.len(), task.axioms.len()), (9, 3), "{:?}", lines(&task));
}

#[test]
fn effects_are_flattened() {
    let task = normal(
        "(:types t) (:predicates (p ?x - t) (q) (r ?x ?y - t))
        (:action act :parameters (?x - t) :effect (and (q) (forall (?y - t) (and
            (when (r ?x ?y) (and (not (r ?x ?y)) (p ?y)))
            (when (or (q) (exists (?z - t) (r ?y ?z))) (not (p ?y)))))))",
        "(:objects a b - t) (:init) (:goal (q))",
    );
    assert_eq!(
        lines(&task.unwrap()),
        [
            "act/1: t ?0",
            " +q if ",
            " -r ?0 ?1 if t ?1, r ?0 ?1",
            " +p ?1 if t ?1, r ?0 ?1",
            " -p ?1 if t ?1, q",
            " -p ?1 if t ?1, r ?1 ?2, t ?2",
            "goal: q",
        ]
    );
}

#[test]
fn goals_are_literals() {
    let domain = "(:predicates (p ?x) (q)) (:action act :parameters (?x) :effect (and (p ?x) (not (q))))";
    let goal = |goal: &str| {
        let rest = format!("(:objects a b) (:init (q)) (:goal {goal})");
        lines(&normal(domain, &rest).unwrap()).split_off(3)
    };
    assert_eq!(goal("(forall (?x) (or (p ?x) (= ?x b)))"), ["goal: p a"]);
    assert_eq!(
        goal("(and (not (q)) (or (p a) (p b)))"),
        ["condition#1 <- p a", "condition#1 <- p b", "goal: not q, condition#1"]
    );
    assert_eq!(goal("(exists (?x) (p ?x))"), ["condition#1 <- p ?0", "goal: condition#1"]);
    assert_eq!(goal("(or)"), ["goal: condition#1"]);
    assert_eq!(goal("(and)"), ["goal: "]);
}
