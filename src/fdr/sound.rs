//! What a ground problem must be like, which of its atoms never change, and what of its groups can be used.

use super::error::FiniteDomainError;
use super::ground::{AtomId, GroundTask};
use super::group::AtomGroup;

/// Checks that every atom exists and stands where it may.
pub(super) fn check(ground: &GroundTask) -> Result<(), FiniteDomainError> {
    let is_derived = |atom: AtomId| ground.is_derived.get(atom.index()).copied();
    let check = |atom: AtomId, is_good: bool, place: &dyn Fn() -> String| {
        if is_derived(atom).is_some() && is_good {
            Ok(())
        } else {
            Err(FiniteDomainError::Misplaced { place: place(), atom: atom.0 })
        }
    };
    if ground.atoms.len() != ground.is_derived.len() {
        let atom = u32::try_from(ground.is_derived.len()).unwrap_or(u32::MAX);
        return Err(FiniteDomainError::Misplaced { place: "list of atoms".into(), atom });
    }
    for atom in &ground.initial {
        check(*atom, is_derived(*atom) == Some(false), &|| "initial state".into())?;
    }
    for literal in &ground.goal {
        check(literal.atom, true, &|| "goal".into())?;
    }
    for axiom in &ground.axioms {
        check(axiom.head, is_derived(axiom.head) == Some(true), &|| "head of a rule".into())?;
        let place = || format!("rule of '{}'", ground.atoms[axiom.head.index()]);
        axiom.body.iter().try_for_each(|literal| check(literal.atom, true, &place))?;
    }
    for operator in &ground.operators {
        let place = || format!("operator '{}'", operator.name);
        operator.precondition.iter().try_for_each(|literal| check(literal.atom, true, &place))?;
        for effect in &operator.effects {
            effect.condition.iter().try_for_each(|literal| check(literal.atom, true, &place))?;
            check(effect.literal.atom, is_derived(effect.literal.atom) == Some(false), &place)?;
        }
    }
    Ok(())
}

/// Does each atom hold at the start?
pub(super) fn at_start(ground: &GroundTask) -> Vec<bool> {
    let mut holds = vec![false; ground.atoms.len()];
    ground.initial.iter().for_each(|atom| holds[atom.index()] = true);
    holds
}

/// For each atom what it always is, as far as operators do not mention any change. Derived ones are left open.
pub(super) fn constants(ground: &GroundTask) -> Vec<Option<bool>> {
    let initial = at_start(ground);
    let mut constants: Vec<Option<bool>> =
        ground.is_derived.iter().zip(&initial).map(|(derived, holds)| (!derived).then_some(*holds)).collect();
    for effect in ground.operators.iter().flat_map(|operator| &operator.effects) {
        let atom = effect.literal.atom.index();
        if initial[atom] != effect.literal.positive {
            constants[atom] = None;
        }
    }
    constants
}

/// What is left of groups without atoms that never change, are derived or do not exist. Groups of which two atoms hold
/// at the start are left out.
pub(super) fn usable(
    ground: &GroundTask,
    constants: &[Option<bool>],
    groups: &[AtomGroup],
) -> Vec<AtomGroup> {
    let initial = at_start(ground);
    let mut found = Vec::new();
    for group in groups {
        let is_of_state = |atom: &usize| ground.is_derived.get(*atom) == Some(&false);
        let mut atoms: Vec<usize> = group.atoms.iter().copied().filter(is_of_state).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let n_initial = atoms.iter().filter(|atom| initial[**atom]).count();
        let exactly =
            group.exactly && n_initial == 1 && !atoms.iter().any(|atom| constants[*atom] == Some(true));
        atoms.retain(|atom| constants[*atom].is_none());
        if n_initial <= 1 && 2 <= atoms.len() {
            found.push(AtomGroup { atoms, exactly });
        }
    }
    found
}
