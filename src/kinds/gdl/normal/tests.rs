//! Statements and the rules that they are multiplied out into.

use expect_test::{Expect, expect};

use super::super::formula;
use super::super::sheet::{GdlTerm, Symbols};
use super::*;
use crate::text::sexpr;

fn normal(text: &str) -> Result<String, Diagnostic> {
    let source = Source::new("sheet.kif", text);
    let (mut symbols, mut budget) = (Symbols::default(), SymbolBudget::until(&|| false));
    let mut lines = String::new();
    for expression in sexpr::read(&source)? {
        let statement = formula::statement(&source, &mut symbols, &expression)?;
        for rule in rules(&source, &statement, &mut budget)? {
            lines.push_str(&symbols.atom(&rule.head));
            for (number, condition) in rule.body.iter().enumerate() {
                lines.push_str(if number == 0 { " <= " } else { ", " });
                match condition {
                    Condition::Holds(atom) => lines.push_str(&symbols.atom(atom)),
                    Condition::Fails(atom) => lines.push_str(&format!("not {}", symbols.atom(atom))),
                    Condition::Distinct(a, b) => {
                        let [a, b] = [a, b].map(|term: &GdlTerm| symbols.term(term));
                        lines.push_str(&format!("{a} != {b}"));
                    }
                }
            }
            lines.push('\n');
        }
    }
    Ok(lines)
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&normal(text).unwrap());
}

fn refusal(text: &str) -> String {
    normal(text).unwrap_err().message().to_owned()
}

#[test]
fn facts_and_rules_without_a_body_are_the_same() {
    check(
        "p (p) (<= p) (<= (p)) (<= p (and)) (q (a) (f (b) C)) (<= (S ?X) (Q ?x (F B ?X)))",
        expect![[r#"
            p
            p
            p
            p
            p
            (q a (f b c))
            (s ?0) <= (q ?0 (f b ?0))
        "#]],
    );
}

#[test]
fn negation_reaches_the_atoms() {
    check(
        "(<= h (not (not a)))
         (<= h (not (or a (not b))))
         (<= h (not (and a b)))
         (<= h (not (and a (or b (not (and c d))))))
         (<= (h ?x) (p ?x) (not (or (q ?x) (distinct ?x a))))",
        expect![[r#"
            h <= a
            h <= not a, b
            h <= not a
            h <= not b
            h <= not a
            h <= not b, c, d
            (h a) <= (p a), not (q a)
        "#]],
    );
}

#[test]
fn disjunctions_are_multiplied_out_in_order() {
    check(
        "(<= h a (or b (and c d)) (or e f) g)
         (<= h (or a (or b c)))
         (<= h a (or))
         (<= h (not (and)))
         (<= h a a (or a b))",
        expect![[r#"
            h <= a, b, e, g
            h <= a, b, f, g
            h <= a, c, d, e, g
            h <= a, c, d, f, g
            h <= a
            h <= b
            h <= c
            h <= a
            h <= a, b
        "#]],
    );
}

#[test]
fn what_is_not_distinct_is_the_same() {
    check(
        "(<= (h ?x ?y) (p ?x) (not (distinct ?x ?y)))
         (<= (h ?x ?y ?z) (p ?z) (not (or (distinct ?x ?y) (distinct ?y ?z))))
         (<= (h ?x) (p ?x) (not (distinct a a)))
         (<= (h ?x) (p ?x) (not (distinct a b)))
         (<= (h ?x) (p ?y) (not (distinct (f ?x a) (f (g ?y) ?z))) (not (q ?z)))
         (<= (h ?x) (p ?x) (not (distinct ?x (f ?x))))
         (<= (h ?x) (p ?x) (not (and (distinct ?x a) (distinct ?x b))))",
        expect![[r#"
            (h ?1 ?1) <= (p ?1)
            (h ?2 ?2 ?2) <= (p ?2)
            (h ?0) <= (p ?0)
            (h (g ?1)) <= (p ?1), not (q a)
            (h a) <= (p a)
            (h b) <= (p b)
        "#]],
    );
}

#[test]
fn alternatives_have_a_limit() {
    let ors = |count: usize| format!("(<= h {})", "(or a b)".repeat(count));
    assert_eq!(normal(&ors(12)).unwrap().lines().count(), 4096);
    assert_eq!(refusal(&ors(13)), "the rule has too many alternatives");
    let many: String = (0..4097).map(|number| format!(" a{number}")).collect();
    assert_eq!(refusal(&format!("(<= h (or {many}))")), "the rule has too many alternatives");
    assert_eq!(refusal(&format!("(<= h (not (and {many})))")), "the rule has too many alternatives");
    assert!(normal(&format!("(<= h (or) {})", "(or a b)".repeat(50_000))).unwrap().is_empty());
}

#[test]
fn sizes_have_a_limit() {
    let too_large = "the sheet grows too large when its rules are multiplied out";
    let long: String = (0..20_000).map(|number| format!(" a{number}")).collect();
    assert_eq!(normal(&format!("(<= h {long})")).unwrap().lines().count(), 1);
    assert_eq!(refusal(&format!("(<= h {long} {})", "(or b c)".repeat(8))), too_large);
    assert_eq!(refusal(&format!("(<= h {} {long})", "(or b c)".repeat(8))), too_large);
    assert_eq!(refusal(&format!("(<= (h {long}) {})", "(or b c)".repeat(8))), too_large);
    // Many rules, none of which is large.
    assert_eq!(refusal(&format!("(<= h {})", "(or a b)".repeat(12)).repeat(100)), too_large);
    // Terms that double with every equation.
    let doubling: String =
        (0..60).map(|number| format!("(not (distinct ?{number} (f ?{0} ?{0})))", number + 1)).collect();
    assert_eq!(refusal(&format!("(<= (h ?0) (p ?60) {doubling})")), too_large);
}

#[test]
fn terms_have_a_greatest_depth() {
    let nested = |range: &mut dyn Iterator<Item = usize>| -> String {
        range.map(|number| format!("(not (distinct ?{number} (f ?{})))", number + 1)).collect()
    };
    let too_deep = "the terms of the rule are nested too deep";
    for levels in [129, 12_000] {
        let up = nested(&mut (0..levels));
        assert_eq!(refusal(&format!("(<= (h ?0) (p ?{levels}) {up})")), too_deep);
        let down = nested(&mut (0..levels).rev());
        assert_eq!(refusal(&format!("(<= (h ?0) (p ?{levels}) {down})")), too_deep);
    }
    assert!(normal(&format!("(<= (h ?0) (p ?128) {})", nested(&mut (0..128)))).is_ok());
    // Variables that stand for each other are as deep as a variable.
    let chain: String =
        (0..12_000).map(|number| format!("(not (distinct ?{number} ?{}))", number + 1)).collect();
    check(
        &format!("(<= (h ?0) (p ?12000) {chain})"),
        expect![[r#"
            (h ?1) <= (p ?1)
        "#]],
    );
}
