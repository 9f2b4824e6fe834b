//! Evaluation of ground rules to conditions over fluents.
//!
//! The rules for the next state are evaluated once for "no move at all", and then for each move where it matters: only
//! atoms that depend on that very move are evaluated again.

use std::collections::{BTreeSet, HashMap};

use super::GroundError;
use super::conditions::Formulas;
use super::limits::Meter;
use super::literal::CondLit;
use super::program::{GroundProgram, ProgramAtom};
use super::simplify::AtomValues;

/// See the module.
pub(super) struct Evaluator<'p> {
    program: &'p GroundProgram,
    values: &'p AtomValues,
    /// The open heads, each after those that its rules mention; and the place of each there.
    order: Vec<ProgramAtom>,
    place: Vec<usize>,
    formulas: Formulas,
    leaves: HashMap<ProgramAtom, CondLit>,
    /// For each atom its rules that apply whatever is done, or unless something is done.
    rules: Vec<Vec<usize>>,
    /// The rules for an atom that need a move.
    rules_for: HashMap<(ProgramAtom, ProgramAtom), Vec<usize>>,
    is_move: Vec<bool>,
    /// The atoms whose rules mention an atom that depends on the move, or a move.
    users: HashMap<ProgramAtom, Vec<ProgramAtom>>,
    /// What each open head is if no move is done.
    base: Vec<Option<CondLit>>,
}

impl<'p> Evaluator<'p> {
    /// Evaluates everything for no move at all.
    pub(super) fn new(
        program: &'p GroundProgram,
        values: &'p AtomValues,
        order: Vec<ProgramAtom>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, GroundError> {
        let n = program.atoms.len();
        let mut place = vec![usize::MAX; n];
        order.iter().zip(0..).for_each(|(atom, number)| place[*atom] = number);
        let mut formulas = Formulas::default();
        let fluents = program.fluents.iter().filter(|fluent| values[fluent.holds] != Some(false));
        let leaves = fluents.zip(0..).map(|(fluent, number)| (fluent.holds, formulas.leaf(number))).collect();
        let mut is_move = vec![false; n];
        program.moves.iter().for_each(|a_move| is_move[a_move.does] = true);
        let mut evaluator = Self {
            program,
            values,
            order,
            place,
            formulas,
            leaves,
            rules: vec![Vec::new(); n],
            rules_for: HashMap::new(),
            is_move,
            users: HashMap::new(),
            base: vec![None; n],
        };
        evaluator.file_rules(meter)?;
        for position in 0..evaluator.order.len() {
            meter.tick(evaluator.formulas.bytes())?;
            let atom = evaluator.order[position];
            evaluator.base[atom] = Some(evaluator.evaluate(atom, None, &HashMap::new()));
        }
        Ok(evaluator)
    }

    /// The conditions.
    pub(super) fn into_formulas(self) -> Formulas {
        self.formulas
    }

    fn file_rules(&mut self, meter: &mut Meter<'_>) -> Result<(), GroundError> {
        for (number, rule) in self.program.rules.iter().enumerate() {
            meter.tick(0)?;
            let mut needed = rule.body.iter().filter(|(atom, holds)| *holds && self.is_move[*atom]);
            match (needed.next(), needed.next()) {
                (None, _) => self.rules[rule.head].push(number),
                (Some((a_move, _)), None) => {
                    self.rules_for.entry((rule.head, *a_move)).or_default().push(number);
                }
                // Only one thing is done at a time.
                (Some(_), Some(_)) => {}
            }
        }
        let mut by_head: HashMap<ProgramAtom, Vec<usize>> = HashMap::new();
        for (number, rule) in self.program.rules.iter().enumerate() {
            by_head.entry(rule.head).or_default().push(number);
        }
        for atom in &self.order {
            meter.tick(0)?;
            let mut used = BTreeSet::new();
            for rule in by_head.get(atom).into_iter().flatten() {
                let body = &self.program.rules[*rule].body;
                used.extend(body.iter().map(|(atom, _)| *atom).filter(|atom| self.depends(*atom)));
            }
            for used in used {
                self.users.entry(used).or_default().push(*atom);
            }
            // From here on it counts as something that depends on the move if it does.
            if by_head
                .get(atom)
                .into_iter()
                .flatten()
                .any(|rule| self.program.rules[*rule].body.iter().any(|(used, _)| self.depends(*used)))
            {
                self.users.entry(*atom).or_default();
            }
        }
        Ok(())
    }

    fn depends(&self, atom: ProgramAtom) -> bool {
        self.is_move[atom] || self.users.contains_key(&atom)
    }

    /// The condition for an atom that does not depend on the move, or for any atom if nothing is done.
    pub(super) fn known(&self, atom: ProgramAtom) -> CondLit {
        match self.values[atom] {
            Some(true) => CondLit::TRUE,
            Some(false) => CondLit::FALSE,
            None => match self.leaves.get(&atom) {
                Some(leaf) => *leaf,
                None => self.base[atom].unwrap_or(CondLit::FALSE),
            },
        }
    }

    /// The condition for an atom if that move is done, or none. `special` are the atoms that depend on that move.
    fn evaluate(
        &mut self,
        atom: ProgramAtom,
        a_move: Option<ProgramAtom>,
        special: &HashMap<ProgramAtom, CondLit>,
    ) -> CondLit {
        let needing = a_move.and_then(|a_move| self.rules_for.get(&(atom, a_move)));
        let rules = self.rules[atom].iter().chain(needing.into_iter().flatten());
        let bodies: Vec<Vec<CondLit>> = rules
            .map(|rule| {
                let literals = self.program.rules[*rule].body.iter().map(|(used, holds)| {
                    let lit = match special.get(used) {
                        Some(lit) => *lit,
                        None if self.is_move[*used] => CondLit::TRUE.signed(Some(*used) == a_move),
                        None => self.known(*used),
                    };
                    lit.signed(*holds)
                });
                literals.collect()
            })
            .collect();
        self.formulas.or(bodies)
    }

    /// When fluents hold next if that move is done, where it makes a difference. `next` are the atoms for them.
    pub(super) fn changes(
        &mut self,
        number: usize,
        next: &[Option<ProgramAtom>],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, CondLit)>, GroundError> {
        let a_move = self.program.moves[number].does;
        let mut affected = BTreeSet::new();
        let mut open = vec![a_move];
        while let Some(atom) = open.pop() {
            for user in self.users.get(&atom).into_iter().flatten() {
                if affected.insert(self.place[*user]) {
                    open.push(*user);
                }
            }
        }
        let mut special = HashMap::new();
        for place in affected {
            meter.tick(self.formulas.bytes())?;
            let atom = self.order[place];
            let lit = self.evaluate(atom, Some(a_move), &special);
            special.insert(atom, lit);
        }
        Ok(next
            .iter()
            .enumerate()
            .filter_map(|(fluent, atom)| {
                let lit = *special.get(&(*atom)?)?;
                (lit != self.known((*atom)?)).then_some((fluent, lit))
            })
            .collect())
    }
}
