//! Unreachable goals: values that no rule gives, and conditions that never hold.
//!
//! A search from rule to rule finds the condition to blame for an impossible atom. Grounding found the possible atoms: all that
//! are derivable if negative conditions are ignored and true atoms stay true. In each rule of an impossible atom, no possible
//! atom matches some condition, or the conditions never hold together. Breadth-first search through such conditions ends at one
//! without any rule, or at a rule with contradictory conditions.

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::super::ground::GroundSheet;
use super::super::sheet::{BodyFormula, GdlAtom, GdlTerm, Sheet, Statement, Symbol};
use crate::datalog::TermId;

/// Returns the warnings about the end of a play, and about a play worth `wanted`.
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

struct Unreachable {
    warning: Diagnostic,
    root: Span,
}

fn value(source: &Source, sheet: &Sheet, ground: &GroundSheet, wanted: u32) -> Option<Unreachable> {
    let text = wanted.to_string();
    let goals =
        ground.atoms.get(&Symbol::GOAL).into_iter().flatten().map(|goal| ground.terms.arguments(*goal));
    let possible: Set<String> = goals
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

fn unreachable(
    source: &Source,
    message: String,
    target: &GdlAtom,
    sheet: &Sheet,
    ground: &GroundSheet,
) -> Option<Unreachable> {
    let Blame { place, label, because } = blame(target, sheet, ground)?;
    let root = because.as_ref().map_or(&place, |(root, _)| root).clone();
    let warning = Diagnostic::warning(source, message + ", even if no fluent ever became false")
        .at(place, label)
        .help("look for a misspelt word there, and for a rule that is missing");
    let warning = because.into_iter().fold(warning, |warning, (place, label)| warning.also(place, label));
    Some(Unreachable { warning, root })
}

/// Greatest number of visited conditions, and of compared atoms: some tenths of a second. Beyond it the whole rule is blamed.
const MAX_VISITED: usize = 200;
const MAX_COMPARED: usize = 20_000_000;

struct Blame {
    /// Condition of a rule for the target that never holds; or the rule, if its conditions never hold together.
    place: Span,
    label: String,
    because: Option<(Span, String)>,
}

/// A condition on the path from the target to the cause.
struct Visited {
    atom: GdlAtom,
    /// Place in the text; `None` for the target.
    place: Option<Span>,
    from: usize,
}

/// Returns the condition to blame for an impossible atom, which may have variables; `None` if none is found.
fn blame(target: &GdlAtom, sheet: &Sheet, ground: &GroundSheet) -> Option<Blame> {
    let mut by_head: Map<Symbol, Vec<&Statement>> = Map::new();
    for statement in &sheet.statements {
        by_head.entry(statement.head.relation).or_default().push(statement);
    }
    let mut visited = vec![Visited { atom: target.clone(), place: None, from: 0 }];
    let mut seen = Set::from([target.clone()]);
    let (mut next, mut budget) = (0, MAX_COMPARED);
    while next < visited.len().min(MAX_VISITED) {
        let atom = visited[next].atom.clone();
        let mut has_rules = false;
        for relation in defining(atom.relation) {
            for statement in by_head.get(&relation).into_iter().flatten() {
                let mut binding = vec![None; statement.variables.len()];
                let mut pairs = statement.head.arguments.iter().zip(&atom.arguments);
                if !pairs.all(|(head, wanted)| bind(head, wanted, &mut binding)) {
                    continue;
                }
                has_rules = true;
                match statement.body.iter().find_map(|part| impossible(part, &binding, ground, &mut budget)) {
                    Some((atom, place)) => {
                        if seen.insert(atom.clone()) {
                            visited.push(Visited { atom, place: Some(place), from: next });
                        }
                    }
                    None => {
                        let label = "the conditions of this rule never hold together".to_owned();
                        return path(&visited, next, Some((statement.span.clone(), label)));
                    }
                }
            }
        }
        if !has_rules {
            return path(&visited, next, None);
        }
        next += 1;
    }
    // The conditions form a cycle.
    let place = visited.get(1)?.place.clone()?;
    Some(Blame { place, label: "this never holds: it depends on itself".to_owned(), because: None })
}

/// Returns the relations whose rules make an atom of this relation possible.
fn defining(relation: Symbol) -> Vec<Symbol> {
    match relation {
        Symbol::TRUE => vec![Symbol::INIT, Symbol::NEXT],
        Symbol::DOES => vec![Symbol::LEGAL],
        other => vec![other],
    }
}

/// Returns the first condition on the path to the last one visited, and the cause found there.
fn path(visited: &[Visited], last: usize, rule: Option<(Span, String)>) -> Option<Blame> {
    let mut first = last;
    while visited[first].from != 0 {
        first = visited[first].from;
    }
    let root = visited[last].place.clone().map(|place| (place, without_rules(visited[last].atom.relation)));
    match (visited[first].place.clone(), rule.or(root)) {
        // The cause is in a rule of the target itself.
        (None, because) => because.map(|(place, label)| Blame { place, label, because: None }),
        (Some(place), Some((root, label))) if place == root => Some(Blame { place, label, because: None }),
        (Some(place), because) => Some(Blame { place, label: "this never holds".to_owned(), because }),
    }
}

fn without_rules(relation: Symbol) -> String {
    match relation {
        Symbol::TRUE => "no `init` and no `next` gives this",
        Symbol::DOES => "no `legal` allows this",
        _ => "no fact and no rule gives this",
    }
    .to_owned()
}

/// Matches a head with a wanted term and binds its variables; false if they differ. A variable in the wanted term matches
/// anything and binds nothing.
fn bind(head: &GdlTerm, wanted: &GdlTerm, binding: &mut [Option<GdlTerm>]) -> bool {
    match (head, wanted) {
        (_, GdlTerm::Variable(_)) => true,
        (GdlTerm::Variable(variable), wanted) => {
            let known = &mut binding[*variable];
            match known {
                Some(known) if is_ground(known) && is_ground(wanted) => known == wanted,
                Some(_) => true,
                None => {
                    *known = Some(wanted.clone()).filter(is_ground);
                    true
                }
            }
        }
        (GdlTerm::Function(one, parts), GdlTerm::Function(other, others)) => {
            one == other
                && parts.len() == others.len()
                && parts.iter().zip(others).all(|(part, wanted)| bind(part, wanted, binding))
        }
        (head, wanted) => head == wanted,
    }
}

fn is_ground(term: &GdlTerm) -> bool {
    match term {
        GdlTerm::Constant(_) => true,
        GdlTerm::Variable(_) => false,
        GdlTerm::Function(_, arguments) => arguments.iter().all(is_ground),
    }
}

/// Returns a necessary condition of the formula that no possible atom matches. Negations are assumed to hold.
fn impossible(
    formula: &BodyFormula,
    binding: &[Option<GdlTerm>],
    ground: &GroundSheet,
    budget: &mut usize,
) -> Option<(GdlAtom, Span)> {
    match formula {
        BodyFormula::Atom(atom, span) => {
            let arguments = atom.arguments.iter().map(|term| bound(term, binding)).collect();
            let atom = GdlAtom { relation: atom.relation, arguments };
            let possible = ground.atoms.get(&atom.relation).map_or(&[][..], Vec::as_slice);
            *budget = budget.checked_sub(possible.len())?;
            let matches = |possible: &TermId| {
                let arguments = atom.arguments.iter().zip(ground.terms.arguments(*possible));
                arguments.into_iter().all(|(term, possible)| may_be(term, *possible, ground))
            };
            (!possible.iter().any(matches)).then(|| (atom.clone(), span.clone()))
        }
        BodyFormula::Distinct(..) | BodyFormula::Not(_) => None,
        BodyFormula::And(parts) => parts.iter().find_map(|part| impossible(part, binding, ground, budget)),
        BodyFormula::Or(parts) => {
            let all: Option<Vec<_>> =
                parts.iter().map(|part| impossible(part, binding, ground, budget)).collect();
            all?.into_iter().next()
        }
    }
}

fn bound(term: &GdlTerm, binding: &[Option<GdlTerm>]) -> GdlTerm {
    match term {
        GdlTerm::Constant(_) => term.clone(),
        GdlTerm::Variable(variable) => binding[*variable].clone().unwrap_or_else(|| term.clone()),
        GdlTerm::Function(name, arguments) => {
            GdlTerm::Function(*name, arguments.iter().map(|argument| bound(argument, binding)).collect())
        }
    }
}

/// Checks whether a term with variables matches this ground term; each occurrence of a variable matches anything.
fn may_be(term: &GdlTerm, possible: TermId, ground: &GroundSheet) -> bool {
    let (symbol, parts) = (ground.terms.symbol(possible), ground.terms.arguments(possible));
    match term {
        GdlTerm::Variable(_) => true,
        GdlTerm::Constant(name) => *name == symbol && parts.is_empty(),
        GdlTerm::Function(name, arguments) => {
            *name == symbol
                && arguments.len() == parts.len()
                && arguments.iter().zip(parts).all(|(argument, part)| may_be(argument, *part, ground))
        }
    }
}
