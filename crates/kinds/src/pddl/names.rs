//! Names of PDDL, compared without regard to case and kept as written; and lists of names with types, such as `a b - truck c -
//! (either box ball) d`.

use std::borrow::Cow;
use std::collections::HashMap;

use bmcplan_base::names::nearest;
use bmcplan_base::text::sexpr::{Expression, ExpressionForm};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::diagnostics::PddlWarnings;

pub(super) fn folded(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.to_lowercase())
    }
}

/// Words that begin conditions and effects, and so are no predicates.
pub(super) const WORDS: [&str; 8] = ["and", "or", "not", "imply", "exists", "forall", "when", "increase"];

/// Names with their numbers, in the order in which they were added.
#[derive(Default)]
pub(super) struct NameTable {
    numbers: HashMap<String, usize>,
}

impl NameTable {
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(&*folded(name)).copied()
    }

    /// Adds a name and returns its number; for a known name, that is the error.
    pub(super) fn add(&mut self, name: &str) -> Result<usize, usize> {
        let next = self.numbers.len();
        let number = *self.numbers.entry(folded(name).into_owned()).or_insert(next);
        if number == next { Ok(number) } else { Err(number) }
    }
}

pub(super) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>, else_do: &str) -> String {
    match nearest(name, known) {
        Some(near) => format!("perhaps `{near}` is meant; otherwise {else_do}"),
        None => else_do.to_owned(),
    }
}

pub(super) struct TypedGroup<'e, 'a> {
    /// Names; they are not checked yet.
    pub(super) items: &'e [Expression<'a>],
    /// Types; empty if none are given.
    pub(super) types: Vec<(&'a str, Span)>,
}

/// Returns the groups of a list, each ended by a dash and its types. A dash without names before it is an error. With
/// `warnings` it is only a warning, for lists in which it is usual, as in generated files.
pub(super) fn typed_list<'e, 'a>(
    source: &Source,
    mut items: &'e [Expression<'a>],
    mut warnings: Option<&mut PddlWarnings>,
) -> Result<Vec<TypedGroup<'e, 'a>>, Diagnostic> {
    let mut groups = Vec::new();
    while let Some(dash) = items.iter().position(|item| item.word() == Some("-")) {
        let Some((given, rest)) = items.get(dash + 1..).and_then(<[_]>::split_first) else {
            return Err(Diagnostic::new(source, "a type is missing")
                .at(items[dash].span.clone(), "after this dash")
                .help("write the names, a dash and their type: a b - truck"));
        };
        if dash == 0 {
            let (message, label) = ("no name stands before a dash", "a type of nothing");
            let help =
                "write the names, a dash and their type, which is one: a b - truck; or (either box ball)";
            let span = items[dash].span.start..given.span.end;
            match &mut warnings {
                Some(warnings) => {
                    warnings.push(Diagnostic::warning(source, message).at(span, label).help(help));
                }
                None => return Err(Diagnostic::new(source, message).at(span, label).help(help)),
            }
        }
        groups.push(TypedGroup { items: &items[..dash], types: types(source, given)? });
        items = rest;
    }
    if !items.is_empty() {
        groups.push(TypedGroup { items, types: Vec::new() });
    }
    Ok(groups)
}

fn types<'a>(source: &Source, given: &Expression<'a>) -> Result<Vec<(&'a str, Span)>, Diagnostic> {
    let refuse = |span: &Span, label: &str| {
        Err(Diagnostic::new(source, "a type is not understood")
            .at(span.clone(), label)
            .help("write the name of a type after the dash, or (either truck ship) for several"))
    };
    match &given.form {
        ExpressionForm::Word(word) => match type_name(word) {
            Some(name) => Ok(vec![(name, given.span.clone())]),
            None => refuse(&given.span, "this is not the name of a type"),
        },
        ExpressionForm::List(_) => match given.headed() {
            Some((either, names)) if folded(either) == "either" && !names.is_empty() => {
                let mut types = Vec::new();
                for name in names {
                    match name.word().and_then(type_name) {
                        Some(word) => types.push((word, name.span.clone())),
                        None => return refuse(&name.span, "this is not the name of a type"),
                    }
                }
                Ok(types)
            }
            _ => refuse(&given.span, "this is neither a name nor (either …)"),
        },
    }
}

fn type_name(word: &str) -> Option<&str> {
    Some(word).filter(|word| !word.starts_with(['?', ':', '-']))
}

/// Reads an item of a list as a name. `what` describes the named thing, with its article.
pub(super) fn name<'a>(source: &Source, item: &Expression<'a>, what: &str) -> Result<&'a str, Diagnostic> {
    let refuse = |label: &str, help: String| {
        Err(Diagnostic::new(source, format!("the name of {what} is expected"))
            .at(item.span.clone(), label)
            .help(help))
    };
    match item.word() {
        None => refuse("this is a list", "write a name; perhaps a parenthesis is missing before this".into()),
        Some(word) if word.starts_with('?') => {
            refuse("this is a variable", "names do not begin with a question mark".into())
        }
        Some(word) if word.starts_with(':') => {
            refuse("this is a keyword", "write a name; perhaps a parenthesis is missing before this".into())
        }
        Some(word) if word.starts_with('-') => {
            refuse("this begins with a dash", format!("write a space after the dash: - {}", &word[1..]))
        }
        Some(word) => Ok(word),
    }
}

/// Reads an item of a list as a variable, with its question mark.
pub(super) fn variable<'a>(source: &Source, item: &Expression<'a>) -> Result<&'a str, Diagnostic> {
    match item.word() {
        Some(word) if word.starts_with('?') && 1 < word.len() => Ok(word),
        other => {
            let help = match other {
                Some(word) if word.starts_with('-') => {
                    format!("write a space after the dash: - {}", &word[1..])
                }
                Some(word) if !word.starts_with('?') => {
                    format!("variables begin with a question mark: ?{word}")
                }
                _ => "variables are words that begin with a question mark, such as ?x".to_owned(),
            };
            Err(Diagnostic::new(source, "a variable is expected").at(item.span.clone(), "here").help(help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_in_any_case() {
        let mut names = NameTable::default();
        assert_eq!(["Room", "ball", "ROOM"].map(|name| names.add(name)), [Ok(0), Ok(1), Err(0)]);
        assert_eq!(["room", "BALL", "box"].map(|name| names.find(name)), [Some(0), Some(1), None]);
        assert_eq!(folded("ÄB-c"), "äb-c");
    }
}
