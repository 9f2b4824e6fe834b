//! Effects of a move on the state variables.
//!
//! A fluent that holds next if it holds now is left alone. Otherwise it is added where a body of its rules holds, and
//! a variable becomes "none" where nothing is added to it and nothing keeps what it has.

use std::collections::BTreeSet;

use super::GroundError;
use super::conditions::{CondNode, Formulas};
use super::context::Context;
use super::limits::Meter;
use super::literal::CondLit;
use super::model::{FluentRole, GameModel, MoveModel};
use crate::fdr::{AtomDomain, AtomVariables};

/// If the conditions hold, the variable gets the value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DraftEffect {
    pub(super) variable: usize,
    pub(super) value: usize,
    pub(super) condition: Vec<CondLit>,
}

/// What moves do.
pub(super) struct MoveEffects<'m> {
    pub(super) model: &'m GameModel,
    variables: &'m AtomVariables,
    /// For each fluent the literal that says that it holds.
    leaves: &'m [CondLit],
    /// The fluents that do not just stay what they are under a move that says nothing of them.
    restless: Vec<usize>,
}

/// What one move makes of one variable.
struct Outlook {
    leaves: Vec<CondLit>,
    /// For each fluent the conjunctions of which one makes it hold next, less what is known.
    bodies: Vec<Vec<Vec<CondLit>>>,
}

impl<'m> MoveEffects<'m> {
    pub(super) fn new(model: &'m GameModel, variables: &'m AtomVariables, leaves: &'m [CondLit]) -> Self {
        let is_restless = |fluent: &usize| {
            model.roles[*fluent] == FluentRole::State && model.next[*fluent] != leaves[*fluent]
        };
        let restless = (0..leaves.len()).filter(is_restless).collect();
        Self { model, variables, leaves, restless }
    }

    /// The effects of a move where what the context knows holds.
    pub(super) fn effects(
        &self,
        a_move: usize,
        context: &Context,
        formulas: &mut Formulas,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<DraftEffect>, GroundError> {
        let a_move = &self.model.moves[a_move];
        let changed = a_move.changes.iter().map(|(fluent, _)| fluent).chain(&self.restless);
        let changed: BTreeSet<usize> =
            changed.filter_map(|fluent| self.variables.place(*fluent)).map(|(group, _)| group).collect();
        let mut effects = Vec::new();
        for variable in changed {
            meter.tick(formulas.bytes())?;
            let group = &self.variables.domains()[variable];
            let outlook = self.outlook(a_move, group, context, formulas);
            for (value, condition) in outlook.effects(group, context, formulas) {
                effects.push(DraftEffect { variable, value, condition });
            }
        }
        effects.sort();
        effects.dedup();
        Ok(effects)
    }

    fn outlook(
        &self,
        a_move: &MoveModel,
        group: &AtomDomain,
        context: &Context,
        formulas: &mut Formulas,
    ) -> Outlook {
        let bodies = group.atoms.iter().map(|fluent| {
            let change = a_move.changes.binary_search_by_key(fluent, |(fluent, _)| *fluent);
            let next = change.map_or(self.model.next[*fluent], |place| a_move.changes[place].1);
            let bodies = formulas.bodies(next);
            bodies.into_iter().filter_map(|body| context.rest(formulas, body)).collect()
        });
        Outlook {
            bodies: bodies.collect(),
            leaves: group.atoms.iter().map(|fluent| self.leaves[*fluent]).collect(),
        }
    }

    /// The variable that a literal asks for.
    pub(super) fn variable(&self, lit: CondLit, formulas: &Formulas) -> Option<usize> {
        let CondNode::Leaf(fluent) = formulas.node(lit) else { return None };
        self.variables.place(*fluent).map(|(variable, _)| variable)
    }

    /// How many values a variable has.
    pub(super) fn n_values(&self, variable: usize) -> usize {
        self.variables.domains()[variable].n_values()
    }

    /// What tells each value of a variable.
    pub(super) fn values(&self, variable: usize) -> Vec<Vec<CondLit>> {
        let AtomDomain { atoms: fluents, has_none } = &self.variables.domains()[variable];
        let none = has_none.then(|| fluents.iter().map(|fluent| !self.leaves[*fluent]).collect());
        none.into_iter().chain(fluents.iter().map(|fluent| vec![self.leaves[*fluent]])).collect()
    }
}

impl Outlook {
    /// Values with the conditions under which the variable gets them.
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

    /// What is left of a body where the variable has this fluent; `None` if it cannot hold there.
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
