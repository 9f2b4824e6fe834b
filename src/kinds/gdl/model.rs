//! The model of a game, as conditions over fluents: which moves are legal, which states are terminal, and which fluents
//! hold after each move.

use std::collections::BTreeMap;

use super::conditions::Formulas;
use super::evaluate::Evaluator;
use super::limits::Meter;
use super::literal::CondLit;
use super::order::order;
use super::program::{GroundProgram, ProgramAtom};
use super::simplify::{AtomValues, simplify};
use super::{GroundError, Symbol};
use crate::datalog::{TermId, Terms};

/// See the module. Leaf `i` of the formulas says that fluent `i` holds.
#[derive(Debug, Clone)]
pub(super) struct GameModel {
    pub(super) formulas: Formulas,
    /// The terms of the fluents.
    pub(super) fluents: Vec<TermId>,
    /// What becomes of each fluent.
    pub(super) roles: Vec<FluentRole>,
    /// What the clock says.
    pub(super) clock: Option<ClockModel>,
    /// Does each hold at the start?
    pub(super) initial: Vec<bool>,
    /// For each fluent when it holds next, whatever is done, if `changes` do not say otherwise.
    pub(super) next: Vec<CondLit>,
    pub(super) moves: Vec<MoveModel>,
    pub(super) terminal: CondLit,
    /// When the play, if it ended here, would be worth so much.
    pub(super) goals: BTreeMap<u32, CondLit>,
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
    pub(super) legal: CondLit,
    /// When fluents hold next, where that differs from [`GameModel::next`]; sorted by fluent.
    pub(super) changes: Vec<(usize, CondLit)>,
}

impl GameModel {
    /// Evaluates the ground rules.
    pub(super) fn of(
        mut program: GroundProgram,
        terms: &Terms,
        meter: &mut Meter<'_>,
    ) -> Result<Self, GroundError> {
        let values = simplify(&mut program, meter)?;
        let order = order(&program, terms, &meter.sheet.symbols, meter)?;
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
            formulas: evaluator.into_formulas(),
            moves,
            goals,
        })
    }

    /// The same with other conditions.
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

/// A goal value: a number from 0 to 100.
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
        let is_goal = |rule: &super::GdlRule| rule.head.relation == Symbol::GOAL;
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
