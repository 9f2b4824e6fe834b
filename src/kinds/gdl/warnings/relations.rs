//! Relations that conditions ask for and nothing defines, and relations that are most likely misspelt words of the language.

use std::collections::{BTreeMap, BTreeSet};

use super::super::check::{is_of_the_language, meant_word};
use super::super::sheet::{GdlAtom, Sheet, Symbol};
use super::shapes::{TermShape, shape_of};
use crate::names::nearest;
use crate::text::{Diagnostic, Source, Span};

/// A warning for each, at the first place.
pub(super) fn warnings<'a>(source: &'a Source, sheet: &'a Sheet) -> impl Iterator<Item = Diagnostic> + 'a {
    let defined: BTreeMap<Symbol, usize> = sheet
        .statements
        .iter()
        .map(|statement| (statement.head.relation, statement.head.arguments.len()))
        .collect();
    let mut first: BTreeMap<Symbol, (&GdlAtom, &Span)> = BTreeMap::new();
    for condition in sheet.statements.iter().flat_map(|statement| &statement.body) {
        condition.atoms(true, &mut |atom, span, _| {
            if !defined.contains_key(&atom.relation) && !is_of_the_language(atom.relation) {
                first.entry(atom.relation).or_insert((atom, span));
            }
        });
    }
    let fluents = fluents(sheet);
    first.into_values().map(move |(atom, span)| {
        let name = sheet.symbols.name(atom.relation);
        let written = source.text().get(span.clone()).unwrap_or(name);
        let n_arguments = atom.arguments.len();
        let like_it = defined
            .iter()
            .filter(|(relation, arity)| **arity == n_arguments && !is_of_the_language(**relation));
        let help = if fluents.contains(&(atom.relation, n_arguments)) {
            format!("`{name}` is a fluent; did you mean (true {written})?")
        } else if let Some(near) = nearest(name, like_it.map(|(relation, _)| sheet.symbols.name(*relation))) {
            format!("did you mean `{near}`?")
        } else {
            format!("define it by facts or rules; a fluent is asked for by (true {written})")
        };
        Diagnostic::warning(source, format!("`{name}` has no facts and no rules"))
            .at(span.clone(), "so this never holds")
            .help(help)
    })
}

/// A warning for each relation that nothing asks for and that is called almost as one of the language's own, at the first
/// place. (Other relations that nothing asks for are no slips: sheets have plenty of them.)
pub(super) fn misspelt<'a>(source: &'a Source, sheet: &'a Sheet) -> impl Iterator<Item = Diagnostic> + 'a {
    let mut asked_for = BTreeSet::new();
    for condition in sheet.statements.iter().flat_map(|statement| &statement.body) {
        condition.atoms(true, &mut |atom, _, _| {
            asked_for.insert(atom.relation);
        });
    }
    let mut seen = BTreeSet::new();
    sheet.statements.iter().filter_map(move |statement| {
        let GdlAtom { relation, arguments } = &statement.head;
        if is_of_the_language(*relation) || asked_for.contains(relation) || !seen.insert(*relation) {
            return None;
        }
        let name = sheet.symbols.name(*relation);
        let meant = meant_word(&sheet.symbols, name, arguments.len())?;
        Some(
            Diagnostic::warning(source, format!("nothing asks for `{name}`"))
                .at(statement.span.clone(), "so this changes nothing")
                .help(format!("did you mean `{meant}`?")),
        )
    })
}

/// The functions and constants that are set at the start or next.
fn fluents(sheet: &Sheet) -> BTreeSet<TermShape> {
    let heads = sheet.statements.iter().map(|statement| &statement.head);
    let set = heads.filter(|head| matches!(head.relation, Symbol::INIT | Symbol::NEXT));
    set.filter_map(|head| shape_of(head.arguments.first()?)).collect()
}
