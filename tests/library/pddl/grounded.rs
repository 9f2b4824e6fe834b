//! Small problems, ground.

use bmcplan::kinds::pddl::{GroundedProblem, PddlGroundError, PddlProblem, PddlReading, ground, read};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::text::Source;
use bmcplan_kinds::fdr::{AtomLiteral, GroundTask};
use expect_test::expect;

fn problem(domain: &str, rest: &str) -> PddlProblem {
    let domain = format!("(define (domain d) {domain})");
    let rest = format!("(define (problem p) (:domain d) {rest})");
    let reading = read(&Source::new("domain", &domain), &Source::new("problem", &rest), &Stop::default());
    reading.unwrap_or_else(|error| panic!("{error}")).problem
}

fn grounded(domain: &str, rest: &str) -> GroundedProblem {
    ground(&problem(domain, rest), &Stop::default()).unwrap()
}

/// The operators, rules and goal, a line each.
fn lines(task: &GroundTask) -> Vec<String> {
    let literal = |literal: &AtomLiteral| {
        format!("{}{}", if literal.positive { "" } else { "!" }, task.atoms[literal.atom.0 as usize])
    };
    let all = |literals: &[AtomLiteral]| literals.iter().map(literal).collect::<Vec<_>>().join(" ");
    let mut lines = Vec::new();
    for operator in &task.operators {
        let effects = operator.effects.iter().map(|effect| match effect.condition.as_slice() {
            [] => literal(&effect.literal),
            condition => format!("{} if {}", literal(&effect.literal), all(condition)),
        });
        let effects = effects.collect::<Vec<_>>().join(", ");
        lines.push(format!("{}: {} -> {effects}", operator.name, all(&operator.precondition)));
    }
    for axiom in &task.axioms {
        lines.push(format!("{} <- {}", task.atoms[axiom.head.0 as usize], all(&axiom.body)));
    }
    lines.push(format!("goal: {}", all(&task.goal)));
    lines
}

fn check(domain: &str, rest: &str, expected: &[&str]) {
    assert_eq!(lines(&grounded(domain, rest).ground), expected);
}

#[test]
fn static_and_constant_atoms_and_idle_effects_are_left_out() {
    check(
        "(:predicates (road ?a ?b) (at ?a) (fuel) (never))
        (:action drive :parameters (?a ?b) :precondition (and (road ?a ?b) (at ?a) (fuel) (not (never)))
            :effect (and (not (at ?a)) (at ?b) (fuel) (not (never))))
        (:action rest :parameters (?a) :precondition (at ?a) :effect (at ?a))
        (:action fly :parameters (?a) :precondition (never) :effect (and (at ?a) (never)))",
        "(:objects x y z) (:init (road x y) (road y x) (road x x) (at x) (fuel)) (:goal (and (at y) (fuel)))",
        &["drive x y: at(x) -> !at(x), at(y)", "drive y x: at(y) -> at(x), !at(y)", "goal: at(y)"],
    );
}

#[test]
fn types_with_choices_and_hierarchies() {
    check(
        "(:requirements :typing) (:types truck car - vehicle stone plant)
        (:predicates (used ?o - object))
        (:action use :parameters (?o - (either vehicle plant)) :effect (used ?o))",
        "(:objects t - truck c - car s - stone p - plant) (:init) (:goal (used p))",
        &["use t:  -> used(t)", "use c:  -> used(c)", "use p:  -> used(p)", "goal: used(p)"],
    );
}

#[test]
fn disjunctions_are_split_and_witnesses_are_not_shown() {
    check(
        "(:predicates (p ?a) (q) (r) (s ?a))
        (:action a :parameters () :precondition (or (q) (exists (?x) (and (s ?x) (p ?x)))) :effect (r))
        (:action b :parameters (?x) :precondition (imply (q) (p ?x)) :effect (and (p ?x) (q)))",
        "(:objects x y) (:init (s x)) (:goal (r))",
        &[
            "a: q -> r",
            "a: p(x) -> r",
            "b x: !q -> p(x), q",
            "b x: p(x) -> q",
            "b y: !q -> p(y), q",
            "b y: p(y) -> q",
            "goal: r",
        ],
    );
}

#[test]
fn universal_conditions_become_conjunctions_if_they_are() {
    check(
        "(:predicates (p ?a) (near ?a ?b) (done ?a))
        (:action a :parameters (?x) :precondition (forall (?y) (imply (near ?x ?y) (not (p ?y))))
            :effect (and (done ?x) (p ?x)))",
        "(:objects x y z) (:init (near x y) (near x z) (near y x)) (:goal (forall (?x) (done ?x)))",
        &[
            "a x: !p(y) !p(z) -> p(x), done(x)",
            "a y: !p(x) -> p(y), done(y)",
            "a z:  -> p(z), done(z)",
            "goal: done(x) done(y) done(z)",
        ],
    );
}

#[test]
fn additions_overrule_deletions_and_conditions_are_shortened() {
    check(
        "(:predicates (p ?a) (q))
        (:action a :parameters () :precondition (q)
            :effect (forall (?x) (and (not (p ?x)) (when (and (q) (p ?x)) (p ?x)) (when (not (q)) (not (p ?x))))))
        (:action b :parameters (?x) :effect (and (p ?x) (when (p ?x) (not (q))) (when (not (p ?x)) (q))))",
        "(:objects x) (:init) (:goal (p x))",
        &["b x:  -> p(x), !q if p(x), q if !p(x)", "goal: p(x)"],
    );
}

#[test]
fn recursion_stays_and_is_evaluated_where_it_is_constant() {
    let domain = "(:predicates (edge ?a ?b) (on ?a) (reach ?a) (far ?a) (fixed ?a))
        (:derived (reach ?b) (or (on ?b) (exists (?a) (and (reach ?a) (edge ?a ?b)))))
        (:derived (fixed ?a) (exists (?b) (or (edge ?a ?b) (fixed ?b))))
        (:derived (far ?a) (forall (?b) (not (reach ?b))))
        (:action put :parameters (?a) :precondition (and (far ?a) (fixed ?a)) :effect (on ?a))
        (:action take :parameters (?a) :effect (not (on ?a)))";
    let rest = "(:objects x y z) (:init (edge x y) (edge y z) (edge z y)) (:goal (reach y))";
    check(
        domain,
        rest,
        &[
            "put x: !on(x) !reach(y) !reach(z) -> on(x)",
            "put y: !on(x) !reach(y) !reach(z) -> on(y)",
            "put z: !on(x) !reach(y) !reach(z) -> on(z)",
            "take x:  -> !on(x)",
            "take y:  -> !on(y)",
            "take z:  -> !on(z)",
            "reach(y) <- on(x)",
            "reach(y) <- on(y)",
            "reach(y) <- reach(z)",
            "reach(z) <- on(z)",
            "reach(z) <- reach(y)",
            "goal: reach(y)",
        ],
    );
}

#[test]
fn a_universal_condition_may_be_recursive() {
    // A position is won if all ways lead to won ones.
    let domain = "(:predicates (edge ?a ?b) (won ?a) (on ?a))
        (:derived (won ?a) (and (on ?a) (forall (?b) (imply (edge ?a ?b) (won ?b)))))
        (:action put :parameters (?a) :effect (on ?a))";
    check(
        domain,
        "(:objects x y) (:init (edge x y)) (:goal (won x))",
        &["put x:  -> on(x)", "put y:  -> on(y)", "goal: on(x) on(y)"],
    );
}

#[test]
fn what_can_never_hold_makes_an_unsolvable_task() {
    for (goal, expected) in [
        ("(p y)", "goal: p(y)"),
        ("(q)", "goal: q"),
        ("(not (r))", "goal: !r"),
        ("(= x y)", "goal: condition#1"),
    ] {
        let domain = "(:predicates (p ?a) (q) (r)) (:action a :parameters () :effect (and (p x) (r)))
            (:action b :parameters () :precondition (q) :effect (q))";
        let domain = format!("(:constants x y) {domain}");
        let task = grounded(&domain, &format!("(:init (r)) (:goal {goal})")).ground;
        let goal = task.goal[0];
        assert!(lines(&task).contains(&expected.to_owned()), "{:?}", lines(&task));
        assert_eq!(task.initial.contains(&goal.atom), !goal.positive);
        assert!(!task.is_derived[goal.atom.0 as usize]);
    }
}

#[test]
fn costs_are_sums_and_have_to_be_known() {
    let domain = "(:predicates (p ?a)) (:functions (total-cost) (far ?a ?b))
        (:action go :parameters (?a ?b) :precondition (not (= ?a ?b))
            :effect (and (p ?b) (increase (total-cost) (far ?b ?a))))
        (:action stay :parameters (?a) :effect (not (p ?a)))";
    let rest = |values: &str| {
        format!(
            "(:objects x y) (:init (= (total-cost) 0) {values}) (:goal (p x)) (:metric minimize (total-cost))"
        )
    };
    let task = grounded(domain, &rest("(= (far x y) 3) (= (far y x) 5)")).ground;
    let costs: Vec<(&str, u64)> =
        task.operators.iter().map(|operator| (&*operator.name, operator.cost)).collect();
    assert_eq!(costs, [("go x y", 5), ("go y x", 3), ("stay x", 0), ("stay y", 0)]);
    let error = ground(&problem(domain, &rest("(= (far x y) 3)")), &Stop::default()).unwrap_err();
    assert!(matches!(&error, PddlGroundError::Invalid { place: Some(_), .. }), "{error:?}");
    assert!(error.to_string().contains("(far y x) has no value"), "{error}");
}

/// The preconditions and costs of all operators, a line each.
fn costs(task: &GroundTask) -> Vec<String> {
    let lines = lines(task).into_iter().zip(&task.operators);
    lines.map(|(line, operator)| format!("{} {}", line.split(" ->").next().unwrap(), operator.cost)).collect()
}

const COSTS: &str = "(:metric minimize (total-cost))";

#[test]
fn costs_under_conditions_are_cases_of_an_action() {
    let domain = "(:predicates (p) (q) (sea ?a) (done ?a)) (:functions (total-cost) (toll ?a))
        (:action flip :parameters () :effect (and (when (p) (not (p))) (when (not (p)) (p)) (q)))
        (:action go :parameters (?a) :effect (and (done ?a) (increase (total-cost) 1.5)
            (when (sea ?a) (increase (total-cost) 0.25))
            (when (and (sea ?a) (p)) (increase (total-cost) (toll ?a)))
            (when (not (p)) (increase (total-cost) 2))
            (when (or (sea ?a) (not (sea ?a))) (increase (total-cost) 100))))";
    let rest =
        format!("(:objects x y) (:init (sea x) (= (toll x) 7)) (:goal (and (done x) (done y) (q))) {COSTS}");
    assert_eq!(
        costs(&grounded(domain, &rest).ground),
        ["flip:  0", "go x: p 10875", "go x: !p 10375", "go y: p 10150", "go y: !p 10350"]
    );
}

#[test]
fn a_condition_that_is_no_literal_has_a_predicate_for_its_negation() {
    let domain = "(:predicates (p) (q) (done))
        (:action p :parameters () :effect (p)) (:action q :parameters () :effect (q))
        (:action no :parameters () :effect (and (not (p)) (not (q))))
        (:action a :parameters () :effect (and (done) (when (and (p) (q)) (increase (total-cost) 3))))";
    let task = grounded(domain, &format!("(:init) (:goal (done)) {COSTS}")).ground;
    assert_eq!(costs(&task)[3..], ["a: condition#1 3", "a: !condition#1 0"]);
    assert!(lines(&task).contains(&"condition#1 <- p q".to_owned()), "{:?}", lines(&task));
}

#[test]
fn costs_for_all_objects_are_sums() {
    let domain = "(:predicates (done) (sea ?a)) (:functions (toll ?a))
        (:action a :parameters () :effect (and (done)
            (forall (?x) (increase (total-cost) (toll ?x)))
            (forall (?x ?y) (when (and (sea ?x) (not (= ?x ?y))) (increase (total-cost) 10)))
            (forall (?x) (when (exists (?y) (sea ?y)) (increase (total-cost) 100)))))";
    let values = "(= (toll x) 1) (= (toll y) 2) (= (toll z) 4)";
    let rest = format!("(:objects x y z) (:init (sea x) (sea y) {values}) (:goal (done)) {COSTS}");
    assert_eq!(costs(&grounded(domain, &rest).ground), ["a:  347"]);
}

/// A truck is at one place, so there are as many cases as places, and not one for each set of places.
#[test]
fn cases_that_never_are_are_left_out() {
    let domain = "(:predicates (at ?a) (done)) (:functions (toll ?a))
        (:action go :parameters (?a ?b) :precondition (at ?a) :effect (and (not (at ?a)) (at ?b)))
        (:action rest :parameters () :effect (and (done)
            (forall (?a) (when (at ?a) (increase (total-cost) (toll ?a))))))";
    let names: Vec<String> = (0..30).map(|number| format!("o{number}")).collect();
    let values: String = (0..30).map(|number| format!("(= (toll o{number}) {})", number * number)).collect();
    let rest = format!("(:objects {}) (:init (at o3) {values}) (:goal (done)) {COSTS}", names.join(" "));
    let task = grounded(domain, &rest).ground;
    let rests: Vec<String> = costs(&task).into_iter().filter(|line| line.starts_with("rest")).collect();
    assert_eq!(rests.len(), 30, "{rests:?}");
    let found: std::collections::BTreeSet<&str> = rests.iter().map(|line| &**line).collect();
    assert!(found.contains("rest: at(o5) 25") && found.contains("rest: at(o28) 784"), "{rests:?}");
}

#[test]
fn costs_that_depend_on_too_much_are_refused() {
    let domain = "(:predicates (p ?a) (done))
        (:action put :parameters (?a) :effect (p ?a))
        (:action a :parameters () :effect (and (done) (forall (?a) (when (p ?a) (increase (total-cost) 1)))))";
    let rest = |n: usize| {
        let names: Vec<String> = (0..n).map(|number| format!("o{number}")).collect();
        format!("(:objects {}) (:init) (:goal (done)) {COSTS}", names.join(" "))
    };
    let cases = costs(&grounded(domain, &rest(8)).ground);
    assert_eq!(cases.iter().filter(|line| line.starts_with("a:")).count(), 256);
    let error = ground(&problem(domain, &rest(9)), &Stop::default()).unwrap_err();
    assert!(matches!(&error, PddlGroundError::Invalid { place: Some(_), .. }), "{error:?}");
    assert_eq!(error.to_string(), "the cost of a depends on the state in more than 256 ways");
}

/// What PDDL says of a metric of a number that nothing changes.
#[test]
fn without_an_increase_all_actions_cost_nothing() {
    let domain = Source::new(
        "domain",
        "(define (domain d) (:predicates (p)) (:functions (total-cost)) (:action a :effect (p)))",
    );
    let text = |metric: &str| format!("(define (problem p) (:domain d) (:goal (p)) {metric})");
    let read = |metric| read(&domain, &Source::new("problem", &text(metric)), &Stop::default()).unwrap();
    let PddlReading { problem, warnings } = read(COSTS);
    assert_eq!(costs(&ground(&problem, &Stop::default()).unwrap().ground), ["a:  0"]);
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    expect![[r#"
        warning: no action costs anything
         --> problem:1:45
          |
        1 | (define (problem p) (:domain d) (:goal (p)) (:metric minimize (total-cost)))
          |                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ so every plan costs 0, and is a cheapest one
          |
          = help: write (increase (total-cost) …) into the effects of actions, or remove this
    "#]].assert_eq(&(warnings.join("\n") + "\n"));
    let PddlReading { problem, warnings } = read("");
    assert_eq!(costs(&ground(&problem, &Stop::default()).unwrap().ground), ["a:  1"]);
    assert_eq!(warnings, []);
}

#[test]
fn sums_of_costs_have_a_limit() {
    let domain = |cost: &str| {
        format!(
            "(:predicates (p)) (:action a :parameters () :effect (and (p) (increase (total-cost) 4611686018427387904)
                (increase (total-cost) {cost})))"
        )
    };
    let rest = format!("(:init) (:goal (p)) {COSTS}");
    assert_eq!(costs(&grounded(&domain("4611686018427387904"), &rest).ground), ["a:  9223372036854775808"]);
    let error = ground(&problem(&domain("4611686018427387905"), &rest), &Stop::default()).unwrap_err();
    assert!(matches!(&error, PddlGroundError::Invalid { place: Some(_), .. }), "{error:?}");
    assert_eq!(error.to_string(), "a costs more than 9223372036854775808");
}

#[test]
fn limits_stop_it_and_say_what_grew() {
    let objects: Vec<String> = (0..100).map(|number| format!("o{number}")).collect();
    let domain = "(:predicates (p ?a)) (:action a :parameters (?a ?b ?c) :effect (p ?a))";
    let rest = format!("(:objects {}) (:init) (:goal (p o1))", objects.join(" "));
    let problem = problem(domain, &rest);
    let error = ground(&problem, &Stop::within(Some(1_000_000))).unwrap_err();
    let PddlGroundError::Stopped { reason: StopReason::Memory, largest: Some(largest) } = error else {
        panic!("{error:?}")
    };
    assert_eq!((&*largest.name, largest.span.is_some()), ("a", true));
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    let error = ground(&problem, &stop).unwrap_err();
    assert!(matches!(error, PddlGroundError::Stopped { reason: StopReason::Timeout, .. }));
}

#[test]
fn long_conjunctions_are_cut_and_hold_as_a_whole() {
    let names: Vec<String> = (0..60).map(|number| format!("o{number}")).collect();
    let all = |relation: &str| names.iter().map(|name| format!("({relation} {name})")).collect::<String>();
    let pairs = |of: &str| names.iter().map(|name| format!("(r {of} {name})")).collect::<String>();
    let domain = format!(
        "(:constants {} - object) (:predicates (p ?x) (r ?x ?y) (done ?x))
        (:action add :parameters (?x) :effect (p ?x))
        (:action link :parameters (?x) :precondition (p ?x) :effect (and {}))
        (:action end :parameters (?x) :precondition (and {} {}) :effect (done ?x))
        (:action never :parameters (?x) :precondition (and {} {} (done ?x) (r ?x ?x) (not (p o1)))
            :effect (not (done ?x)))",
        names.join(" "),
        pairs("o7"),
        all("p"),
        pairs("?x"),
        all("p"),
        pairs("?x"),
    );
    let task = grounded(&domain, "(:init) (:goal (done o7))").ground;
    let of = |name: &str| -> Vec<&str> {
        let operators = task.operators.iter().map(|operator| &*operator.name);
        operators.filter(|operator| operator.starts_with(name)).collect()
    };
    assert_eq!((of("add").len(), of("link").len(), of("end")), (60, 60, vec!["end o7"]));
    // It asks for p of o1 and for the opposite.
    assert_eq!(of("never"), Vec::<&str>::new());
    let end = task.operators.iter().find(|operator| operator.name == "end o7").unwrap();
    assert_eq!(end.precondition.len(), 120);
}
