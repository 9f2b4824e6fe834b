//! Partial assignment: the fluents assumed in one case of a proof, closed under groups of which at most one, or exactly
//! one, holds.

use crate::ordered::{Map, Set};
use std::cmp::Reverse;

use crate::fdr::AtomGroup;

/// Truth values of fluents, on a trail.
#[derive(Debug)]
pub(super) struct PartialAssignment {
    values: Vec<Option<bool>>,
    trail: Vec<usize>,
    groups: Vec<AtomGroup>,
    groups_of: Vec<Vec<usize>>,
    /// The number of false fluents of each group.
    n_false: Vec<usize>,
    /// Steps left until the proof is given up.
    pub(super) steps: usize,
}

impl PartialAssignment {
    pub(super) fn new(n_fluents: usize, groups: &[AtomGroup]) -> Self {
        let mut groups_of = vec![Vec::new(); n_fluents];
        for (number, group) in groups.iter().enumerate() {
            group.atoms.iter().for_each(|fluent| groups_of[*fluent].push(number));
        }
        Self {
            values: vec![None; n_fluents],
            trail: Vec::new(),
            groups: groups.to_vec(),
            groups_of,
            n_false: vec![0; groups.len()],
            steps: 0,
        }
    }

    /// The value of a fluent; `None` if it is open, or the index is no fluent.
    pub(super) fn value(&self, fluent: usize) -> Option<bool> {
        self.values.get(fluent).copied().flatten()
    }

    /// The length of the trail, for [`Self::undo`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn undo(&mut self, mark: usize) {
        for fluent in self.trail.drain(mark..) {
            if self.values[fluent].take() == Some(false) {
                self.groups_of[fluent].iter().for_each(|group| self.n_false[*group] -= 1);
            }
        }
    }

    /// Assumes a value and all that follows; false if that is a contradiction.
    pub(super) fn assume(&mut self, fluent: usize, holds: bool) -> bool {
        let mut open = vec![(fluent, holds)];
        while let Some((fluent, holds)) = open.pop() {
            match self.values[fluent] {
                Some(known) if known == holds => continue,
                Some(_) => return false,
                None => {}
            }
            self.values[fluent] = Some(holds);
            self.trail.push(fluent);
            if !holds {
                self.groups_of[fluent].iter().for_each(|group| self.n_false[*group] += 1);
            }
            for number in &self.groups_of[fluent] {
                let group = &self.groups[*number];
                self.steps = self.steps.saturating_sub(if holds { group.atoms.len() } else { 1 });
                let others = group.atoms.iter().filter(|other| **other != fluent);
                if holds {
                    open.extend(others.map(|other| (*other, false)));
                } else if group.exactly && group.atoms.len() <= self.n_false[*number] + 1 {
                    match group.atoms.iter().find(|other| self.values[**other] != Some(false)) {
                        Some(last) => open.push((*last, true)),
                        None => return false,
                    }
                }
            }
        }
        true
    }

    /// True if at most one of these fluents holds, or exactly one, because they are different members of one group.
    pub(super) fn has_one_of(&self, fluents: &[usize], exactly: bool) -> bool {
        let n_fluents = fluents.len();
        let fluents: Set<usize> = fluents.iter().copied().collect();
        if fluents.len() != n_fluents {
            return false;
        }
        let first = fluents.first().map_or(&[][..], |fluent| &self.groups_of[*fluent]);
        first.iter().any(|number| {
            let group = &self.groups[*number];
            let n_open = group.atoms.len() - self.n_false[*number];
            fluents.iter().all(|fluent| self.groups_of[*fluent].contains(number))
                && (!exactly || group.exactly && n_open == fluents.len())
        })
    }

    /// An exhaustive distinction of cases: the open members of the exact group that has most of these fluents, or else
    /// the first fluent, true and false.
    pub(super) fn choices(&self, fluents: &[usize]) -> Vec<(usize, bool)> {
        let mut counts: Map<usize, usize> = Map::new();
        for number in fluents.iter().flat_map(|fluent| &self.groups_of[*fluent]) {
            if self.groups[*number].exactly {
                *counts.entry(*number).or_default() += 1;
            }
        }
        let left = |number: usize| self.groups[number].atoms.len() - self.n_false[number];
        match counts.into_iter().max_by_key(|(number, count)| (*count, Reverse(left(*number)))) {
            None => fluents.first().map_or(Vec::new(), |fluent| vec![(*fluent, true), (*fluent, false)]),
            Some((number, _)) => {
                let open = self.groups[number].atoms.iter().filter(|fluent| self.values[**fluent].is_none());
                open.map(|fluent| (*fluent, true)).collect()
            }
        }
    }
}
