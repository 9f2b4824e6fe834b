//! Names in the place of the player that are not the player's.

use std::collections::BTreeMap;

use super::super::sheet::{GdlAtom, GdlTerm, Sheet, Symbol};
use crate::text::{Diagnostic, Source, Span};

/// A warning for each name, at the first place.
pub(super) fn warnings<'a>(source: &'a Source, sheet: &'a Sheet) -> impl Iterator<Item = Diagnostic> + 'a {
    let mut first: BTreeMap<Symbol, (&GdlAtom, &Span)> = BTreeMap::new();
    let mut see = |atom: &'a GdlAtom, span: &'a Span| {
        let names_player =
            matches!(atom.relation, Symbol::DOES | Symbol::LEGAL | Symbol::GOAL | Symbol::INPUT);
        if let (true, Some(GdlTerm::Constant(name) | GdlTerm::Function(name, _))) =
            (names_player, atom.arguments.first())
            && *name != sheet.role
        {
            first.entry(*name).or_insert((atom, span));
        }
    };
    for statement in &sheet.statements {
        see(&statement.head, &statement.head_span);
        statement
            .body
            .iter()
            .for_each(|condition| condition.atoms(true, &mut |atom, span, _| see(atom, span)));
    }
    first.into_iter().map(|(name, (atom, span))| {
        let (name, role) = (sheet.symbols.name(name), sheet.symbols.name(sheet.role));
        Diagnostic::warning(source, format!("`{name}` does not play"))
            .at(span.clone(), format!("`{}` of somebody else", sheet.symbols.name(atom.relation)))
            .help(format!("the player is `{role}`"))
    })
}
