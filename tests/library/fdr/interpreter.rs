//! A plain interpreter of ground problems over atoms: states are sets of atoms, rules are applied until
//! nothing changes.

use std::collections::BTreeSet;

use bmcplan_kinds::fdr::{AtomGroup, AtomLiteral, GroundOperator, GroundTask};

/// The truth of each atom.
pub(super) type AtomState = Vec<bool>;

pub(super) fn initial(ground: &GroundTask) -> AtomState {
    let mut state = vec![false; ground.atoms.len()];
    ground.initial.iter().for_each(|atom| state[atom.index()] = true);
    state
}

/// A state together with its derived atoms.
pub(super) fn extended(ground: &GroundTask, state: &AtomState) -> AtomState {
    let mut strata = vec![0; ground.atoms.len()];
    for _ in 0..=ground.atoms.len() {
        for axiom in &ground.axioms {
            for lit in axiom.body.iter().filter(|lit| ground.is_derived[lit.atom.index()]) {
                let least = strata[lit.atom.index()] + usize::from(!lit.positive);
                strata[axiom.head.index()] = strata[axiom.head.index()].max(least);
            }
        }
    }
    let mut extended = state.clone();
    for stratum in 0..=ground.atoms.len() {
        loop {
            let before = extended.clone();
            for axiom in ground.axioms.iter().filter(|axiom| strata[axiom.head.index()] == stratum) {
                if satisfies(&extended, &axiom.body) {
                    extended[axiom.head.index()] = true;
                }
            }
            if extended == before {
                break;
            }
        }
    }
    extended
}

pub(super) fn satisfies(extended: &AtomState, condition: &[AtomLiteral]) -> bool {
    condition.iter().all(|lit| extended[lit.atom.index()] == lit.positive)
}

pub(super) fn successor(
    ground: &GroundTask,
    state: &AtomState,
    operator: &GroundOperator,
) -> Option<AtomState> {
    let extended = extended(ground, state);
    if !satisfies(&extended, &operator.precondition) {
        return None;
    }
    let mut next = state.clone();
    for adds in [false, true] {
        for effect in operator.effects.iter().filter(|effect| effect.literal.positive == adds) {
            if satisfies(&extended, &effect.condition) {
                next[effect.literal.atom.index()] = adds;
            }
        }
    }
    Some(next)
}

/// All reachable states; `None` if there are more than so many.
pub(super) fn reachable(ground: &GroundTask, limit: usize) -> Option<Vec<AtomState>> {
    let mut seen = BTreeSet::from([initial(ground)]);
    let mut found = vec![initial(ground)];
    let mut next = 0;
    while next < found.len() {
        if limit < found.len() {
            return None;
        }
        let after: Vec<AtomState> = ground
            .operators
            .iter()
            .filter_map(|operator| successor(ground, &found[next], operator))
            .collect();
        found.extend(after.into_iter().filter(|state| seen.insert(state.clone())));
        next += 1;
    }
    Some(found)
}

/// True if a group's claim holds in all these states.
pub(super) fn is_invariant(group: &AtomGroup, states: &[AtomState]) -> bool {
    let least = usize::from(group.exactly);
    states.iter().all(|state| (least..=1).contains(&group.atoms.iter().filter(|atom| state[**atom]).count()))
}
