//! Fluents in conditions that are never set, moves in conditions that are never legal, and legal moves without a reaction.

use itertools::Itertools as _;

use bmcplan_base::names::nearest;
use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::super::check::arguments;
use super::super::sheet::{GdlAtom, GdlTerm, Sheet, Statement, Symbol};

type Placed<'a> = (&'a GdlAtom, &'a Span);

struct MessageParts {
    message: &'static str,
    label: &'static str,
    help: &'static str,
}

const NEVER_SET: MessageParts = MessageParts {
    message: "asks for a fluent that is never set",
    label: "no `init` and no `next` gives this",
    help: "set it by a fact (init …) or a rule (<= (next …) …)",
};

const NEVER_LEGAL: MessageParts = MessageParts {
    message: "asks for a move that is never legal",
    label: "no `legal` allows this",
    help: "allow it by a rule (<= (legal …) …)",
};

const WITHOUT_REACTION: MessageParts = MessageParts {
    message: "allows a move that no rule reacts to",
    label: "no condition with `does` matches this",
    help: "say by rules (<= (next …) (does …) …) what the move does",
};

/// Greatest number of warnings of a kind.
const MAX_WARNINGS: usize = 10;

/// Returns a warning for each of these, at its first place.
pub(super) fn warnings<'a>(source: &'a Source, sheet: &'a Sheet) -> Vec<Diagnostic> {
    let heads = |relations: &[Symbol]| -> Vec<Placed<'a>> {
        let heads = sheet.statements.iter().map(|statement| (&statement.head, &statement.head_span));
        heads.filter(|(head, _)| relations.contains(&head.relation)).collect()
    };
    let conditions = |relation: Symbol| {
        let mut found: Vec<Placed<'a>> = Vec::new();
        for condition in sheet.statements.iter().flat_map(|statement| &statement.body) {
            condition.atoms(true, &mut |atom, span, _| {
                found.extend((atom.relation == relation).then_some((atom, span)));
            });
        }
        found
    };
    let (set, legal) = (heads(&[Symbol::INIT, Symbol::NEXT]), heads(&[Symbol::LEGAL]));
    let (required, done) = (conditions(Symbol::TRUE), conditions(Symbol::DOES));
    // If something happens unless a certain move is made, every other move has an effect. If nothing ever depends on the move,
    // state changes are automatic, and moves only pass the time.
    let reacting = if done.is_empty() || denies_moves(sheet) { &[][..] } else { &legal };
    let kinds =
        [(NEVER_SET, &required[..], &set), (NEVER_LEGAL, &done, &legal), (WITHOUT_REACTION, reacting, &done)];
    kinds
        .into_iter()
        .flat_map(|(parts, atoms, others)| misfits(source, sheet, &parts, atoms, others))
        .collect()
}

/// Returns a warning for each atom whose fluent or move matches no other atom's; of equal misfits, for the first.
fn misfits(
    source: &Source,
    sheet: &Sheet,
    parts: &MessageParts,
    atoms: &[Placed<'_>],
    others: &[Placed<'_>],
) -> Vec<Diagnostic> {
    let mut shapes = TermShapes::default();
    others.iter().filter_map(|(atom, _)| atom.arguments.last()).for_each(|term| shapes.add(term));
    let mut seen = Set::new();
    let mut found = Vec::new();
    for (atom, span) in atoms {
        let Some(misfit) = atom.arguments.last().and_then(|term| shapes.misfit(term)) else { continue };
        if !seen.insert(misfit.clone()) {
            continue;
        }
        let written = source.text().get((*span).clone()).unwrap_or_default().split_whitespace().join(" ");
        found.push(
            Diagnostic::warning(source, format!("`{written}` {}", parts.message))
                .at((*span).clone(), parts.label)
                .help(
                    suggestion(&misfit, atom.relation, &shapes, sheet)
                        .unwrap_or_else(|| parts.help.to_owned()),
                ),
        );
        if found.len() == MAX_WARNINGS {
            break;
        }
    }
    found
}

fn suggestion(misfit: &Misfit, relation: Symbol, shapes: &TermShapes, sheet: &Sheet) -> Option<String> {
    let (found, n_arguments) = misfit.found();
    let instead = shapes.instead(misfit);
    if let Some((_, other)) = instead.iter().find(|(name, _)| *name == found) {
        let name = sheet.symbols.name(found);
        let arguments = arguments(*other);
        return Some(format!("`{name}` has {arguments} elsewhere, and {n_arguments} here"));
    }
    let is_relation = |statement: &Statement| {
        (statement.head.relation, statement.head.arguments.len()) == (found, n_arguments)
    };
    if relation == Symbol::TRUE
        && matches!(misfit, Misfit::Whole(_))
        && sheet.statements.iter().any(is_relation)
    {
        let name = sheet.symbols.name(found);
        return Some(format!("`{name}` is a relation of its own; ask for it without `true`"));
    }
    let names = instead.iter().filter(|(_, other)| *other == n_arguments);
    let near = nearest(sheet.symbols.name(found), names.map(|(name, _)| sheet.symbols.name(*name)))?;
    Some(format!("did you mean `{near}`?"))
}

/// Checks whether some condition negates a move, or an atom that depends on the move.
fn denies_moves(sheet: &Sheet) -> bool {
    let (mut users, mut denied) = (Map::<Symbol, Vec<Symbol>>::new(), Set::new());
    for statement in &sheet.statements {
        for condition in &statement.body {
            condition.atoms(true, &mut |atom, _, positive| {
                users.entry(atom.relation).or_default().push(statement.head.relation);
                if !positive {
                    denied.insert(atom.relation);
                }
            });
        }
    }
    let (mut open, mut depends) = (vec![Symbol::DOES], Set::new());
    while let Some(relation) = open.pop() {
        if depends.insert(relation) {
            open.extend(users.remove(&relation).unwrap_or_default());
        }
    }
    !depends.is_disjoint(&denied)
}

pub(super) type TermShape = (Symbol, usize);

/// The shapes of a set of terms: for each function or constant, the shapes at each of its places.
///
/// Places are compared one by one, and no deeper. So a term may fit here and match no term of the set, but a term that does
/// not fit matches none.
#[derive(Debug, Default)]
struct TermShapes {
    by_shape: Map<TermShape, Vec<PlaceShapes>>,
    has_anything: bool,
}

#[derive(Debug, Clone, Default)]
struct PlaceShapes {
    shapes: Set<TermShape>,
    has_anything: bool,
}

/// Reason why a term matches none of the set.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Misfit {
    /// No term has this shape.
    Whole(TermShape),
    /// No term of the first shape has the second shape at this place.
    Place(TermShape, usize, TermShape),
}

/// Returns the shape of a term; `None` for a variable.
pub(super) fn shape_of(term: &GdlTerm) -> Option<TermShape> {
    match term {
        GdlTerm::Constant(name) => Some((*name, 0)),
        GdlTerm::Variable(_) => None,
        GdlTerm::Function(name, arguments) => Some((*name, arguments.len())),
    }
}

fn parts(term: &GdlTerm) -> &[GdlTerm] {
    match term {
        GdlTerm::Function(_, arguments) => arguments,
        GdlTerm::Constant(_) | GdlTerm::Variable(_) => &[],
    }
}

impl TermShapes {
    fn add(&mut self, term: &GdlTerm) {
        let Some(shape) = shape_of(term) else {
            self.has_anything = true;
            return;
        };
        let places = self.by_shape.entry(shape).or_insert_with(|| vec![PlaceShapes::default(); shape.1]);
        for (place, argument) in places.iter_mut().zip(parts(term)) {
            match shape_of(argument) {
                Some(shape) => drop(place.shapes.insert(shape)),
                None => place.has_anything = true,
            }
        }
    }

    /// Returns the reason why a term matches none of the set; `None` if it may match one.
    fn misfit(&self, term: &GdlTerm) -> Option<Misfit> {
        let shape = shape_of(term).filter(|_| !self.has_anything)?;
        let Some(places) = self.by_shape.get(&shape) else { return Some(Misfit::Whole(shape)) };
        places.iter().zip(parts(term)).enumerate().find_map(|(number, (place, argument))| {
            let found = shape_of(argument).filter(|_| !place.has_anything)?;
            (!place.shapes.contains(&found)).then_some(Misfit::Place(shape, number, found))
        })
    }

    /// Returns suggestions: the shapes in the place of the one that does not fit.
    fn instead(&self, misfit: &Misfit) -> Vec<TermShape> {
        match misfit {
            Misfit::Whole(_) => self.by_shape.keys().copied().collect(),
            Misfit::Place(shape, place, _) => {
                let place = self.by_shape.get(shape).and_then(|places| places.get(*place));
                place.map_or(Vec::new(), |place| place.shapes.iter().copied().collect())
            }
        }
    }
}

impl Misfit {
    fn found(&self) -> TermShape {
        match self {
            Self::Whole(shape) | Self::Place(_, _, shape) => *shape,
        }
    }
}
