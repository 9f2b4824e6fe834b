//! Complements of atoms, which groups of atoms may need as members.
//!
//! In a problem with processes, an operator that requires `(not (moving))` adds `(moving)` and the first atom of a process. The
//! process is at one place at most. That cannot be proved from its atoms alone, since the operator deletes none of them, but with
//! the complement of `(moving)` as one of them.

use bmcplan_base::ordered::{Map, Set};

use super::ground::{AtomEffect, AtomGroup, AtomId, AtomLiteral, GroundOperator, GroundTask, at_start};

/// Returns the problem with a complement for each atom of predicates that some operator requires to fail and then adds, with
/// others. The complements come after all other atoms. `None` if there are none. Names are left out.
pub(super) fn with_complements(ground: &GroundTask) -> Option<GroundTask> {
    let wanted = wanted(ground);
    if wanted.is_empty() {
        return None;
    }
    let after = ground.predicates.iter().map(|(predicate, _)| predicate + 1).max().unwrap_or(0);
    let mut extended = GroundTask {
        atoms: vec![String::new(); ground.atoms.len()],
        predicates: ground.predicates.clone(),
        is_derived: ground.is_derived.clone(),
        initial: ground.initial.clone(),
        ..GroundTask::default()
    };
    let initial = at_start(ground);
    let mut complements: Map<AtomId, AtomId> = Map::new();
    for (number, (predicate, arguments)) in (0..).zip(&ground.predicates) {
        let atom = AtomId(number);
        if !wanted.contains(predicate) || ground.is_derived[atom.index()] {
            continue;
        }
        let complement = AtomId(u32::try_from(extended.atoms.len()).ok()?);
        complements.insert(atom, complement);
        extended.atoms.push(String::new());
        extended.predicates.push((after + predicate, arguments.clone()));
        extended.is_derived.push(false);
        if !initial[atom.index()] {
            extended.initial.push(complement);
        }
    }
    let complement = |literal: &AtomLiteral| {
        let atom = *complements.get(&literal.atom)?;
        Some(AtomLiteral { atom, positive: !literal.positive })
    };
    let with_complement = |operator: &GroundOperator| {
        let conditions = operator.precondition.iter().filter_map(complement);
        let effects = operator.effects.iter().filter_map(|effect| {
            Some(AtomEffect { condition: effect.condition.clone(), literal: complement(&effect.literal)? })
        });
        GroundOperator {
            name: String::new(),
            precondition: operator.precondition.iter().copied().chain(conditions).collect(),
            effects: operator.effects.iter().cloned().chain(effects).collect(),
            cost: operator.cost,
        }
    };
    extended.operators = ground.operators.iter().map(with_complement).collect();
    Some(extended)
}

/// Returns the predicates whose atoms get complements.
fn wanted(ground: &GroundTask) -> Set<usize> {
    let predicate = |literal: &AtomLiteral| ground.predicates[literal.atom.index()].0;
    let mut wanted = Set::new();
    for GroundOperator { precondition, effects, .. } in &ground.operators {
        for failing in precondition.iter().filter(|literal| !literal.positive) {
            let is_added = |effect: &AtomEffect| effect.condition.is_empty() && effect.literal == !*failing;
            let is_another = |effect: &AtomEffect| effect.literal.positive && effect.literal != !*failing;
            if effects.iter().any(is_added) && effects.iter().any(is_another) {
                wanted.insert(predicate(failing));
            }
        }
    }
    // An addition counts beside a deletion, in a way that is not worth to be written as conditions.
    for GroundOperator { effects, .. } in &ground.operators {
        if wanted.is_empty() {
            break;
        }
        let literals = effects.iter().map(|effect| effect.literal);
        let literals: Set<AtomLiteral> =
            literals.filter(|literal| wanted.contains(&predicate(literal))).collect();
        let deleted = literals.iter().filter(|literal| !literal.positive);
        let unclear = deleted.filter(|literal| literals.contains(&!**literal));
        let unclear: Set<usize> = unclear.map(predicate).collect();
        wanted.retain(|predicate| !unclear.contains(predicate));
    }
    wanted
}

/// Returns a group without complements, which are the atoms from `n_atoms` on; `None` if fewer than two atoms are left.
pub(super) fn without_complements(group: AtomGroup, n_atoms: usize) -> Option<AtomGroup> {
    let atoms: Vec<usize> = group.atoms.iter().copied().filter(|atom| *atom < n_atoms).collect();
    let exactly = group.exactly && atoms.len() == group.atoms.len();
    (2 <= atoms.len()).then_some(AtomGroup { atoms, exactly })
}
