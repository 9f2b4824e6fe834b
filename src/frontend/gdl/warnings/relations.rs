//! Relations that conditions ask for and nothing defines.

use std::collections::{BTreeMap, BTreeSet};

use super::super::check::is_of_the_language;
use super::super::sheet::{GdlAtom, Sheet, Symbol};
use super::shapes::{TermShape, shape_of};
use crate::frontend::{Diagnostic, Source, Span};
use crate::names::nearest;

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

/// The functions and constants that are set at the start or next.
fn fluents(sheet: &Sheet) -> BTreeSet<TermShape> {
    let heads = sheet.statements.iter().map(|statement| &statement.head);
    let set = heads.filter(|head| matches!(head.relation, Symbol::INIT | Symbol::NEXT));
    set.filter_map(|head| shape_of(head.arguments.first()?)).collect()
}
