//! Which fluents make up a state variable of the task.

use super::conditions::{Formulas, Lit};
use super::model::{FluentRole, Model};

/// A state variable: fluents of which at most one holds at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// The fluents, one per value.
    pub(super) fluents: Vec<usize>,
    /// Whether there is a first value that says that none of them holds.
    pub(super) has_none: bool,
}

/// The state variables. Value `v` of a variable says that its `v`-th fluent holds, after the one for none.
#[derive(Debug, Clone, Default)]
pub(super) struct Variables {
    pub(super) groups: Vec<Group>,
    /// For each fluent its group and the place there.
    places: Vec<Option<(usize, usize)>>,
}

impl Group {
    /// The value that says that the fluent at this place holds.
    pub(super) fn value(&self, place: usize) -> usize {
        place + usize::from(self.has_none)
    }

    /// The value that a set of fluents gives it.
    pub(super) fn value_in(&self, holds: &dyn Fn(usize) -> bool) -> usize {
        self.fluents.iter().position(|fluent| holds(*fluent)).map_or(0, |place| self.value(place))
    }
}

impl Variables {
    /// Groups that each fluent of the state is in one of.
    pub(super) fn new(groups: Vec<Group>, n_fluents: usize) -> Self {
        let mut places = vec![None; n_fluents];
        for (number, group) in groups.iter().enumerate() {
            for (place, fluent) in group.fluents.iter().enumerate() {
                places[*fluent] = Some((number, place));
            }
        }
        Self { groups, places }
    }

    /// One variable per fluent of the state, true or false.
    pub(super) fn single(model: &Model) -> Self {
        let state = model.roles.iter().enumerate().filter(|(_, role)| **role == FluentRole::State);
        let groups = state.map(|(fluent, _)| Group { fluents: vec![fluent], has_none: true }).collect();
        Self::new(groups, model.fluents.len())
    }

    /// The group of a fluent and its place there.
    pub(super) fn place(&self, fluent: usize) -> Option<(usize, usize)> {
        self.places.get(fluent).copied().flatten()
    }
}

/// What is known to hold where a condition is read.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Sorted.
    known: Vec<Lit>,
}

impl Context {
    pub(super) fn new(mut known: Vec<Lit>) -> Self {
        known.sort_unstable();
        Self { known }
    }

    /// Whether the literal is known to hold, or known to fail.
    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        if self.known.binary_search(&lit).is_ok() {
            Some(true)
        } else if self.known.binary_search(&!lit).is_ok() {
            Some(false)
        } else {
            None
        }
    }

    /// What is left to ask of a conjunction; `None` if it cannot hold.
    pub(super) fn rest(&self, formulas: &Formulas, body: Vec<Lit>) -> Option<Vec<Lit>> {
        let body = formulas.conjunction(body)?;
        if body.iter().any(|lit| self.value(*lit) == Some(false)) {
            return None;
        }
        Some(body.into_iter().filter(|lit| self.value(*lit).is_none()).collect())
    }
}
