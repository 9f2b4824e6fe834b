//! State variables made of atoms: a greedy cover of all atoms by mutex groups, with the facts of atoms and the names of variables.
//!
//! The largest group comes first, then the largest of the rest (Helmert 2009, section 6).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set, sort, sort_by_key};
use bmcplan_task::{Fact, VarId};

use super::ground::AtomGroup;

/// Approximate limit on the number of pairs of excluded atoms.
const MAX_EXCLUSIONS: usize = 20_000;

/// State variable: atoms of which at most one holds at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtomDomain {
    /// Atoms, one per value.
    pub atoms: Vec<usize>,
    /// True if the first value means that none of them holds.
    pub has_none: bool,
}

/// State variables. A variable's values are its atoms in order, after the value for none.
#[derive(Debug, Clone, Default)]
pub struct AtomVariables {
    domains: Vec<AtomDomain>,
    places: Vec<Option<(usize, usize)>>,
}

impl AtomDomain {
    /// Returns the value at which the atom at index `place` holds.
    pub fn value(&self, place: usize) -> usize {
        place + usize::from(self.has_none)
    }

    /// Returns the atom that holds at `value`; `None` at the value for none.
    pub fn atom(&self, value: usize) -> Option<usize> {
        self.atoms.get(value.checked_sub(usize::from(self.has_none))?).copied()
    }

    /// Returns the number of values.
    pub fn n_values(&self) -> usize {
        self.atoms.len() + usize::from(self.has_none)
    }

    /// Returns the variable's value, given the atoms that hold.
    pub fn value_in(&self, holds: &dyn Fn(usize) -> bool) -> usize {
        self.atoms.iter().position(|atom| holds(*atom)).map_or(0, |place| self.value(place))
    }
}

impl AtomVariables {
    /// Builds variables for the atoms of the state: as large as groups allow, from the largest, then Boolean ones.
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
                // Fewer atoms are left than when it was queued.
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
        sort_by_key(&mut domains, |domain| domain.atoms.first().copied());
        let mut places = vec![None; is_open.len()];
        for (number, domain) in domains.iter().enumerate() {
            for (place, atom) in domain.atoms.iter().enumerate() {
                places[*atom] = Some((number, place));
            }
        }
        Self { domains, places }
    }

    /// Returns the variables; each atom of the state is in one of them.
    pub fn domains(&self) -> &[AtomDomain] {
        &self.domains
    }

    /// Returns the variable of an atom and its index there.
    pub fn place(&self, atom: usize) -> Option<(usize, usize)> {
        self.places.get(atom).copied().flatten()
    }

    /// Returns the pairs of atoms of different variables that groups exclude; none of a group with too many.
    pub fn exclusions(&self, groups: &[AtomGroup]) -> Set<[usize; 2]> {
        let variable = |atom: usize| self.place(atom).map(|(variable, _)| variable);
        let mut pairs = Set::new();
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

/// Facts of atoms, and the groups over several variables, by which facts exclude each other.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) variables: AtomVariables,
    /// For each atom its groups, without groups within one variable.
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

    /// Returns the fact of an atom; `None` for atoms that are not of the state.
    pub(super) fn fact(&self, atom: usize) -> Option<Fact> {
        let (variable, place) = self.variables.place(atom)?;
        Some(fact(variable, self.variables.domains()[variable].value(place)))
    }

    pub(super) fn n_values(&self, var: VarId) -> usize {
        self.variables.domains().get(var.index()).map_or(0, |domain| domain.n_values())
    }

    pub(super) fn values(&self, var: VarId) -> std::ops::Range<u32> {
        0..u32::try_from(self.n_values(var)).unwrap_or(u32::MAX)
    }

    /// Returns the groups over several variables that contain a fact's atom.
    pub(super) fn groups_of(&self, fact: Fact) -> &[usize] {
        let domain = self.variables.domains().get(fact.var.index());
        let atom = domain.and_then(|domain| domain.atom(fact.value_index()));
        atom.and_then(|atom| self.groups_of.get(atom)).map_or(&[], Vec::as_slice)
    }
}

pub(super) fn fact(variable: usize, value: usize) -> Fact {
    Fact { var: VarId::from_index(variable), value: u32::try_from(value).unwrap_or(u32::MAX) }
}

/// Returns a name for a variable whose values are these atoms: for each predicate the common parts of its atoms' names, with
/// `*` elsewhere.
pub fn common_name(atoms: &[&str]) -> String {
    let mut by_shape: Map<Vec<&str>, (usize, Vec<Option<&str>>)> = Map::new();
    for atom in atoms {
        let (words, between) = parts(atom);
        let shape = between.into_iter().chain(words.first().copied()).collect();
        let n_known = by_shape.len();
        let (_, common) =
            by_shape.entry(shape).or_insert_with(|| (n_known, words.iter().copied().map(Some).collect()));
        for (known, word) in common.iter_mut().zip(words) {
            *known = known.filter(|known| *known == word);
        }
    }
    let mut names: Vec<(usize, String)> = Vec::new();
    for (shape, (number, common)) in by_shape {
        let mut name = shape.first().copied().unwrap_or_default().to_owned();
        for (word, after) in common.iter().zip(&shape[1..]) {
            name.push_str(word.unwrap_or("*"));
            name.push_str(after);
        }
        names.push((number, name));
    }
    sort(&mut names);
    names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" | ")
}

/// Returns the words of an atom, and the text before, between and after them.
fn parts(atom: &str) -> (Vec<&str>, Vec<&str>) {
    let is_between = |c: char| matches!(c, '(' | ')' | ',' | ' ');
    let (mut words, mut between) = (Vec::new(), Vec::new());
    let mut rest = atom;
    loop {
        let (before, after) = rest.split_at(rest.find(|c| !is_between(c)).unwrap_or(rest.len()));
        between.push(before);
        if after.is_empty() {
            return (words, between);
        }
        let (word, after) = after.split_at(after.find(is_between).unwrap_or(after.len()));
        words.push(word);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_common() {
        assert_eq!(common_name(&["at(t1, a)", "at(t1, b)"]), "at(t1, *)");
        assert_eq!(common_name(&["at(p1, a)", "at(p1, b)", "in(p1, t1)"]), "at(p1, *) | in(p1, t1)");
        assert_eq!(common_name(&["holding(a)", "handempty()", "holding(b)"]), "holding(*) | handempty()");
        assert_eq!(common_name(&["(cell 1 2 b)", "(cell 1 2 x)"]), "(cell 1 2 *)");
        assert_eq!(common_name(&["lamp", "", "("]), "lamp |  | (");
    }
}
