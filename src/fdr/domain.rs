//! State variables made of atoms: a cover of all atoms by groups of which at most one atom holds, chosen greedily.
//!
//! The largest group comes first, then the largest of what is left (Helmert 2009, section 6).

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use itertools::Itertools as _;

use super::group::AtomGroup;

/// No more pairs of atoms than about this are told to exclude each other.
const MAX_EXCLUSIONS: usize = 20_000;

/// A state variable: atoms of which at most one holds at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtomDomain {
    /// The atoms, one per value.
    pub atoms: Vec<usize>,
    /// Whether there is a first value that says that none of them holds.
    pub has_none: bool,
}

/// The state variables. Value `v` of a variable says that its `v`-th atom holds, after the one for none.
#[derive(Debug, Clone, Default)]
pub struct AtomVariables {
    domains: Vec<AtomDomain>,
    /// For each atom its variable and the place there.
    places: Vec<Option<(usize, usize)>>,
}

impl AtomDomain {
    /// The value that says that the atom at this place holds.
    pub fn value(&self, place: usize) -> usize {
        place + usize::from(self.has_none)
    }

    /// The atom that holds at a value; nothing at the value for none.
    pub fn atom(&self, value: usize) -> Option<usize> {
        self.atoms.get(value.checked_sub(usize::from(self.has_none))?).copied()
    }

    /// How many values it has.
    pub fn n_values(&self) -> usize {
        self.atoms.len() + usize::from(self.has_none)
    }

    /// The value that a set of atoms gives it.
    pub fn value_in(&self, holds: &dyn Fn(usize) -> bool) -> usize {
        self.atoms.iter().position(|atom| holds(*atom)).map_or(0, |place| self.value(place))
    }
}

impl AtomVariables {
    /// Variables for the atoms that are of the state: as large as groups allow, from the largest, then true or false.
    pub fn cover(is_of_state: &[bool], groups: &[AtomGroup]) -> Self {
        let mut is_open = is_of_state.to_vec();
        let left = |group: &AtomGroup, is_open: &[bool]| -> Vec<usize> {
            group.atoms.iter().copied().filter(|atom| is_open.get(*atom) == Some(&true)).collect()
        };
        let mut waiting: BinaryHeap<(usize, bool, Reverse<usize>)> = groups
            .iter()
            .enumerate()
            .map(|(number, group)| (group.atoms.len(), group.exactly, Reverse(number)))
            .collect();
        let mut domains = Vec::new();
        while let Some((n_left, _, Reverse(number))) = waiting.pop() {
            let group = &groups[number];
            let atoms = left(group, &is_open);
            if atoms.len() < n_left {
                // Less of it is left than it was put there for.
                if 2 <= atoms.len() {
                    waiting.push((atoms.len(), false, Reverse(number)));
                }
                continue;
            }
            let has_none = !group.exactly || atoms.len() < group.atoms.len();
            atoms.iter().for_each(|atom| is_open[*atom] = false);
            domains.push(AtomDomain { atoms, has_none });
        }
        let single = (0..is_open.len()).filter(|atom| is_open[*atom]);
        domains.extend(single.map(|atom| AtomDomain { atoms: vec![atom], has_none: true }));
        domains.sort_unstable_by_key(|domain| domain.atoms.first().copied());
        let mut places = vec![None; is_open.len()];
        for (number, domain) in domains.iter().enumerate() {
            for (place, atom) in domain.atoms.iter().enumerate() {
                places[*atom] = Some((number, place));
            }
        }
        Self { domains, places }
    }

    /// The variables, each atom of the state in one of them.
    pub fn domains(&self) -> &[AtomDomain] {
        &self.domains
    }

    /// The variable of an atom and its place there.
    pub fn place(&self, atom: usize) -> Option<(usize, usize)> {
        self.places.get(atom).copied().flatten()
    }

    /// The pairs of atoms of different variables that groups exclude; none of a group with too many.
    pub fn exclusions(&self, groups: &[AtomGroup]) -> BTreeSet<[usize; 2]> {
        let variable = |atom: usize| self.place(atom).map(|(variable, _)| variable);
        let mut pairs = BTreeSet::new();
        for group in groups {
            let n = group.atoms.len();
            if pairs.len() + n * n.saturating_sub(1) / 2 <= MAX_EXCLUSIONS {
                let apart = |[a, b]: &[usize; 2]| variable(*a) != variable(*b);
                pairs.extend(group.atoms.iter().copied().array_combinations().filter(apart));
            }
        }
        pairs
    }
}
