//! Moves as operators: a precondition, and effects that make each fluent exactly what the rules say it is next.
//!
//! A move becomes several operators of its name, of which at most one can be applied in a state, where that makes
//! effects unconditional: one for each way in which the move is legal, and one for each value of the variables that
//! the effects depend on.

use std::collections::BTreeSet;

use super::GroundError;
use super::conditions::{CondNode, Formulas};
use super::context::Context;
use super::effects::{DraftEffect, MoveEffects};
use super::limits::Meter;
use super::literal::CondLit;
use super::model::{GameModel, MoveModel};
use crate::fdr::AtomVariables;

/// An operator in the making.
#[derive(Debug, Clone)]
pub(super) struct GameOperator {
    /// The move's number in the model.
    pub(super) a_move: usize,
    pub(super) precondition: Vec<CondLit>,
    pub(super) effects: Vec<DraftEffect>,
}

/// A move becomes no more operators than this for each way in which it is legal.
const MAX_VALUES: usize = 16;
/// A move with more ways in which it is legal is one operator.
const MAX_WAYS: usize = 64;
/// Past this number of operators, no move becomes several.
const MAX_OPERATORS: usize = 4_000;

/// The operators of all moves. `leaves` say that fluents hold.
pub(super) fn operators(
    model: &mut GameModel,
    variables: &AtomVariables,
    leaves: &[CondLit],
    meter: &mut Meter<'_>,
) -> Result<Vec<GameOperator>, GroundError> {
    let mut formulas = std::mem::take(&mut model.formulas);
    let mover = MoveEffects::new(model, variables, leaves);
    let mut drafts = Vec::new();
    for (number, a_move) in model.moves.iter().enumerate() {
        meter.tick(formulas.bytes())?;
        let Some(whole) = draft(&mover, number, vec![a_move.legal], &mut formulas, meter)? else { continue };
        let is_done = whole.n_conditional() == 0 || MAX_OPERATORS < drafts.len();
        let ways = if is_done { Vec::new() } else { ways(a_move, &formulas) };
        let mut parts = Vec::new();
        for way in ways {
            parts.extend(draft(&mover, number, way, &mut formulas, meter)?);
        }
        let n_conditional: usize = parts.iter().map(GameOperator::n_conditional).sum();
        let parts = if parts.is_empty() || whole.n_conditional() * parts.len() <= n_conditional {
            vec![whole]
        } else {
            parts
        };
        for part in parts {
            let split = if is_done { None } else { by_values(&mover, &part, &mut formulas, meter)? };
            drafts.extend(split.unwrap_or_else(|| vec![part]));
        }
    }
    model.formulas = formulas;
    Ok(drafts)
}

impl GameOperator {
    fn n_conditional(&self) -> usize {
        self.effects.iter().filter(|effect| !effect.condition.is_empty()).count()
    }
}

/// The operator of a move under more conditions; `None` if it can never be applied.
fn draft(
    mover: &MoveEffects<'_>,
    a_move: usize,
    conditions: Vec<CondLit>,
    formulas: &mut Formulas,
    meter: &mut Meter<'_>,
) -> Result<Option<GameOperator>, GroundError> {
    let Some(precondition) = precondition(conditions, mover.model.terminal, formulas) else {
        return Ok(None);
    };
    let context = Context::new(&precondition, formulas);
    let effects = mover.effects(a_move, &context, formulas, meter)?;
    Ok(Some(GameOperator { a_move, precondition, effects }))
}

/// Conditions that hold in a state in which the play goes on, each simplified by the others.
fn precondition(
    conditions: Vec<CondLit>,
    terminal: CondLit,
    formulas: &mut Formulas,
) -> Option<Vec<CondLit>> {
    let all = [conditions, vec![!terminal]].concat();
    let all = formulas.conjunction(all)?;
    let is_nested = |formulas: &Formulas, lit: &CondLit| matches!(formulas.node(*lit), CondNode::Or(_));
    let (nested, plain): (Vec<CondLit>, Vec<CondLit>) =
        all.into_iter().partition(|lit| is_nested(formulas, lit));
    let mut left = Context::new(&plain, formulas).rest(formulas, nested)?;
    left.extend(plain);
    formulas.conjunction(left)
}

/// The ways in which a move is legal, if they exclude each other.
fn ways(a_move: &MoveModel, formulas: &Formulas) -> Vec<Vec<CondLit>> {
    let ways = formulas.bodies(a_move.legal);
    let exclude = |a: &CondLit, b: &CondLit| *a == !*b || formulas.exclusions().exclude(*a, *b);
    let differ =
        |one: &Vec<CondLit>, other: &Vec<CondLit>| one.iter().any(|a| other.iter().any(|b| exclude(a, b)));
    let is_split = (2..=MAX_WAYS).contains(&ways.len())
        && ways.iter().enumerate().all(|(number, one)| ways[..number].iter().all(|other| differ(one, other)));
    if is_split { ways } else { Vec::new() }
}

/// The operators that are left if one takes the values of all variables that effects depend on as given; `None` if
/// that are too many, or an effect depends on more than one value of another variable. What just switches a variable is
/// left alone: switches can be applied in any order, and what they are split into cannot.
fn by_values(
    mover: &MoveEffects<'_>,
    whole: &GameOperator,
    formulas: &mut Formulas,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<GameOperator>>, GroundError> {
    let mut variables = BTreeSet::new();
    let mut n_values = 1;
    for effect in &whole.effects {
        let lit = match effect.condition.as_slice() {
            [] => continue,
            [lit] => *lit,
            _ => return Ok(None),
        };
        let variable = mover.variable(lit, formulas).filter(|variable| *variable != effect.variable);
        let Some(variable) = variable else { return Ok(None) };
        if variables.insert(variable) {
            n_values *= mover.n_values(variable);
        }
        if MAX_VALUES < n_values {
            return Ok(None);
        }
    }
    if variables.is_empty() {
        return Ok(None);
    }
    let mut parts = vec![whole.precondition.clone()];
    for variable in variables {
        let values = mover.values(variable);
        parts = parts
            .iter()
            .flat_map(|part| values.iter().map(|value| [part.as_slice(), value].concat()))
            .filter_map(|part| formulas.conjunction(part))
            .collect();
    }
    let mut drafts = Vec::new();
    for part in parts {
        drafts.extend(draft(mover, whole.a_move, part, formulas, meter)?);
    }
    Ok(Some(drafts))
}
