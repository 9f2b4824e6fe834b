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
    let predicate = |atom: AtomId| ground.predicates[atom.index()].0;
    let mut required = Set::new();
    let mut unclear = Set::new();
    for operator in &ground.operators {
        for AtomEffect { condition, literal } in &operator.effects {
            let of_atom = |positive| AtomLiteral { positive, ..*literal };
            let adds_another =
                || operator.effects.iter().any(|other| other.literal.positive && other.literal != *literal);
            let is_required =
                literal.positive && condition.is_empty() && operator.precondition.contains(&of_atom(false));
            if is_required && adds_another() {
                required.insert(predicate(literal.atom));
            }
            // The addition counts, in a way that is not worth to be written as conditions.
            if !literal.positive && operator.effects.iter().any(|effect| effect.literal == of_atom(true)) {
                unclear.insert(predicate(literal.atom));
            }
        }
    }
    let is_wanted = |predicate: &usize| required.contains(predicate) && !unclear.contains(predicate);
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
        if !is_wanted(predicate) || ground.is_derived[atom.index()] {
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
    if complements.is_empty() {
        return None;
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

/// Returns a group without complements, which are the atoms from `n_atoms` on; `None` if fewer than two atoms are left.
pub(super) fn without_complements(group: AtomGroup, n_atoms: usize) -> Option<AtomGroup> {
    let atoms: Vec<usize> = group.atoms.iter().copied().filter(|atom| *atom < n_atoms).collect();
    let exactly = group.exactly && atoms.len() == group.atoms.len();
    (2 <= atoms.len()).then_some(AtomGroup { atoms, exactly })
}
