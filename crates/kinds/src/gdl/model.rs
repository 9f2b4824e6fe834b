//! The model of a game, as conditions over fluents: which moves are legal, which states are terminal, and which fluents hold
//! after each move.

use std::collections::HashMap;

use bmcplan_base::ordered::{Map, Set};

use super::conditions::{CondLit, Formulas};
use super::limits::{GroundError, Meter};
use super::program::{AtomValues, GroundProgram, ProgramAtom, order, simplify};
use super::sheet::{GdlRule, Symbol};
use crate::datalog::{TermId, Terms};

/// A game as conditions over its fluents. Leaf `i` of the formulas says that fluent `i` holds.
#[derive(Debug, Clone)]
pub(super) struct GameModel {
    pub(super) formulas: Formulas,
    pub(super) fluents: Vec<TermId>,
    pub(super) roles: Vec<FluentRole>,
    pub(super) clock: Option<ClockModel>,
    pub(super) initial: Vec<bool>,
    /// For each fluent the condition to hold next, except under moves whose `changes` have another one.
    pub(super) next: Vec<CondLit>,
    pub(super) moves: Vec<MoveModel>,
    pub(super) terminal: CondLit,
    /// For each goal value the condition under which a terminal state has it.
    pub(super) goals: Map<u32, CondLit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FluentRole {
    State,
    Clock,
    /// The same at all times.
    Constant(bool),
}

/// Fluents that are functions of time. Leaf `n + v`, where n is the number of fluents, says that the clock's value is v.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClockModel {
    /// Fluents that hold at each value.
    pub(super) values: Vec<Vec<usize>>,
    /// Value after the last one.
    pub(super) loop_to: usize,
}

#[derive(Debug, Clone)]
pub(super) struct MoveModel {
    pub(super) term: TermId,
    pub(super) legal: CondLit,
    /// Conditions for fluents to hold next, where they differ from [`GameModel::next`]; sorted by fluent.
    pub(super) changes: Vec<(usize, CondLit)>,
}

impl GameModel {
    pub(super) fn of(
        mut program: GroundProgram,
        terms: &Terms,
        meter: &mut Meter<'_>,
    ) -> Result<Self, GroundError> {
        let values = simplify(&mut program, meter)?;
        let order = order(&program, terms, meter)?;
        let mut evaluator = Evaluator::new(&program, &values, order, meter)?;
        let is_possible = |atom: ProgramAtom| values[atom] != Some(false);
        let next: Vec<Option<ProgramAtom>> = program
            .fluents
            .iter()
            .filter(|fluent| is_possible(fluent.holds))
            .map(|fluent| fluent.next)
            .collect();
        let mut moves = Vec::new();
        for (number, a_move) in program.moves.iter().enumerate() {
            if is_possible(a_move.does) {
                let changes = evaluator.changes(number, &next, meter)?;
                let legal = a_move.legal.map_or(CondLit::FALSE, |atom| evaluator.known(atom));
                moves.push(MoveModel { term: a_move.term, legal, changes });
            }
        }
        let lit = |atom: &Option<ProgramAtom>| atom.map_or(CondLit::FALSE, |atom| evaluator.known(atom));
        let mut goals = Map::new();
        for (value, atom) in &program.goals {
            if is_possible(*atom) {
                goals.insert(goal_value(*value, *atom, &program, &values, terms, meter)?, lit(&Some(*atom)));
            }
        }
        let fluents = program.fluents.iter().filter(|fluent| is_possible(fluent.holds));
        Ok(Self {
            fluents: fluents.clone().map(|fluent| fluent.term).collect(),
            initial: fluents
                .map(|fluent| fluent.init.is_some_and(|init| values[init] == Some(true)))
                .collect(),
            roles: vec![FluentRole::State; next.len()],
            clock: None,
            next: next.iter().map(lit).collect(),
            terminal: lit(&program.terminal),
            formulas: evaluator.formulas,
            moves,
            goals,
        })
    }

    pub(super) fn renamed(self, formulas: Formulas, lit: &dyn Fn(CondLit) -> CondLit) -> Self {
        let next: Vec<CondLit> = self.next.into_iter().map(lit).collect();
        let rename = |a_move: MoveModel| MoveModel {
            term: a_move.term,
            legal: lit(a_move.legal),
            changes: a_move.changes.into_iter().map(|(fluent, old)| (fluent, lit(old))).collect(),
        };
        Self {
            formulas,
            next,
            moves: self.moves.into_iter().map(rename).collect(),
            terminal: lit(self.terminal),
            goals: self.goals.into_iter().map(|(value, old)| (value, lit(old))).collect(),
            ..self
        }
    }
}

/// Parses a goal value: a number from 0 to 100.
fn goal_value(
    value: TermId,
    atom: ProgramAtom,
    program: &GroundProgram,
    values: &AtomValues,
    terms: &Terms,
    meter: &Meter<'_>,
) -> Result<u32, GroundError> {
    let text = meter.sheet.symbols.ground(terms, value);
    let number = text.parse().ok().filter(|number: &u32| *number <= 100 && number.to_string() == text);
    number.ok_or_else(|| {
        let deriving = program.rules.iter().find(|rule| rule.head == atom);
        let is_goal = |rule: &GdlRule| rule.head.relation == Symbol::GOAL;
        let rule = match (deriving, values[atom]) {
            (Some(rule), None) => rule.rule,
            _ => meter.sheet.rules.iter().position(is_goal).unwrap_or(0),
        };
        meter.refuse(
            rule,
            format!("'{text}' is not a goal value"),
            "this rule can derive it",
            "goal values are numbers from 0 to 100",
        )
    })
}

/// An evaluator of ground rules to conditions over fluents.
///
/// The rules for the next state are evaluated once for "no move at all", and then for each move that affects them: only atoms
/// that depend on this move are evaluated again.
struct Evaluator<'p> {
    program: &'p GroundProgram,
    values: &'p AtomValues,
    /// Open heads, each after the heads that its rules mention; and their places in this order.
    order: Vec<ProgramAtom>,
    place: Vec<usize>,
    formulas: Formulas,
    leaves: HashMap<ProgramAtom, CondLit>,
    /// Rules of each atom that require no move; negated moves are allowed.
    rules: Vec<Vec<usize>>,
    /// Rules of an atom that require a move.
    rules_for: HashMap<(ProgramAtom, ProgramAtom), Vec<usize>>,
    is_move: Vec<bool>,
    /// Atoms whose rules mention a move, or an atom that depends on the move.
    users: HashMap<ProgramAtom, Vec<ProgramAtom>>,
    /// Condition for each open head if no move is made.
    base: Vec<Option<CondLit>>,
}

impl<'p> Evaluator<'p> {
    /// Evaluates all heads for no move at all.
    fn new(
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

    fn file_rules(&mut self, meter: &mut Meter<'_>) -> Result<(), GroundError> {
        for (number, rule) in self.program.rules.iter().enumerate() {
            meter.tick(0)?;
            let mut needed = rule.body.iter().filter(|(atom, holds)| *holds && self.is_move[*atom]);
            match (needed.next(), needed.next()) {
                (None, _) => self.rules[rule.head].push(number),
                (Some((a_move, _)), None) => {
                    self.rules_for.entry((rule.head, *a_move)).or_default().push(number);
                }
                // Only one move is made at a time.
                (Some(_), Some(_)) => {}
            }
        }
        let mut by_head: HashMap<ProgramAtom, Vec<usize>> = HashMap::new();
        for (number, rule) in self.program.rules.iter().enumerate() {
            by_head.entry(rule.head).or_default().push(number);
        }
        for atom in &self.order {
            meter.tick(0)?;
            let mut used = Set::new();
            for rule in by_head.get(atom).into_iter().flatten() {
                let body = &self.program.rules[*rule].body;
                used.extend(body.iter().map(|(atom, _)| *atom).filter(|atom| self.depends(*atom)));
            }
            // An atom depends on the move if an atom in its rules does.
            if !used.is_empty() {
                self.users.entry(*atom).or_default();
            }
            for used in used {
                self.users.entry(used).or_default().push(*atom);
            }
        }
        Ok(())
    }

    fn depends(&self, atom: ProgramAtom) -> bool {
        self.is_move[atom] || self.users.contains_key(&atom)
    }

    /// Returns the condition for an atom that does not depend on the move, or for any atom if no move is made.
    fn known(&self, atom: ProgramAtom) -> CondLit {
        match self.values[atom] {
            Some(true) => CondLit::TRUE,
            Some(false) => CondLit::FALSE,
            None => match self.leaves.get(&atom) {
                Some(leaf) => *leaf,
                None => self.base[atom].unwrap_or(CondLit::FALSE),
            },
        }
    }

    /// Returns the condition for an atom if that move is made, or no move. `special` has the atoms that depend on the move.
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

    /// Returns the conditions for fluents to hold next that the move changes. `next` has their atoms.
    fn changes(
        &mut self,
        number: usize,
        next: &[Option<ProgramAtom>],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, CondLit)>, GroundError> {
        let a_move = self.program.moves[number].does;
        let mut affected = Set::new();
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
