//! The condition to blame for an atom that is not possible, found from rule to rule.
//!
//! What is possible was found by grounding: everything that could be derived if what fails were left open and what is true
//! stayed true. An atom that is not possible has in each of its rules a condition that no possible atom matches, or
//! conditions that never hold together. Breadth-first search through such conditions ends at one that no rule is for at
//! all, or at a rule whose conditions do not go together.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ground::GroundSheet;
use super::super::sheet::{BodyFormula, GdlAtom, GdlTerm, Sheet, Statement, Symbol};
use crate::datalog::TermId;
use crate::text::Span;

/// So many conditions are looked into, and so many atoms looked at: some tenths of a second. A rule that is left then is
/// blamed as a whole.
const MOST: usize = 200;
const MOST_ATOMS: usize = 20_000_000;

/// Where a target fails.
pub(super) struct Blame {
    /// The condition of a rule for the target that never holds; or the rule, if its conditions never hold together.
    pub(super) place: Span,
    pub(super) label: String,
    /// Where that comes from, if it is elsewhere.
    pub(super) because: Option<(Span, String)>,
}

/// A condition on the way from the target to what is to blame.
struct Visited {
    atom: GdlAtom,
    /// Where it stands; nothing for the target.
    place: Option<Span>,
    /// The one that depends on it.
    from: usize,
}

/// What is to blame for an atom, which may have variables and is not possible. Nothing if that does not show.
pub(super) fn blame(target: &GdlAtom, sheet: &Sheet, ground: &GroundSheet) -> Option<Blame> {
    let mut by_head: BTreeMap<Symbol, Vec<&Statement>> = BTreeMap::new();
    for statement in &sheet.statements {
        by_head.entry(statement.head.relation).or_default().push(statement);
    }
    let mut visited = vec![Visited { atom: target.clone(), place: None, from: 0 }];
    let mut seen = BTreeSet::from([target.clone()]);
    let (mut next, mut budget) = (0, MOST_ATOMS);
    while next < visited.len().min(MOST) {
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
    // Conditions that wait for each other.
    let place = visited.get(1)?.place.clone()?;
    Some(Blame {
        place,
        label: "this never holds: what it needs would need it first".to_owned(),
        because: None,
    })
}

/// The relations whose rules make an atom of this one possible.
fn defining(relation: Symbol) -> Vec<Symbol> {
    match relation {
        Symbol::TRUE => vec![Symbol::INIT, Symbol::NEXT],
        Symbol::DOES => vec![Symbol::LEGAL],
        other => vec![other],
    }
}

/// The first condition on the way to the last one that was visited, and where that one fails.
fn path(visited: &[Visited], last: usize, rule: Option<(Span, String)>) -> Option<Blame> {
    let mut first = last;
    while visited[first].from != 0 {
        first = visited[first].from;
    }
    let root = visited[last].place.clone().map(|place| (place, without_rules(visited[last].atom.relation)));
    match (visited[first].place.clone(), rule.or(root)) {
        // One of its own rules.
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

/// Binds the variables of a head to what is wanted of it; false if the head is another atom. Where a variable is wanted,
/// nothing is known.
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

/// A condition that no possible atom matches, of those without which the formula does not hold. What is asked to fail may
/// fail.
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

/// The term with what its variables are known to be.
fn bound(term: &GdlTerm, binding: &[Option<GdlTerm>]) -> GdlTerm {
    match term {
        GdlTerm::Constant(_) => term.clone(),
        GdlTerm::Variable(variable) => binding[*variable].clone().unwrap_or_else(|| term.clone()),
        GdlTerm::Function(name, arguments) => {
            GdlTerm::Function(*name, arguments.iter().map(|argument| bound(argument, binding)).collect())
        }
    }
}

/// Whether a term with variables may be this one; any variable may be anything.
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
