//! Moves as operators: a precondition, and effects that make each fluent exactly what the rules say it is next.
//!
//! A fluent that holds next if it holds now is left alone. Otherwise it is added where a body of its rules holds, and
//! a variable becomes "none" where nothing is added to it and nothing keeps what it has.

use std::collections::BTreeSet;

use super::GroundError;
use super::conditions::{Formulas, Lit};
use super::limits::Meter;
use super::model::{FluentRole, Model, MoveModel};
use super::variables::{Context, Group, Variables};

/// An operator in the making.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// The move's number in the model.
    pub(super) a_move: usize,
    pub(super) precondition: Vec<Lit>,
    pub(super) effects: Vec<DraftEffect>,
}

/// If the conditions hold, the variable gets the value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DraftEffect {
    pub(super) variable: usize,
    pub(super) value: usize,
    pub(super) condition: Vec<Lit>,
}

/// The operators of all moves.
pub(super) fn operators(
    model: &mut Model,
    variables: &Variables,
    meter: &mut Meter<'_>,
) -> Result<Vec<Draft>, GroundError> {
    let mut formulas = std::mem::take(&mut model.formulas);
    let leaves: Vec<Lit> = (0..model.fluents.len()).map(|fluent| formulas.leaf(fluent)).collect();
    let restless: Vec<usize> = (0..model.fluents.len())
        .filter(|fluent| model.roles[*fluent] == FluentRole::State && model.next[*fluent] != leaves[*fluent])
        .collect();
    let mut drafts = Vec::new();
    for (number, a_move) in model.moves.iter().enumerate() {
        meter.tick(formulas.bytes())?;
        let Some(precondition) = formulas.conjunction(vec![a_move.legal, !model.terminal]) else { continue };
        let context = Context::new(precondition.clone());
        let changed = a_move.changes.iter().map(|(fluent, _)| fluent).chain(&restless);
        let changed: BTreeSet<usize> =
            changed.filter_map(|fluent| variables.place(*fluent)).map(|(group, _)| group).collect();
        let mut effects = Vec::new();
        for variable in changed {
            let group = &variables.groups[variable];
            let outlook = Outlook::of(model, a_move, group, &leaves, &context, &formulas);
            meter.tick(formulas.bytes())?;
            for (value, condition) in outlook.effects(group, &context, &mut formulas) {
                effects.push(DraftEffect { variable, value, condition });
            }
        }
        effects.sort();
        effects.dedup();
        drafts.push(Draft { a_move: number, precondition, effects });
    }
    model.formulas = formulas;
    Ok(drafts)
}

/// What one move makes of one variable.
struct Outlook {
    /// The fluents' leaves.
    leaves: Vec<Lit>,
    /// For each fluent the conjunctions of which one makes it hold next, less what is known.
    bodies: Vec<Vec<Vec<Lit>>>,
}

impl Outlook {
    fn of(
        model: &Model,
        a_move: &MoveModel,
        group: &Group,
        leaves: &[Lit],
        context: &Context,
        formulas: &Formulas,
    ) -> Self {
        let bodies = group.fluents.iter().map(|fluent| {
            let change = a_move.changes.binary_search_by_key(fluent, |(fluent, _)| *fluent);
            let next = change.map_or(model.next[*fluent], |place| a_move.changes[place].1);
            formulas.bodies(next).into_iter().filter_map(|body| context.rest(formulas, body)).collect()
        });
        Self {
            bodies: bodies.collect(),
            leaves: group.fluents.iter().map(|fluent| leaves[*fluent]).collect(),
        }
    }

    /// Values with the conditions under which the variable gets them.
    fn effects(&self, group: &Group, context: &Context, formulas: &mut Formulas) -> Vec<(usize, Vec<Lit>)> {
        let mut effects = Vec::new();
        for (place, (leaf, bodies)) in self.leaves.iter().zip(&self.bodies).enumerate() {
            if context.value(*leaf) == Some(true) {
                continue;
            }
            let adding = bodies.iter().filter(|body| !body.contains(leaf));
            effects.extend(adding.map(|body| (group.value(place), body.clone())));
        }
        if !group.has_none {
            return effects;
        }
        if self.leaves.iter().all(|leaf| context.value(*leaf) == Some(false)) {
            return effects;
        }
        if effects.is_empty() && self.bodies.iter().all(Vec::is_empty) {
            return vec![(0, Vec::new())];
        }
        for leaf in &self.leaves {
            if context.value(*leaf) == Some(false) {
                continue;
            }
            let staying = self.bodies.iter().flatten().filter_map(|body| self.given(*leaf, body));
            let staying = formulas.or(staying.collect::<Vec<_>>());
            let condition = formulas.conjunction(vec![*leaf, !staying]);
            if let Some(condition) = condition.and_then(|condition| context.rest(formulas, condition)) {
                effects.push((0, condition));
            }
        }
        effects
    }

    /// What is left of a body where the variable has this fluent; `None` if it cannot hold there.
    fn given(&self, leaf: Lit, body: &[Lit]) -> Option<Vec<Lit>> {
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
