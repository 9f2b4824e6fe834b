//! Goals that no play can reach: values that no rule gives, and conditions that never hold.

use std::collections::BTreeSet;

use itertools::Itertools as _;

use super::super::ground::GroundSheet;
use super::super::sheet::{GdlAtom, GdlTerm, Sheet, Symbol};
use super::blame::{Blame, blame};
use crate::text::{Diagnostic, Source, Span};

/// The warnings about the end of a play, and about a play worth `wanted`.
pub(super) fn warnings(
    source: &Source,
    sheet: &Sheet,
    ground: &GroundSheet,
    wanted: Option<u32>,
) -> Vec<Diagnostic> {
    let end = GdlAtom { relation: Symbol::TERMINAL, arguments: Vec::new() };
    let value = wanted.and_then(|wanted| value(source, sheet, ground, wanted));
    let end = ground
        .atoms
        .get(&Symbol::TERMINAL)
        .is_none_or(Vec::is_empty)
        .then(|| unreachable(source, "no play ever ends".to_owned(), &end, sheet, ground));
    let end = end.flatten().filter(|end| !value.as_ref().is_some_and(|value| value.root == end.root));
    end.into_iter().chain(value).map(|unreachable| unreachable.warning).collect()
}

/// A warning, and where what it says comes from.
struct Unreachable {
    warning: Diagnostic,
    root: Span,
}

/// The warning about a play worth `wanted`.
fn value(source: &Source, sheet: &Sheet, ground: &GroundSheet, wanted: u32) -> Option<Unreachable> {
    let text = wanted.to_string();
    let goals =
        ground.atoms.get(&Symbol::GOAL).into_iter().flatten().map(|goal| ground.terms.arguments(*goal));
    let possible: BTreeSet<String> = goals
        .filter(|arguments| arguments.first().is_some_and(|role| ground.terms.symbol(*role) == sheet.role))
        .filter_map(|arguments| arguments.get(1).map(|value| sheet.symbols.ground(&ground.terms, *value)))
        .collect();
    if possible.contains(&text) {
        return None;
    }
    let heads = sheet.statements.iter().filter(|statement| statement.head.relation == Symbol::GOAL);
    let values = heads.clone().filter_map(|statement| statement.head.arguments.get(1)).collect_vec();
    let number = values.iter().find_map(|value| match value {
        GdlTerm::Constant(name) if sheet.symbols.name(*name) == text => Some((*value).clone()),
        _ => None,
    });
    match number {
        Some(number) => {
            let goal =
                GdlAtom { relation: Symbol::GOAL, arguments: vec![GdlTerm::Constant(sheet.role), number] };
            unreachable(source, format!("no play can be worth {wanted}"), &goal, sheet, ground)
        }
        None => {
            let constants = values.into_iter().filter_map(|value| match value {
                GdlTerm::Constant(name) => Some(sheet.symbols.name(*name).to_owned()),
                _ => None,
            });
            let given = possible.iter().cloned().chain(constants).unique();
            let given =
                given.sorted_by_key(|value| std::cmp::Reverse(value.parse::<u32>().ok())).collect_vec();
            let shown = given.iter().take(10).join(", ");
            let more = if 10 < given.len() { ", …" } else { "" };
            let first = heads.clone().next()?;
            let warning = Diagnostic::warning(source, format!("no rule gives a play the value {wanted}"))
                .at(first.head_span.clone(), format!("the rules give {shown}{more}"))
                .help(
                    "ask for one of these by --goal, or for the best one that can be reached by --goal max",
                );
            Some(Unreachable { warning, root: first.head_span.clone() })
        }
    }
}

/// A warning that names the condition to blame.
fn unreachable(
    source: &Source,
    message: String,
    target: &GdlAtom,
    sheet: &Sheet,
    ground: &GroundSheet,
) -> Option<Unreachable> {
    let Blame { place, label, because } = blame(target, sheet, ground)?;
    let root = because.as_ref().map_or(&place, |(root, _)| root).clone();
    let warning = Diagnostic::warning(source, message + ", even if what becomes true stayed true")
        .at(place, label)
        .help("look for a misspelt word there, and for a rule that is missing");
    let warning = because.into_iter().fold(warning, |warning, (place, label)| warning.also(place, label));
    Some(Unreachable { warning, root })
}
