//! Where atoms are in the variables: the facts that say that they hold, and which facts exclude each other.

use crate::task::{Fact, VarId};

use super::domain::AtomVariables;
use super::group::AtomGroup;

/// See the module.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) variables: AtomVariables,
    /// For each atom the groups that it is in, less those that are all in one variable.
    groups_of: Vec<Vec<usize>>,
}

impl Layout {
    pub(super) fn new(variables: AtomVariables, groups: &[AtomGroup], n_atoms: usize) -> Self {
        let mut groups_of = vec![Vec::new(); n_atoms];
        for (number, group) in groups.iter().enumerate() {
            let mut places =
                group.atoms.iter().map(|atom| variables.place(*atom).map(|(variable, _)| variable));
            let first = places.next();
            if places.any(|other| Some(other) != first) {
                group.atoms.iter().for_each(|atom| groups_of[*atom].push(number));
            }
        }
        Self { variables, groups_of }
    }

    /// The fact that an atom holds; nothing for one that is not of the state.
    pub(super) fn fact(&self, atom: usize) -> Option<Fact> {
        let (variable, place) = self.variables.place(atom)?;
        Some(fact(variable, self.variables.domains()[variable].value(place)))
    }

    /// How many values the variable of a fact has.
    pub(super) fn n_values(&self, var: VarId) -> usize {
        self.variables.domains().get(var.index()).map_or(0, |domain| domain.n_values())
    }

    /// The values of a variable.
    pub(super) fn values(&self, var: VarId) -> std::ops::Range<u32> {
        0..u32::try_from(self.n_values(var)).unwrap_or(u32::MAX)
    }

    /// The groups over several variables that a fact's atom is in.
    pub(super) fn groups_of(&self, fact: Fact) -> &[usize] {
        let domain = self.variables.domains().get(fact.var.index());
        let atom = domain.and_then(|domain| domain.atom(fact.value_index()));
        atom.and_then(|atom| self.groups_of.get(atom)).map_or(&[], Vec::as_slice)
    }
}

/// A fact by its numbers.
pub(super) fn fact(variable: usize, value: usize) -> Fact {
    Fact { var: VarId::from_index(variable), value: u32::try_from(value).unwrap_or(u32::MAX) }
}
