//! Warnings about a playable rule sheet: likely mistakes, which never hold or have no effect.
//!
//! In GDL all underivable atoms are false, so a misspelt word makes a game that cannot be won, not an error. Sheets are
//! checked as written, in time linear in their size. Goals are checked against the possible atoms of grounding.

mod goal;
mod unmatched;

use unmatched::{TermShape, shape_of};

use bmcplan_base::names::nearest;
use bmcplan_base::ordered::{Map, Set, sort_by_key};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::check::{is_keyword, similar_keyword};
use super::ground::GroundSheet;
use super::sheet::{GdlAtom, GdlTerm, Sheet, Symbol};

/// Greatest number of warnings shown.
const MAX_WARNINGS: usize = 10;

/// Returns likely mistakes in a sheet whose play is to be worth `wanted`, in the order of the text.
pub(super) fn warnings(
    source: &Source,
    sheet: &Sheet,
    ground: &GroundSheet,
    wanted: Option<u32>,
) -> Vec<Diagnostic> {
    let found = goal::warnings(source, sheet, ground, wanted).into_iter();
    let found = found.chain(undefined(source, sheet)).chain(misspelt(source, sheet));
    let found = found.chain(other_players(source, sheet));
    let mut found = found.chain(unmatched::warnings(source, sheet));
    let mut shown: Vec<Diagnostic> = found.by_ref().take(MAX_WARNINGS).collect();
    sort_by_key(&mut shown, Diagnostic::line_and_column);
    if found.next().is_some() {
        shown.push(Diagnostic::warning(source, "there are more warnings than are shown"));
    }
    shown
}

/// Returns a warning for each undefined relation in a condition, at its first place.
fn undefined<'a>(source: &'a Source, sheet: &'a Sheet) -> impl Iterator<Item = Diagnostic> + 'a {
    let defined: Map<Symbol, usize> = sheet
        .statements
        .iter()
        .map(|statement| (statement.head.relation, statement.head.arguments.len()))
        .collect();
    let mut first: Map<Symbol, (&GdlAtom, &Span)> = Map::new();
    for condition in sheet.statements.iter().flat_map(|statement| &statement.body) {
        condition.atoms(true, &mut |atom, span, _| {
            if !defined.contains_key(&atom.relation) && !is_keyword(atom.relation) {
                first.entry(atom.relation).or_insert((atom, span));
            }
        });
    }
    let fluents = fluents(sheet);
    first.into_values().map(move |(atom, span)| {
        let name = sheet.symbols.name(atom.relation);
        let written = source.text().get(span.clone()).unwrap_or(name);
        let n_arguments = atom.arguments.len();
        let like_it =
            defined.iter().filter(|(relation, arity)| **arity == n_arguments && !is_keyword(**relation));
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

/// Returns a warning for each unused relation whose name is similar to one of the language, at its first place. Other unused
/// relations are no mistakes: they are common in sheets.
fn misspelt<'a>(source: &'a Source, sheet: &'a Sheet) -> impl Iterator<Item = Diagnostic> + 'a {
    let mut asked_for = Set::new();
    for condition in sheet.statements.iter().flat_map(|statement| &statement.body) {
        condition.atoms(true, &mut |atom, _, _| {
            asked_for.insert(atom.relation);
        });
    }
    let mut seen = Set::new();
    sheet.statements.iter().filter_map(move |statement| {
        let GdlAtom { relation, arguments } = &statement.head;
        if is_keyword(*relation) || asked_for.contains(relation) || !seen.insert(*relation) {
            return None;
        }
        let name = sheet.symbols.name(*relation);
        let suggestion = similar_keyword(&sheet.symbols, name, arguments.len())?;
        Some(
            Diagnostic::warning(source, format!("nothing asks for `{name}`"))
                .at(statement.span.clone(), "so this changes nothing")
                .help(format!("did you mean `{suggestion}`?")),
        )
    })
}

/// Returns the functions and constants in `init` and `next`.
fn fluents(sheet: &Sheet) -> Set<TermShape> {
    let heads = sheet.statements.iter().map(|statement| &statement.head);
    let set = heads.filter(|head| matches!(head.relation, Symbol::INIT | Symbol::NEXT));
    set.filter_map(|head| shape_of(head.arguments.first()?)).collect()
}

/// Returns a warning for each other name in the place of the player, at its first place.
fn other_players<'a>(source: &'a Source, sheet: &'a Sheet) -> impl Iterator<Item = Diagnostic> + 'a {
    let mut first: Map<Symbol, (&GdlAtom, &Span)> = Map::new();
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
            .at(span.clone(), format!("`{}` of another player", sheet.symbols.name(atom.relation)))
            .help(format!("the player is `{role}`"))
    })
}
