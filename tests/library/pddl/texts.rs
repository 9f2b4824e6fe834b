//! Random small domains and problems, as texts.
//!
//! A text is drawn from a tape of numbers, one for each decision; 0 decides for the simplest, so that shrinking the tape
//! shrinks the text. Derived predicates come in three strata: each uses itself without negation, and earlier ones anyhow.

use std::fmt::{self, Debug};

use bmcplan::kinds::pddl::{ObjectId, PredicateId};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::interpreter::PddlInterpreter;
use super::read_text;

/// A domain and a problem.
#[derive(Clone)]
pub(crate) struct PddlText {
    pub(crate) domain: String,
    pub(crate) problem: String,
}

impl Debug for PddlText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n{}", self.domain, self.problem)
    }
}

pub(crate) fn arb_pddl() -> impl Strategy<Value = PddlText> {
    let tape = prop_oneof![1 => vec(any::<u8>(), 0..60), 6 => vec(any::<u8>(), 60..500)];
    tape.prop_map(|tape| {
        let mut writer = Writer { tape, at: 0 };
        let text = writer.text();
        if writer.next(3) == 0 { text } else { with_far_goal(&text) }
    })
}

/// The same with a goal that takes some steps, if there is one.
fn with_far_goal(text: &PddlText) -> PddlText {
    let problem = read_text(text).problem;
    let interpreter = PddlInterpreter::new(&problem);
    let initial = interpreter.initial();
    let depths = interpreter.explore(100).depths;
    let Some((state, _)) = depths.iter().max_by_key(|(_, depth)| **depth) else { return text.clone() };
    let shown = |(predicate, objects): &(PredicateId, Vec<ObjectId>)| {
        let names = objects.iter().map(|object| format!(" {}", problem.objects[object.0].name));
        format!("({}{})", problem.predicates[predicate.0].name, names.collect::<String>())
    };
    let holds = state.difference(&initial).map(shown);
    let fails = initial.difference(state).map(|fact| format!("(not {})", shown(fact)));
    let goal: Vec<String> = holds.chain(fails).collect();
    let (before, _) = text.problem.split_once("(:goal").unwrap();
    PddlText { problem: format!("{before}(:goal (and {})))\n", goal.join(" ")), ..text.clone() }
}

/// A predicate: its name and the types of its arguments.
type Shape = (&'static str, &'static [&'static str]);

const FLUENTS: &[Shape] = &[
    ("p", &[]),
    ("q", &["thing"]),
    ("at", &["thing", "place"]),
    ("big-enough", &["object"]),
    ("o", &["place"]),
];

const STATIC: Shape = ("road", &["place", "place"]);

/// One for each stratum.
const DERIVED: &[Shape] = &[("linked", &["place", "object"]), ("d", &["thing"]), ("g", &[])];

const OBJECTS: &[(&str, &str)] =
    &[("K", "small"), ("l1", "place"), ("b1", "big"), ("l2", "place"), ("s1", "small"), ("x", "object")];

/// Costs.
const NUMBERS: [&str; 7] = ["0", "1", "2.0", "3", "0.5", "10", "1.25"];

/// A variable in scope, and its type.
type Variable = (&'static str, &'static str);

struct Writer {
    tape: Vec<u8>,
    at: usize,
}

impl Writer {
    fn next(&mut self, n: usize) -> usize {
        let drawn = self.tape.get(self.at).map_or(0, |byte| usize::from(*byte));
        self.at += 1;
        drawn % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.next(from.len())]
    }

    fn text(&mut self) -> PddlText {
        let n_objects = 3 + self.next(OBJECTS.len() - 2);
        let n_axioms = [0, 0, 1, 2, 3, 4][self.next(6)];
        let rules: String = (0..n_axioms).map(|_| self.rule()).collect();
        let n_actions = 2 + self.next(3);
        let actions: String = (0..n_actions).map(|number| self.action(number)).collect();
        // Without a rule, a derived predicate is one that never holds.
        let shapes = FLUENTS.iter().chain([&STATIC]).chain(DERIVED);
        let predicates: String = shapes.map(|shape| declaration(*shape)).collect();
        let goal = self.formula(2, &mut Vec::new(), 3, true);
        let constants = OBJECTS[0];
        let objects: String =
            OBJECTS[1..n_objects].iter().map(|(name, of)| format!(" {name} - {of}")).collect();
        let costs: String = OBJECTS[..n_objects]
            .iter()
            .map(|(name, _)| format!(" (= (toll {name}) {})", self.pick(&NUMBERS)))
            .collect();
        let mut initial = String::new();
        for (name, types) in FLUENTS.iter().chain([&STATIC, &STATIC]) {
            for _ in 0..self.next(3) {
                let objects = types.iter().map(|of| {
                    let fit: Vec<&str> = OBJECTS[..n_objects]
                        .iter()
                        .filter(|(_, is)| is_below(is, of))
                        .map(|(name, _)| *name)
                        .collect();
                    format!(" {}", self.pick(&fit))
                });
                let objects: String = objects.collect();
                initial += &format!(" ({name}{objects})");
            }
        }
        let domain = format!(
            "(define (domain random)\n (:requirements :adl)\n (:types small big - thing thing place nobody)\n (:constants {} - {})\n \
             (:predicates{predicates})\n (:functions (total-cost) (toll ?x) - number)\n{rules}{actions})\n",
            constants.0, constants.1
        );
        let metric = self.pick(&["", " (:metric minimize (total-cost))\n"]);
        let problem = format!(
            "(define (problem drawn)\n (:domain random)\n (:objects{objects})\n (:init{initial}{costs})\n{metric} (:goal {goal}))\n"
        );
        PddlText { domain, problem }
    }

    fn rule(&mut self) -> String {
        let stratum = self.next(DERIVED.len());
        let (name, types) = DERIVED[stratum];
        let scope: Vec<Variable> = ["?x", "?y"].into_iter().zip(types.iter().copied()).collect();
        let head: String = scope.iter().map(|(name, of)| format!(" {name} - {of}")).collect();
        // The usual recursion: reachability.
        if stratum == 0 && self.next(2) == 0 {
            return " (:derived (linked ?x - place ?y - object) (or (road ?x ?y) (exists (?z - place) (and (road ?x ?z) (linked ?z ?y)))))\n".into();
        }
        let body = self.formula(2, &mut scope.clone(), stratum, true);
        format!(" (:derived ({name}{head}) {body})\n")
    }

    fn action(&mut self, number: usize) -> String {
        let n = self.next(3);
        let mut scope: Vec<Variable> = Vec::new();
        for name in ["?x", "?y"].into_iter().take(n) {
            scope.push((name, self.pick(&["thing", "place", "small", "object"])));
        }
        let parameters: Vec<String> = scope.iter().map(|(name, of)| format!("{name} - {of}")).collect();
        let depth = self.next(3);
        let precondition = self.formula(depth, &mut scope.clone(), 3, true);
        let effects: String = (0..=self.next(3)).map(|_| self.effect(2, &mut scope.clone())).collect();
        let n_costs = [0, 1, 1, 2][self.next(4)];
        let cost: String = (0..n_costs).map(|_| self.cost(&mut scope.clone())).collect();
        format!(
            " (:action Do{number}\n  :parameters ({})\n  :precondition {precondition}\n  :effect (and{effects}{cost}))\n",
            parameters.join(" ")
        )
    }

    fn effect(&mut self, depth: usize, scope: &mut Vec<Variable>) -> String {
        match self.next(if depth == 0 { 3 } else { 6 }) {
            0 | 1 => {
                let shape = self.pick(FLUENTS);
                format!(" {}", self.atom(shape, scope))
            }
            2 => {
                let shape = self.pick(FLUENTS);
                format!(" (not {})", self.atom(shape, scope))
            }
            3 | 4 => {
                let condition = self.formula(1, scope, 3, true);
                format!(" (when {condition}{})", self.effect(depth - 1, scope))
            }
            _ => {
                let variable = self.bind(scope);
                let body = self.effect(depth - 1, scope);
                scope.pop();
                format!(" (forall ({variable}) (and{body}))")
            }
        }
    }

    /// An increase of the cost, perhaps in some states only, perhaps for a few objects.
    fn cost(&mut self, scope: &mut Vec<Variable>) -> String {
        let amount = match (self.next(3), scope.last()) {
            (1, Some((name, _))) => format!("(toll {name})"),
            (2, _) => "(toll K)".to_owned(),
            _ => self.pick(&NUMBERS).to_owned(),
        };
        let increase = format!("(increase (total-cost) {amount})");
        match self.next(6) {
            0 => format!(" {increase}"),
            1..=3 => {
                let depth = self.next(3);
                format!(" (when {} {increase})", self.formula(depth, scope, 3, true))
            }
            _ => {
                let of = self.pick(&["place", "thing"]);
                scope.push(("?z", of));
                let amount = if self.next(2) == 0 { "(toll ?z)" } else { "1" };
                let increase = format!("(increase (total-cost) {amount})");
                let inner = match self.next(3) {
                    0 => increase,
                    depth => format!("(when {} {increase})", self.formula(depth - 1, scope, 3, true)),
                };
                scope.pop();
                format!(" (forall (?z - {of}) {inner})")
            }
        }
    }

    /// A new variable, which may hide another one of its name.
    fn bind(&mut self, scope: &mut Vec<Variable>) -> String {
        let (name, of) = (self.pick(&["?z", "?w", "?x"]), self.pick(&["place", "thing", "object", "big"]));
        // A type without objects, now and then.
        let of = if of == "object" && self.next(8) == 7 { "nobody" } else { of };
        scope.push((name, of));
        if of == "big" { format!("{name} - (either big place)") } else { format!("{name} - {of}") }
    }

    /// A formula in which predicates of that stratum stand under an even number of negations only; 3 is above all.
    fn formula(&mut self, depth: usize, scope: &mut Vec<Variable>, stratum: usize, positive: bool) -> String {
        let choices = if depth == 0 { 4 } else { 11 };
        match self.next(choices) {
            0 | 1 => {
                let mut shapes = [FLUENTS, &[STATIC]].concat();
                let free = (stratum + usize::from(positive)).min(DERIVED.len());
                shapes.extend(&DERIVED[..free]);
                let shape = self.pick(&shapes);
                self.atom(shape, scope)
            }
            2 => {
                let shape = self.pick(FLUENTS);
                format!("(not {})", self.atom(shape, scope))
            }
            3 => {
                let (one, other) = (self.term("object", scope), self.term("object", scope));
                format!("(= {one} {other})")
            }
            drawn @ 4..=6 => {
                let n_parts = [1, 2, 1, 2, 1, 2, 1, 2, 0][self.next(9)];
                let parts: Vec<String> =
                    (0..n_parts).map(|_| self.formula(depth - 1, scope, stratum, positive)).collect();
                format!("({} {})", if drawn == 6 { "or" } else { "and" }, parts.join(" "))
            }
            7 => format!("(not {})", self.formula(depth - 1, scope, stratum, !positive)),
            8 => {
                let one = self.formula(depth - 1, scope, stratum, !positive);
                format!("(imply {one} {})", self.formula(depth - 1, scope, stratum, positive))
            }
            drawn => {
                let n_before = scope.len();
                let variable = self.bind(scope);
                let other = if self.next(4) == 3 { " ?v - place" } else { "" };
                scope.extend((!other.is_empty()).then_some(("?v", "place")));
                let body = self.formula(depth - 1, scope, stratum, positive);
                scope.truncate(n_before);
                format!("({} ({variable}{other}) {body})", if drawn == 9 { "exists" } else { "forall" })
            }
        }
    }

    fn atom(&mut self, (name, types): Shape, scope: &[Variable]) -> String {
        let terms: String = types.iter().map(|of| format!(" {}", self.term(of, scope))).collect();
        format!("({name}{terms})")
    }

    /// A variable or the constant, most likely of that type.
    fn term(&mut self, of: &str, scope: &[Variable]) -> &'static str {
        let of = if self.next(8) == 7 { "object" } else { of };
        // An inner variable hides outer ones of its name.
        let visible = scope
            .iter()
            .enumerate()
            .filter(|(at, (name, _))| scope[at + 1..].iter().all(|(later, _)| later != name));
        let mut fit: Vec<&str> = visible
            .filter(|(_, (_, is))| is_below(is, of) || is_below(of, is))
            .map(|(_, (name, _))| *name)
            .collect();
        fit.push(OBJECTS[0].0);
        self.pick(&fit)
    }
}

fn declaration((name, types): Shape) -> String {
    let parameters: String =
        types.iter().enumerate().map(|(number, of)| format!(" ?a{number} - {of}")).collect();
    format!(" ({name}{parameters})")
}

fn is_below(low: &str, high: &str) -> bool {
    low == high || high == "object" || (high == "thing" && matches!(low, "small" | "big"))
}

proptest! {
    /// The meaning of a file depends on neither its order, nor upper case, nor comments.
    #[test]
    fn only_words_matter(text in arb_pddl()) {
        let PddlText { domain, problem } = &text;
        let other = PddlText {
            domain: problem.replace(')', ") ; ) (\n").replace("K", "k"),
            problem: domain.to_uppercase().replace("?", " ?"),
        };
        let (one, other) = (read_text(&text).problem, read_text(&other).problem);
        let known = |problem| {
            let interpreter = PddlInterpreter::new(problem);
            let initial = interpreter.initial();
            let steps = interpreter.steps(&initial).into_iter().map(|step| (step.name.to_lowercase(), step.cost, step.next));
            (steps.collect::<std::collections::BTreeSet<_>>(), interpreter.is_goal(&initial), interpreter.extended(&initial))
        };
        prop_assert_eq!(known(&one), known(&other));
    }
}

/// Problems without plans, or with plans of no step only, would test little.
#[test]
fn random_problems_have_plans() {
    let mut runner = TestRunner::deterministic();
    let (mut complete, mut solved, mut deep, mut derived, mut costs) = (0, 0, 0, 0, 0);
    for _ in 0..150 {
        let text = arb_pddl().new_tree(&mut runner).unwrap().current();
        let reading = read_text(&text);
        let interpreter = PddlInterpreter::new(&reading.problem);
        let explored = interpreter.explore(300);
        complete += usize::from(explored.complete);
        solved += usize::from(explored.optimum.is_some());
        deep += usize::from(explored.optimum.is_some_and(|optimum| 1 < optimum));
        derived += usize::from(explored.depths.keys().any(|state| interpreter.extended(state) != *state));
        costs += usize::from(interpreter.steps(&interpreter.initial()).iter().any(|step| step.cost != 0));
    }
    let found = format!("{complete} {solved} {deep} {derived} {costs}");
    assert!(100 <= complete && 90 <= solved && 20 <= deep && 30 <= derived && 30 <= costs, "{found}");
}
