//! The ground program: rules with atoms numbered densely, and the language's own relations among them.

use std::collections::{BTreeMap, HashMap};

use super::ground::GroundSheet;
use super::limits::Meter;
use super::{GroundError, Symbol};
use crate::datalog::{TermId, Terms};

/// An index into [`GroundProgram::atoms`].
pub(super) type ProgramAtom = usize;

/// A ground rule.
#[derive(Debug, Clone)]
pub(super) struct ProgramRule {
    pub(super) head: ProgramAtom,
    /// Atoms, and whether they are to hold.
    pub(super) body: Box<[(ProgramAtom, bool)]>,
    /// Its rule's number in the sheet.
    pub(super) rule: usize,
}

/// A fluent: an atom of the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fluent {
    /// What is true.
    pub(super) term: TermId,
    /// Its `true`.
    pub(super) holds: ProgramAtom,
    /// Its `init` and its `next`, where there are rules for them.
    pub(super) init: Option<ProgramAtom>,
    pub(super) next: Option<ProgramAtom>,
}

/// A move of the player.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroundMove {
    /// What is done.
    pub(super) term: TermId,
    /// Its `does` and its `legal`.
    pub(super) does: ProgramAtom,
    pub(super) legal: Option<ProgramAtom>,
}

/// See the module.
#[derive(Debug)]
pub(super) struct GroundProgram {
    pub(super) atoms: Vec<TermId>,
    pub(super) rules: Vec<ProgramRule>,
    pub(super) fluents: Vec<Fluent>,
    pub(super) moves: Vec<GroundMove>,
    pub(super) terminal: Option<ProgramAtom>,
    /// The goal atoms of the player, by the term of their value.
    pub(super) goals: BTreeMap<TermId, ProgramAtom>,
}

impl GroundProgram {
    /// Numbers the atoms.
    pub(super) fn of(ground: GroundSheet, meter: &mut Meter<'_>) -> Result<(Self, Terms), GroundError> {
        let GroundSheet { terms, instances, atoms: mut relations } = ground;
        // What is about to be made of them, said before it is begun.
        let literals = instances.iter().map(|instance| instance.body.len()).sum::<usize>();
        let needed = size_of::<ProgramRule>() * instances.len() + size_of::<(ProgramAtom, bool)>() * literals;
        meter.tick(terms.bytes() + needed)?;
        let mut atoms = Vec::new();
        let mut numbers: HashMap<TermId, ProgramAtom> = HashMap::new();
        let mut number = |atom: TermId| {
            *numbers.entry(atom).or_insert_with(|| {
                atoms.push(atom);
                atoms.len() - 1
            })
        };
        let mut rules = Vec::with_capacity(instances.len());
        for instance in instances {
            meter.tick(0)?;
            rules.push(ProgramRule {
                head: number(instance.head),
                body: instance.body.iter().map(|(atom, holds)| (number(*atom), *holds)).collect(),
                rule: instance.rule,
            });
        }
        let argument = |atom: TermId, place: usize| terms.arguments(atom).get(place).copied();
        let mut all = |relation| relations.remove(&relation).unwrap_or_default().into_iter();
        let holds: Vec<ProgramAtom> = all(Symbol::TRUE).map(&mut number).collect();
        let does: Vec<ProgramAtom> = all(Symbol::DOES).map(&mut number).collect();
        let mut by_argument: HashMap<(Symbol, TermId), ProgramAtom> = HashMap::new();
        let (mut terminal, mut goals) = (None, BTreeMap::new());
        for (id, atom) in atoms.iter().enumerate() {
            let symbol = terms.symbol(*atom);
            let is_players = || argument(*atom, 0).is_some_and(|role| terms.symbol(role) == meter.sheet.role);
            match (symbol, argument(*atom, 0), argument(*atom, 1)) {
                (Symbol::TERMINAL, None, _) => terminal = Some(id),
                (Symbol::INIT | Symbol::NEXT, Some(fluent), _) => {
                    by_argument.insert((symbol, fluent), id);
                }
                (Symbol::LEGAL, _, Some(term)) if is_players() => {
                    by_argument.insert((symbol, term), id);
                }
                (Symbol::GOAL, _, Some(value)) if is_players() => {
                    goals.insert(value, id);
                }
                _ => {}
            }
        }
        let find = |symbol, term| by_argument.get(&(symbol, term)).copied();
        let fluents = holds
            .into_iter()
            .filter_map(|holds| {
                let term = argument(atoms[holds], 0)?;
                let (init, next) = (find(Symbol::INIT, term), find(Symbol::NEXT, term));
                Some(Fluent { term, holds, init, next })
            })
            .collect();
        let moves = does
            .into_iter()
            .filter_map(|does| {
                let term = argument(atoms[does], 1)?;
                Some(GroundMove { term, does, legal: find(Symbol::LEGAL, term) })
            })
            .collect();
        Ok((Self { atoms, rules, fluents, moves, terminal, goals }, terms))
    }
}
