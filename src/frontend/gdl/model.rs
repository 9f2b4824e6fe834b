//! The game as conditions over fluents: what is legal, when it ends, and for each move which fluents hold next.
//!
//! The rules for the next state are evaluated once for "no move at all", and then for each move where it matters: only
//! atoms that depend on that very move are evaluated again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::conditions::{Formulas, Lit};
use super::limits::Meter;
use super::order::order;
use super::program::{AtomId, Program};
use super::simplify::{Values, simplify};
use super::terms::{TermId, Terms};
use super::{GroundError, Symbol};

/// See the module. Leaf `i` of the formulas says that fluent `i` holds.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) formulas: Formulas,
    /// The terms of the fluents.
    pub(super) fluents: Vec<TermId>,
    /// What becomes of each fluent.
    pub(super) roles: Vec<FluentRole>,
    /// What the clock says.
    pub(super) clock: Option<ClockModel>,
    /// Whether each holds at the start.
    pub(super) initial: Vec<bool>,
    /// For each fluent when it holds next, whatever is done, if `changes` do not say otherwise.
    pub(super) next: Vec<Lit>,
    pub(super) moves: Vec<MoveModel>,
    pub(super) terminal: Lit,
    /// When the play, if it ended here, would be worth so much.
    pub(super) goals: BTreeMap<u32, Lit>,
}

/// What a fluent is to the task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FluentRole {
    /// A part of the state.
    State,
    /// A function of time.
    Clock,
    /// The same at all times.
    Constant(bool),
}

/// The fluents that are functions of time. Leaf `n + v`, where n is the number of fluents, says that the clock's value
/// is v.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClockModel {
    /// The fluents that hold at each value.
    pub(super) values: Vec<Vec<usize>>,
    /// The value after the last one.
    pub(super) loop_to: usize,
}

/// One move.
#[derive(Debug, Clone)]
pub(super) struct MoveModel {
    pub(super) term: TermId,
    pub(super) legal: Lit,
    /// When fluents hold next, where that differs from [`Model::next`]; sorted by fluent.
    pub(super) changes: Vec<(usize, Lit)>,
}

impl Model {
    /// Evaluates the ground rules.
    pub(super) fn of(
        mut program: Program,
        terms: &Terms,
        meter: &mut Meter<'_>,
    ) -> Result<Self, GroundError> {
        let values = simplify(&mut program, meter)?;
        let order = order(&program, terms, &meter.sheet.symbols, meter)?;
        let mut evaluator = Evaluator::new(&program, &values, order);
        for position in 0..evaluator.order.len() {
            meter.tick(evaluator.formulas.bytes())?;
            let atom = evaluator.order[position];
            evaluator.base[atom] = Some(evaluator.evaluate(atom, None, &HashMap::new()));
        }
        let is_possible = |atom: AtomId| values[atom] != Some(false);
        let next: Vec<Option<AtomId>> = program
            .fluents
            .iter()
            .filter(|fluent| is_possible(fluent.holds))
            .map(|fluent| fluent.next)
            .collect();
        let mut moves = Vec::new();
        for (number, a_move) in program.moves.iter().enumerate() {
            if is_possible(a_move.does) {
                let changes = evaluator.changes(number, &next, meter)?;
                let legal = a_move.legal.map_or(Lit::FALSE, |atom| evaluator.known(atom));
                moves.push(MoveModel { term: a_move.term, legal, changes });
            }
        }
        let lit = |atom: &Option<AtomId>| atom.map_or(Lit::FALSE, |atom| evaluator.known(atom));
        let mut goals = BTreeMap::new();
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

    /// The same with other conditions.
    pub(super) fn renamed(self, formulas: Formulas, lit: &dyn Fn(Lit) -> Lit) -> Self {
        let next: Vec<Lit> = self.next.into_iter().map(lit).collect();
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

/// A goal value: a number from 0 to 100.
fn goal_value(
    value: TermId,
    atom: AtomId,
    program: &Program,
    values: &Values,
    terms: &Terms,
    meter: &Meter<'_>,
) -> Result<u32, GroundError> {
    let text = terms.text(&meter.sheet.symbols, value);
    let number =
        text.parse().ok().filter(|number| *number <= 100 && text.bytes().all(|b| b.is_ascii_digit()));
    number.ok_or_else(|| {
        let deriving = program.rules.iter().find(|rule| rule.head == atom);
        let is_goal = |rule: &super::Rule| rule.head.relation == Symbol::GOAL;
        let rule = match (deriving, values[atom]) {
            (Some(rule), None) => rule.rule,
            _ => meter.sheet.rules.iter().position(is_goal).unwrap_or(0),
        };
        meter.refuse(
            rule,
            format!("'{text}' is no goal value"),
            "this rule can derive it",
            "goal values are numbers from 0 to 100",
        )
    })
}

struct Evaluator<'p> {
    program: &'p Program,
    values: &'p Values,
    /// The open heads, each after those that its rules mention; and the place of each there.
    order: Vec<AtomId>,
    place: Vec<usize>,
    formulas: Formulas,
    leaves: HashMap<AtomId, Lit>,
    /// For each atom its rules that apply whatever is done, or unless something is done.
    rules: Vec<Vec<usize>>,
    /// The rules for an atom that need a move.
    rules_for: HashMap<(AtomId, AtomId), Vec<usize>>,
    is_move: Vec<bool>,
    /// The atoms whose rules mention an atom that depends on the move, or a move.
    users: HashMap<AtomId, Vec<AtomId>>,
    /// What each open head is if no move is done.
    base: Vec<Option<Lit>>,
}

impl<'p> Evaluator<'p> {
    fn new(program: &'p Program, values: &'p Values, order: Vec<AtomId>) -> Self {
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
        evaluator.file_rules();
        evaluator
    }

    fn file_rules(&mut self) {
        for (number, rule) in self.program.rules.iter().enumerate() {
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
        let mut by_head: HashMap<AtomId, Vec<usize>> = HashMap::new();
        for (number, rule) in self.program.rules.iter().enumerate() {
            by_head.entry(rule.head).or_default().push(number);
        }
        for atom in &self.order {
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
    }

    fn depends(&self, atom: AtomId) -> bool {
        self.is_move[atom] || self.users.contains_key(&atom)
    }

    /// The condition for an atom that does not depend on the move, or for any atom if nothing is done.
    fn known(&self, atom: AtomId) -> Lit {
        match self.values[atom] {
            Some(true) => Lit::TRUE,
            Some(false) => Lit::FALSE,
            None => match self.leaves.get(&atom) {
                Some(leaf) => *leaf,
                None => self.base[atom].unwrap_or(Lit::FALSE),
            },
        }
    }

    /// The condition for an atom if that move is done, or none. `special` are the atoms that depend on that move.
    fn evaluate(&mut self, atom: AtomId, a_move: Option<AtomId>, special: &HashMap<AtomId, Lit>) -> Lit {
        let needing = a_move.and_then(|a_move| self.rules_for.get(&(atom, a_move)));
        let rules = self.rules[atom].iter().chain(needing.into_iter().flatten());
        let bodies: Vec<Vec<Lit>> = rules
            .map(|rule| {
                let literals = self.program.rules[*rule].body.iter().map(|(used, holds)| {
                    let lit = match special.get(used) {
                        Some(lit) => *lit,
                        None if self.is_move[*used] => Lit::TRUE.signed(Some(*used) == a_move),
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
    fn changes(
        &mut self,
        number: usize,
        next: &[Option<AtomId>],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, Lit)>, GroundError> {
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
