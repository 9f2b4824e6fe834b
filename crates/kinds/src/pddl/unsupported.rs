//! Unsupported parts of PDDL, each rejected by its name.

use bmcplan_base::text::{Diagnostic, Source, Span};

use super::names::folded;

/// Sections of domains and problems: keyword, feature, help.
const SECTIONS: &[(&str, &str, &str)] = &[
    (":durative-action", "durative actions", "only actions without a duration are read: (:action …)"),
    (":process", "processes", "nothing changes but by actions: (:action …)"),
    (":event", "events", "nothing changes but by actions: (:action …)"),
    (
        ":constraints",
        "constraints on the way to the goal",
        "say what has to hold by preconditions and the goal",
    ),
    (":preferences", "preferences", "only a goal that has to be reached is read"),
    (":axiom", "axioms in the form of PDDL 1", "write (:derived (predicate ?x) condition)"),
    (":task", "hierarchical tasks", "only actions and a goal are read"),
    (":method", "hierarchical tasks", "only actions and a goal are read"),
    (":htn", "hierarchical tasks", "only actions and a goal are read"),
    (":observe", "observations", "only actions whose outcome is certain are read"),
];

/// Conditions and effects: word, feature, help.
const WORDS: &[(&str, &str, &str)] = &[
    ("preference", "preferences", "write the condition alone: it then has to hold"),
    ("<", "numeric conditions", NUMBERS),
    (">", "numeric conditions", NUMBERS),
    ("<=", "numeric conditions", NUMBERS),
    (">=", "numeric conditions", NUMBERS),
    ("assign", "numeric effects other than costs", NUMBERS),
    ("decrease", "numeric effects other than costs", NUMBERS),
    ("scale-up", "numeric effects other than costs", NUMBERS),
    ("scale-down", "numeric effects other than costs", NUMBERS),
    ("oneof", "nondeterministic effects", "only actions whose outcome is certain are read"),
    ("probabilistic", "probabilistic effects", "only actions whose outcome is certain are read"),
];

const NUMBERS: &str = "the only number that an action may change is (increase (total-cost) …); small numbers can be objects, with a \
     predicate that says which comes next";

/// Returns the error for an unsupported section.
pub(super) fn section(source: &Source, keyword: &str, span: &Span) -> Option<Diagnostic> {
    of(SECTIONS, source, keyword, span)
}

/// Returns the error for an unsupported condition or effect.
pub(super) fn formula(source: &Source, word: &str, span: &Span) -> Option<Diagnostic> {
    of(WORDS, source, word, span)
}

/// Returns the error for a number that is not a cost.
pub(super) fn number(source: &Source, span: &Span, label: &str) -> Diagnostic {
    feature(source, "numeric fluents other than costs", span, label, NUMBERS)
}

fn of(table: &[(&str, &str, &str)], source: &Source, word: &str, span: &Span) -> Option<Diagnostic> {
    let word = folded(word);
    let (name, what, help) = table.iter().find(|(name, ..)| *name == word)?;
    Some(feature(source, what, span, &format!("`{name}` begins here"), help))
}

pub(super) fn feature(source: &Source, what: &str, span: &Span, label: &str, help: &str) -> Diagnostic {
    Diagnostic::new(source, format!("{what} are not read")).at(span.clone(), label).help(help)
}
