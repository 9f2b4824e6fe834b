//! Moves as operators: a precondition, and effects that give each fluent exactly its next value by the rules.
//!
//! A move becomes several operators of its name if that makes effects unconditional. There is one for each way in which the
//! move is legal, and one for each value of the variables in effect conditions. At most one of them is applicable in a state.

use itertools::Itertools as _;

use bmcplan_base::ordered::{Set, sort};

use super::conditions::{CondLit, CondNode, Formulas};
use super::limits::{GroundError, Meter};
use super::model::{FluentRole, GameModel, MoveModel};
use crate::fdr::{AtomDomain, AtomVariables};

#[derive(Debug, Clone)]
pub(super) struct GameOperator {
    pub(super) a_move: usize,
    pub(super) precondition: Vec<CondLit>,
    pub(super) effects: Vec<DraftEffect>,
}

/// Greatest number of operators of a move for each alternative in which it is legal.
const MAX_VALUES: usize = 16;
/// Greatest number of alternatives in which a move is legal; a move with more is one operator.
const MAX_ALTERNATIVES: usize = 64;
/// Number of operators above which no further move is split.
const MAX_OPERATORS: usize = 4_000;

/// Returns the operators of all moves. `leaves` are the literals of the fluents.
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
        let stays_whole = whole.n_conditional() == 0 || MAX_OPERATORS < drafts.len();
        let alternatives = if stays_whole { Vec::new() } else { alternatives(a_move, &formulas) };
        let mut parts = Vec::new();
        for alternative in alternatives {
            parts.extend(draft(&mover, number, alternative, &mut formulas, meter)?);
        }
        let n_conditional: usize = parts.iter().map(GameOperator::n_conditional).sum();
        let parts = if parts.is_empty() || whole.n_conditional() * parts.len() <= n_conditional {
            vec![whole]
        } else {
            parts
        };
        for part in parts {
            let split = if stays_whole { None } else { by_values(&mover, &part, &mut formulas, meter)? };
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

/// Returns the operator of a move under additional `conditions`; `None` if it is never applicable.
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

/// Returns the conditions in a non-terminal state, each simplified by the others.
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

/// Returns the alternatives in which a move is legal, if they exclude each other.
fn alternatives(a_move: &MoveModel, formulas: &Formulas) -> Vec<Vec<CondLit>> {
    let alternatives = formulas.bodies(a_move.legal);
    let exclude = |a: &CondLit, b: &CondLit| *a == !*b || formulas.exclusions().exclude(*a, *b);
    let differ =
        |one: &Vec<CondLit>, other: &Vec<CondLit>| one.iter().any(|a| other.iter().any(|b| exclude(a, b)));
    let is_split = (2..=MAX_ALTERNATIVES).contains(&alternatives.len())
        && alternatives
            .iter()
            .enumerate()
            .all(|(number, one)| alternatives[..number].iter().all(|other| differ(one, other)));
    if is_split { alternatives } else { Vec::new() }
}

/// Splits an operator by the values of the variables that its effects depend on. `None` if there are too many, or an effect
/// depends on several literals or on no other variable. An effect that depends on its own variable is a switch: switches
/// commute, but their cases do not.
fn by_values(
    mover: &MoveEffects<'_>,
    whole: &GameOperator,
    formulas: &mut Formulas,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<GameOperator>>, GroundError> {
    let mut variables = Set::new();
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

/// A conditional effect: if the conditions hold, the variable gets the value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DraftEffect {
    pub(super) variable: usize,
    pub(super) value: usize,
    pub(super) condition: Vec<CondLit>,
}

/// The effects of moves on the state variables.
///
/// A fluent that holds next if it holds now is left alone. Otherwise it is added where a body of its rules holds. A variable
/// becomes "none" where nothing is added to it and nothing keeps its value.
struct MoveEffects<'m> {
    model: &'m GameModel,
    variables: &'m AtomVariables,
    /// Literal of each fluent.
    leaves: &'m [CondLit],
    /// Fluents without inertia: a move that does not mention them may change them.
    without_inertia: Vec<usize>,
}

/// Next values of one variable under one move.
struct NextValues {
    leaves: Vec<CondLit>,
    /// For each fluent the conjunctions that make it hold next, simplified by the context.
    bodies: Vec<Vec<Vec<CondLit>>>,
}

impl<'m> MoveEffects<'m> {
    fn new(model: &'m GameModel, variables: &'m AtomVariables, leaves: &'m [CondLit]) -> Self {
        let lacks_inertia = |fluent: &usize| {
            model.roles[*fluent] == FluentRole::State && model.next[*fluent] != leaves[*fluent]
        };
        let without_inertia = (0..leaves.len()).filter(lacks_inertia).collect();
        Self { model, variables, leaves, without_inertia }
    }

    /// Returns the effects of a move in states where the context holds.
    fn effects(
        &self,
        a_move: usize,
        context: &Context,
        formulas: &mut Formulas,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<DraftEffect>, GroundError> {
        let a_move = &self.model.moves[a_move];
        let changed = a_move.changes.iter().map(|(fluent, _)| fluent).chain(&self.without_inertia);
        let changed: Set<usize> =
            changed.filter_map(|fluent| self.variables.place(*fluent)).map(|(group, _)| group).collect();
        let mut effects = Vec::new();
        for variable in changed {
            meter.tick(formulas.bytes())?;
            let group = &self.variables.domains()[variable];
            let next_values = self.next_values(a_move, group, context, formulas);
            for (value, condition) in next_values.effects(group, context, formulas) {
                effects.push(DraftEffect { variable, value, condition });
            }
        }
        sort(&mut effects);
        effects.dedup();
        Ok(effects)
    }

    fn next_values(
        &self,
        a_move: &MoveModel,
        group: &AtomDomain,
        context: &Context,
        formulas: &mut Formulas,
    ) -> NextValues {
        let bodies = group.atoms.iter().map(|fluent| {
            let change = a_move.changes.binary_search_by_key(fluent, |(fluent, _)| *fluent);
            let next = change.map_or(self.model.next[*fluent], |place| a_move.changes[place].1);
            let bodies = formulas.bodies(next);
            bodies.into_iter().filter_map(|body| context.rest(formulas, body)).collect()
        });
        NextValues {
            bodies: bodies.collect(),
            leaves: group.atoms.iter().map(|fluent| self.leaves[*fluent]).collect(),
        }
    }

    fn variable(&self, lit: CondLit, formulas: &Formulas) -> Option<usize> {
        let CondNode::Leaf(fluent) = formulas.node(lit) else { return None };
        self.variables.place(*fluent).map(|(variable, _)| variable)
    }

    fn n_values(&self, variable: usize) -> usize {
        self.variables.domains()[variable].n_values()
    }

    /// Returns the literals that distinguish each value of a variable.
    fn values(&self, variable: usize) -> Vec<Vec<CondLit>> {
        let AtomDomain { atoms: fluents, has_none } = &self.variables.domains()[variable];
        let none = has_none.then(|| fluents.iter().map(|fluent| !self.leaves[*fluent]).collect());
        none.into_iter().chain(fluents.iter().map(|fluent| vec![self.leaves[*fluent]])).collect()
    }
}

impl NextValues {
    /// Returns values with the conditions under which the variable gets them.
    fn effects(
        &self,
        group: &AtomDomain,
        context: &Context,
        formulas: &mut Formulas,
    ) -> Vec<(usize, Vec<CondLit>)> {
        let mut effects = Vec::new();
        for (place, (leaf, bodies)) in self.leaves.iter().zip(&self.bodies).enumerate() {
            if !bodies.is_empty() && context.value(*leaf, formulas) != Some(true) {
                let adding = bodies.iter().filter(|body| !body.contains(leaf));
                effects.extend(adding.map(|body| (group.value(place), body.clone())));
            }
        }
        let is_none = || self.leaves.iter().all(|leaf| context.value(*leaf, formulas) == Some(false));
        if !group.has_none || is_none() {
            return effects;
        }
        if effects.is_empty() && self.bodies.iter().all(Vec::is_empty) {
            return vec![(0, Vec::new())];
        }
        for leaf in &self.leaves {
            if context.value(*leaf, formulas) == Some(false) {
                continue;
            }
            let staying = self.bodies.iter().flatten().filter_map(|body| self.given(*leaf, body));
            let staying = formulas.or(staying.collect::<Vec<_>>());
            let condition = context.rest(formulas, vec![*leaf, !staying]);
            effects.extend(condition.map(|condition| (0, condition)));
        }
        effects
    }

    /// Simplifies a body for states in which `leaf` is the variable's fluent; `None` if it cannot hold there.
    fn given(&self, leaf: CondLit, body: &[CondLit]) -> Option<Vec<CondLit>> {
        let mut rest = Vec::with_capacity(body.len());
        for lit in body {
            if *lit == leaf {
                continue;
            }
            if *lit == !leaf || self.leaves.contains(lit) {
                return None;
            }
            if !self.leaves.contains(&!*lit) {
                rest.push(*lit);
            }
        }
        Some(rest)
    }
}

/// Literals implied by an operator's precondition, which simplify conditions.
#[derive(Debug, Default)]
struct Context {
    /// Sorted: there are few.
    known: Vec<CondLit>,
    /// Exclusion groups with a member known to hold: all others fail. Sorted, too.
    taken: Vec<usize>,
}

impl Context {
    fn new(literals: &[CondLit], formulas: &Formulas) -> Self {
        let groups = literals.iter().flat_map(|lit| formulas.exclusions().groups_of(*lit));
        Self {
            known: literals.iter().copied().sorted().collect(),
            taken: groups.copied().sorted().dedup().collect(),
        }
    }

    fn value(&self, lit: CondLit, formulas: &Formulas) -> Option<bool> {
        let is_excluded = |lit| {
            formulas.exclusions().groups_of(lit).iter().any(|group| self.taken.binary_search(group).is_ok())
        };
        let is_known = |lit| self.known.binary_search(&lit).is_ok();
        if is_known(lit) {
            Some(true)
        } else if is_known(!lit) {
            Some(false)
        } else if is_excluded(!lit) {
            Some(true)
        } else {
            is_excluded(lit).then_some(false)
        }
    }

    /// Returns the part of a conjunction that the context leaves open; `None` if it cannot hold.
    fn rest(&self, formulas: &mut Formulas, body: Vec<CondLit>) -> Option<Vec<CondLit>> {
        let mut body = body;
        loop {
            body = formulas.conjunction(body)?;
            if body.iter().any(|lit| self.value(*lit, formulas) == Some(false)) {
                return None;
            }
            body.retain(|lit| self.value(*lit, formulas).is_none());
            let simpler =
                body.iter().enumerate().find_map(|(place, lit)| Some((place, self.simpler(formulas, *lit)?)));
            match simpler {
                None => return Some(body),
                Some((place, literals)) => {
                    body.swap_remove(place);
                    body.extend(literals);
                }
            }
        }
    }

    /// Simplifies a nested condition by the context, if the result is a plain conjunction.
    fn simpler(&self, formulas: &mut Formulas, lit: CondLit) -> Option<Vec<CondLit>> {
        let CondNode::Or(bodies) = formulas.node(lit) else { return None };
        let mut left = Vec::new();
        for body in bodies {
            if body.iter().all(|lit| self.value(*lit, formulas) != Some(false)) {
                let open = body.iter().copied().filter(|lit| self.value(*lit, formulas).is_none());
                left.push(open.collect::<Vec<_>>());
            }
        }
        if left.len() == bodies.len() && left.iter().map(Vec::len).eq(bodies.iter().map(|body| body.len())) {
            return None;
        }
        let is_leaf = |formulas: &Formulas, lit: &CondLit| !matches!(formulas.node(*lit), CondNode::Or(_));
        let is_simple = left.iter().flatten().all(|lit| is_leaf(formulas, lit))
            && (left.len() <= 1 || !lit.is_positive() && left.iter().all(|body| body.len() <= 1));
        if !is_simple {
            return None;
        }
        let simpler = formulas.or(left).signed(lit.is_positive());
        match formulas.conjunction(vec![simpler]) {
            None => Some(vec![CondLit::FALSE]),
            Some(literals) => literals.iter().all(|lit| is_leaf(formulas, lit)).then_some(literals),
        }
    }
}
