//! Strata: the static relations in the order in which they are computed, and those that depend on the state or the move.

use std::collections::{BTreeMap, BTreeSet};

use super::{Condition, Sheet, Symbol};
use crate::task::components;

/// The relations that matter, sorted out.
#[derive(Debug, Default)]
pub(super) struct Strata {
    /// Static relations: each stratum after those that it depends on.
    pub(super) layers: Vec<BTreeSet<Symbol>>,
    /// The relations that depend on the state or the move, or on themselves through negation, which only the ground
    /// rules can sort out.
    pub(super) dynamic: BTreeSet<Symbol>,
}

impl Strata {
    /// Sorts the relations that a play depends on. Rules of other relations play no part.
    pub(super) fn of(sheet: &Sheet) -> Self {
        let needed = needed(sheet);
        let names: Vec<Symbol> = needed.iter().copied().collect();
        let numbers: BTreeMap<Symbol, usize> = names.iter().copied().zip(0..).collect();
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        let mut denies: BTreeSet<(usize, usize)> = BTreeSet::new();
        for rule in &sheet.rules {
            let Some(head) = numbers.get(&rule.head.relation) else { continue };
            for condition in &rule.body {
                let (Condition::Holds(atom) | Condition::Fails(atom)) = condition else { continue };
                let Some(used) = numbers.get(&atom.relation) else { continue };
                uses[*head].push(*used);
                if matches!(condition, Condition::Fails(_)) {
                    denies.insert((*head, *used));
                }
            }
        }
        let components = components(&uses);
        let mut component_of = vec![0; names.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|relation| component_of[*relation] = number);
        }
        let denied: BTreeSet<usize> = denies
            .iter()
            .filter(|(head, used)| component_of[*head] == component_of[*used])
            .map(|(head, _)| component_of[*head])
            .collect();
        let mut strata = Self::default();
        strata.dynamic.extend([Symbol::TRUE, Symbol::DOES]);
        for (number, component) in components.iter().enumerate() {
            let mut used = component.iter().flat_map(|relation| &uses[*relation]).chain(component);
            let depends = used.any(|relation| strata.dynamic.contains(&names[*relation]));
            let relations = component.iter().map(|relation| names[*relation]);
            if depends || denied.contains(&number) {
                strata.dynamic.extend(relations);
            } else {
                strata.layers.push(relations.collect());
            }
        }
        strata
    }
}

/// The relations that a play depends on.
fn needed(sheet: &Sheet) -> BTreeSet<Symbol> {
    let mut bodies: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    for rule in &sheet.rules {
        let used = bodies.entry(rule.head.relation).or_default();
        for condition in &rule.body {
            if let Condition::Holds(atom) | Condition::Fails(atom) = condition {
                used.insert(atom.relation);
            }
        }
    }
    let mut open = vec![Symbol::INIT, Symbol::NEXT, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL];
    let mut needed = BTreeSet::new();
    while let Some(relation) = open.pop() {
        if needed.insert(relation) {
            open.extend(bodies.get(&relation).into_iter().flatten());
        }
    }
    needed
}
