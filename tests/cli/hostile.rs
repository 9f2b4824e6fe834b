//! Problems in PDDL that nobody would write but to do harm: each ends in time and within its memory, with a documented exit
//! code, and says what is wrong, or what grew.

use std::fs;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{code, run, stderr, stdout};

const ACTION: &str = "(:action a :parameters (?x) :effect (p ?x))";

/// A domain and a problem, the exit code, and words of what is said.
struct Hostile {
    what: &'static str,
    domain: String,
    problem: String,
    exit: i32,
    said: &'static [&'static str],
}

/// So many of these, each with its number instead of `#`.
fn many(n: usize, piece: &str) -> String {
    (0..n).map(|number| piece.replace('#', &number.to_string())).collect()
}

fn domain(declared: &str, rest: &str) -> String {
    format!("(define (domain d)\n {declared}\n {rest})")
}

fn problem(objects: &str, initial: &str, goal: &str) -> String {
    format!("(define (problem one) (:domain d)\n (:objects {objects})\n (:init {initial})\n (:goal {goal}))")
}

/// Atoms of a chain: `(r ?x0 ?x1) (r ?x1 ?x2) …`.
fn chain(n: usize) -> String {
    (0..n).map(|number| format!("(r ?x{number} ?x{}) ", number + 1)).collect()
}

/// Quantifiers around a condition.
fn quantified(quantifiers: &[&str], body: &str) -> String {
    let opened = quantifiers.iter().enumerate().map(|(number, name)| format!("({name} (?x{number}) "));
    format!("{}{body}{}", opened.collect::<String>(), ")".repeat(quantifiers.len()))
}

fn refused() -> Vec<Hostile> {
    let unary = "(:predicates (p ?x))";
    let plain = || domain(unary, ACTION);
    let row = |what, domain, problem, said| Hostile { what, domain, problem, exit: 2, said };
    let small = || problem("a b", "", "(p a)");
    let costs = |declared: &str, effect: &str| {
        let action = format!("(:action a :parameters (?x) :effect (and (p ?x) {effect}))");
        domain(&format!("{unary} (:functions {declared})"), &action)
    };
    vec![
        row(
            "deep nesting",
            plain(),
            problem("a b", "", &format!("{}(p a){}", "(and ".repeat(50_000), ")".repeat(50_000))),
            &["the parentheses are nested too deep", "problem.pddl:4:"],
        ),
        row(
            "a comment to the end",
            domain(unary, &format!("{ACTION} ; the end")).replace('\n', " "),
            small(),
            &["a parenthesis is not closed", "domain.pddl:1:1"],
        ),
        row(
            "types in a circle",
            domain(&format!("(:types {} t1000 - t0) {unary}", many(1000, "t# - t1000 ")), ACTION),
            small(),
            &["is below itself", "domain.pddl:2:"],
        ),
        row(
            "costs beyond numbers",
            costs("(total-cost)", &"(increase (total-cost) 9223372036854775808)".repeat(2)),
            small().replace("(:goal", "(:metric minimize (total-cost)) (:goal"),
            &["a costs more than 9223372036854775808", "domain.pddl:3:2"],
        ),
        row(
            "a number of a million digits",
            costs("(total-cost)", &format!("(increase (total-cost) {})", "9".repeat(1_000_000))),
            small(),
            &["is not a cost", "domain.pddl:3:"],
        ),
        row(
            "a cost with an argument",
            costs("(total-cost ?x)", "(increase (total-cost ?x) 1)"),
            small(),
            &["`total-cost` has parameters", "domain.pddl:2:"],
        ),
    ]
}

fn stopped() -> Vec<Hostile> {
    let binary = "(:predicates (r ?x ?y) (t ?x))";
    let connect = "(:action a :parameters (?x ?y) :effect (r ?x ?y))";
    let row = |what, domain, problem, said| Hostile { what, domain, problem, exit: 12, said };
    let objects = |n| many(n, "o# ");
    vec![
        row(
            "six hundred thousand objects",
            domain("(:predicates (p ?x))", ACTION),
            problem(&objects(600_000), "", "(p o0)"),
            &["stopped by the memory limit"],
        ),
        row(
            "a quarter of a million objects",
            domain("(:predicates (p ?x))", ACTION),
            problem(&objects(250_000), "", "(p o0)"),
            &["reading the files would take at least"],
        ),
        row(
            "twelve parameters",
            domain(
                "(:predicates (p ?x))",
                &format!("(:action a :parameters ({}) :effect (p ?x0))", many(12, "?x# ")),
            ),
            problem(&objects(50), "", "(p o0)"),
            &["grounding was stopped", "domain.pddl:3:2", "a has most instances so far"],
        ),
        row(
            "as many that all differ",
            domain(
                "(:predicates (p ?x))",
                &format!(
                    "(:action a :parameters ({}) :precondition (and {}) :effect (p ?x0))",
                    many(12, "?x# "),
                    (1..12).map(|one| many(one, &format!("(not (= ?x{one} ?x#)) "))).collect::<String>()
                ),
            ),
            problem(&objects(12), "", "(p o0)"),
            &["grounding was stopped", "domain.pddl:3:2"],
        ),
        row(
            "a rule that joins a relation with itself",
            domain(
                binary,
                &format!(
                    "{connect}\n (:derived (t ?x0) (exists ({}) (and {})))",
                    many(9, "?x# ").replace("?x0 ", ""),
                    chain(8)
                ),
            ),
            problem(&objects(60), "", "(t o0)"),
            &["grounding was stopped", "domain.pddl:4:2", "t has most instances so far"],
        ),
        row(
            "quantifiers over everything",
            domain(binary, connect),
            problem(
                &objects(60),
                "",
                &quantified(
                    &["forall", "exists", "forall", "exists", "forall", "exists"],
                    &format!("(and {})", chain(5)),
                ),
            ),
            &["grounding was stopped", "a condition with quantifiers has most instances so far"],
        ),
        row(
            "effects for all of all",
            domain(
                "(:predicates (p ?x))",
                &format!(
                    "(:action a :parameters () :effect {})",
                    quantified(&["forall"; 5], "(when (and (p ?x0) (p ?x1) (p ?x2) (p ?x3)) (p ?x4))")
                ),
            ),
            problem(&many(40, "o# "), "(p o1)", "(p o0)"),
            &["grounding was stopped", "a has most instances so far"],
        ),
        row(
            "a predicate of ten thousand",
            domain(
                &format!("(:predicates (p {}))", many(10_000, "?x# ")),
                &format!("(:action a :parameters ({0}) :effect (p {0}))", many(10_000, "?x# ")),
            ),
            problem("a b", "", &format!("(p {})", "a ".repeat(10_000))),
            &[],
        ),
    ]
}

fn solved() -> Vec<Hostile> {
    let row = |what, domain, problem| Hostile { what, domain, problem, exit: 0, said: &[] };
    let unary = "(:predicates (p ?x))";
    vec![
        row(
            "a choice of many types",
            domain(
                &format!("(:types {}) {unary}", many(20_000, "t# ")),
                &format!("(:action a :parameters (?x - (either {})) :effect (p ?x))", many(20_000, "t# ")),
            ),
            problem("a b - t7", "", "(p a)"),
        ),
        row(
            "a long chain of types",
            domain(&format!("(:types t0 {}) {unary}", many(1_000, "- t1# t1#")), ACTION),
            problem("a b - t1999", "", "(p a)"),
        ),
        row(
            "one name for everything",
            domain("(:types p) (:predicates (p ?p - p))", "(:action p :parameters (?p - p) :effect (p ?p))"),
            problem("p q - p", "(p q)", "(and (p p) (p q))"),
        ),
        row(
            "a predicate named like the costs",
            domain(
                "(:predicates (p ?x) (total-cost))",
                "(:action a :parameters (?x) :effect (and (p ?x) (total-cost)))",
            ),
            problem("a b", "", "(and (p a) (total-cost))"),
        ),
        row(
            "conditions in conditions",
            domain(unary, ACTION),
            problem(
                "a b",
                "(p b)",
                &format!("{}(p a){}", "(and (p b) (or (p a) ".repeat(40), "))".repeat(40)),
            ),
        ),
    ]
}

#[test]
fn hostile_problems_end_in_time_and_say_why() {
    let mut wrong = Vec::new();
    for Hostile { what, domain, problem, exit, said } in
        refused().into_iter().chain(stopped()).chain(solved())
    {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("domain.pddl"), domain).unwrap();
        let file = folder.path().join("problem.pddl");
        fs::write(&file, problem).unwrap();
        let begun = Instant::now();
        // What is said of memory comes before any timeout; others take all the time they are given.
        let timeout = match said {
            ["grounding was stopped", ..] => "--cpu-timeout 0.4",
            [words, ..] if words.contains("memory") || words.contains("would take") => "--timeout 15",
            _ if exit == 0 => "--timeout 15",
            _ => "--cpu-timeout 1",
        };
        let output = run(&format!("pddl {} {timeout} --memory 60 --json", file.display()));
        // The timeout, and what a busy machine adds.
        let is_in_time = begun.elapsed() < Duration::from_secs(20);
        let told = stderr(&output);
        let is_short = told.len() < 5_000 && told.lines().count() < 20;
        let is_said = said.iter().all(|words| told.contains(words));
        if code(&output) != exit || !is_in_time || !is_short || !is_said {
            let seconds = begun.elapsed().as_secs();
            wrong.push(format!("{what}: {}, {seconds} s: {told}{}", code(&output), stdout(&output)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
