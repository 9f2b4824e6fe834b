//! Unsupported parts of PDDL, each rejected by its name.

use bmcplan_base::text::sexpr::{self, Expression};
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

pub(super) const TIMED: &str = "timed initial literals";

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

const NOT_READ: &str = " are not read";

pub(super) fn feature(source: &Source, what: &str, span: &Span, label: &str, help: &str) -> Diagnostic {
    Diagnostic::new(source, format!("{what}{NOT_READ}")).at(span.clone(), label).help(help)
}

/// Adds to the error for an unsupported feature all others that the files have: each once, with the line where it begins.
pub(super) fn with_others(error: Diagnostic, files: [&Source; 2]) -> Diagnostic {
    let Some(first) = error.message().strip_suffix(NOT_READ) else { return error };
    let mut known = vec![first.to_owned()];
    let mut others = Vec::new();
    for source in files {
        let Ok(all) = sexpr::read(source) else { continue };
        let mut open: Vec<&Expression<'_>> = all.iter().rev().collect();
        while let Some(expression) = open.pop() {
            open.extend(expression.list().into_iter().flatten().rev());
            let Some(what) = expression.headed().and_then(|(word, rest)| unread(word, rest)) else {
                continue;
            };
            if !known.iter().any(|other| other == what) {
                known.push(what.to_owned());
                let line = Diagnostic::new(source, "").at(expression.span.clone(), "").line_and_column();
                let line = line.map(|(line, _)| format!(":{line}")).unwrap_or_default();
                others.push(format!("{what} ({}{line})", source.name()));
            }
        }
    }
    if others.is_empty() {
        error
    } else {
        error.more_help(&format!("also not read here: {}", others.join(", ")))
    }
}

/// Returns the feature of an expression that begins with `word`, if it is unsupported.
fn unread(word: &str, rest: &[Expression<'_>]) -> Option<&'static str> {
    let word = folded(word);
    let is_number = |item: &Expression<'_>| item.word().is_some_and(|word| word.parse::<f64>().is_ok());
    if word == "at" && rest.len() == 2 && is_number(&rest[0]) && rest[1].list().is_some() {
        return Some(TIMED);
    }
    SECTIONS.iter().chain(WORDS).find(|(name, ..)| *name == word).map(|(_, what, _)| *what)
}
