//! Nothing that can be written makes the reader panic, or the complaint about it.

use bmcplan::kinds::pddl::{PddlError, PddlPart, PddlReading, read};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::text::{Diagnostic, Paint, Source};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::texts::arb_pddl;
use crate::common::mistakes::{mistakes, with_mistakes};

const DOMAIN: &str = "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))";
const PROBLEM: &str = "(define (problem one) (:domain d) (:objects a b) (:init (p a)) (:goal (p b)))";

/// Reads both files, and draws the complaint and the warnings.
fn read_anyhow(domain: &[u8], problem: &[u8]) {
    match reading(domain, problem) {
        Ok(PddlReading { problem, warnings }) => {
            for (predicate, objects) in &problem.initial {
                assert_eq!(problem.predicates[predicate.0].parameters.len(), objects.len());
            }
            warnings.iter().for_each(|warning| draw(warning, "warning"));
        }
        Err(complaint) => draw(&complaint, "error"),
    }
}

fn reading(domain: &[u8], problem: &[u8]) -> Result<PddlReading, Diagnostic> {
    let [domain, problem] =
        [("d.pddl", domain), ("p.pddl", problem)].map(|(name, bytes)| Source::from_bytes(name, bytes));
    let (domain, problem) = (domain?, problem?);
    PddlPart::of(&domain);
    read(&domain, &problem, &Stop::default()).map_err(|error| match error {
        PddlError::Refused(complaint) => complaint,
        PddlError::Stopped(_) => panic!("nobody stopped it"),
    })
}

fn draw(complaint: &Diagnostic, severity: &str) {
    for paint in [Paint::Plain, Paint::Colored] {
        let drawn = complaint.render(paint);
        assert!(drawn.contains(severity), "{drawn}");
        assert!(drawn.contains("help") || drawn.contains("more warnings"), "{drawn}");
    }
}

fn tokens() -> impl Strategy<Value = String> {
    let tokens = "( ) ( ) (define (domain problem d (:domain (:types (:constants (:predicates (:functions (:action (:derived \
                  (:objects (:init (:goal (:metric :parameters :precondition :effect (:requirements :typing (and (or (not \
                  (imply (exists (forall (when (increase (total-cost) (= - either (either object p (p q a ?x ?y ? ?? ?X (?x) \
                  minimize (increase (when 1 -1 5.0 0.25 1e9 99999999999 9223372036854775808 at (at ; \n \r\n \t \0 \u{feff} é İ \u{200d} : :: -x () (()) (p ?x) (a)";
    vec(select(tokens.split(' ').collect::<Vec<_>>()), 0..60).prop_map(|tokens| tokens.join(" "))
}

proptest! {
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        read_anyhow(&bytes, PROBLEM.as_bytes());
        read_anyhow(DOMAIN.as_bytes(), &bytes);
    }

    #[test]
    fn any_tokens(text in tokens()) {
        read_anyhow(text.as_bytes(), PROBLEM.as_bytes());
        for (before, after) in [("(define (domain d) (:predicates (p ?x)) ", ")"), ("(define (domain d) (:predicates (p ?x)) (:action a ", "))")] {
            read_anyhow(format!("{before}{text}{after}").as_bytes(), PROBLEM.as_bytes());
        }
        for (before, after) in [("(define (problem one) ", ")"), ("(define (problem one) (:goal ", "))"), ("(define (problem one) (:objects a) (:init ", "))")] {
            read_anyhow(DOMAIN.as_bytes(), format!("{before}{text}{after}").as_bytes());
        }
    }

    #[test]
    fn random_texts_with_mistakes(text in arb_pddl(), mistakes in mistakes(tokens())) {
        read_anyhow(&with_mistakes(&text.domain, &mistakes), text.problem.as_bytes());
        read_anyhow(text.domain.as_bytes(), &with_mistakes(&text.problem, &mistakes));
    }
}

#[test]
fn deep_nesting_and_long_lists() {
    let n = 50_000;
    for piece in [
        "(",
        ")",
        "()",
        "(p ",
        "(not ",
        "(or (p a) ",
        "?x ",
        "a ",
        "a - b ",
        "b - a ",
        "- ",
        ";",
        "é",
        "(p a) ",
        "(not (p b)) ",
    ] {
        let pieces = piece.repeat(n / piece.len());
        for section in [":types", ":constants", ":predicates", ":functions", ":action", ":derived"] {
            read_anyhow(
                format!("(define (domain d) (:predicates (p ?x)) ({section} {pieces}))").as_bytes(),
                PROBLEM.as_bytes(),
            );
        }
        for effect in ["(and", "(p", "(not", "(forall (", "(when (p a)"] {
            let action = format!("(:action a :parameters (?x) :effect {effect} {pieces}))");
            read_anyhow(
                format!("(define (domain d) (:predicates (p ?x)) {action})").as_bytes(),
                PROBLEM.as_bytes(),
            );
        }
        for section in [":objects", ":init", ":goal", ":goal (and", ":metric"] {
            let closed = ")".repeat(section.matches('(').count() + 2);
            read_anyhow(
                DOMAIN.as_bytes(),
                format!("(define (problem p) ({section} {pieces}{closed}").as_bytes(),
            );
        }
    }
    let chain: String = (0..5_000).map(|number| format!("t{number} - t{} ", number + 1)).collect();
    let circle = format!("(define (domain d) (:types {chain} t5000 - t0))");
    read_anyhow(circle.as_bytes(), PROBLEM.as_bytes());
    read_anyhow(circle.replace("- t0)", "- object)").as_bytes(), PROBLEM.as_bytes());
}

#[test]
fn reading_stops() {
    let stop = Stop::default();
    stop.raise(StopReason::Timeout);
    let [domain, problem] = [DOMAIN, PROBLEM].map(|text| Source::new("f", text));
    assert_eq!(read(&domain, &problem, &stop), Err(PddlError::Stopped(StopReason::Timeout)));
    assert_eq!(
        read(&domain, &problem, &Stop::within(Some(1000))),
        Err(PddlError::Stopped(StopReason::Memory))
    );
}
