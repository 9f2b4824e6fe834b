//! Atoms that are the same in every state that can be reached: they start so and nothing changes them, or a rule derives
//! them in any case, or none does.

use super::super::ground_error::PddlGroundError;
use super::clean::{clean_axioms, clean_operator};
use super::draft::TaskDraft;
use super::meter::GroundMeter;
use crate::fdr::AtomLiteral;

/// Settles such atoms, and leaves them out of operators, rules and goal. Those of the goal that do not hold stay there. What
/// is settled already is in `values`.
pub(super) fn settle(
    draft: &mut TaskDraft,
    is_derived: &[bool],
    values: &mut [Option<bool>],
    meter: &mut GroundMeter<'_>,
) -> Result<(), PddlGroundError> {
    draft.operators.retain_mut(clean_operator);
    clean_axioms(&mut draft.axioms);
    loop {
        if !find(draft, is_derived, values) {
            break;
        }
        let mut stopped = Ok(());
        draft.operators.retain_mut(|operator| {
            if let Err(error) = meter.tick(|| 0) {
                stopped = Err(error);
            }
            if !open(&mut operator.precondition, values) {
                return false;
            }
            operator.effects.retain_mut(|effect| {
                values[effect.literal.atom.0 as usize].is_none() && open(&mut effect.condition, values)
            });
            clean_operator(operator)
        });
        stopped?;
        draft
            .axioms
            .retain_mut(|axiom| values[axiom.head.0 as usize].is_none() && open(&mut axiom.body, values));
        clean_axioms(&mut draft.axioms);
    }
    for (is_initial, value) in draft.is_initial.iter_mut().zip(values.iter()) {
        *is_initial |= *value == Some(true);
    }
    draft.goal.retain(|literal| values[literal.atom.0 as usize] != Some(literal.positive));
    draft.goal.sort_unstable();
    draft.goal.dedup();
    Ok(())
}

/// Leaves out what holds; whether nothing fails.
fn open(literals: &mut Vec<AtomLiteral>, values: &[Option<bool>]) -> bool {
    let mut holds = true;
    literals.retain(|literal| match values[literal.atom.0 as usize] {
        None => true,
        Some(value) => {
            holds &= value == literal.positive;
            false
        }
    });
    holds
}

/// Settles atoms; whether there were any.
fn find(draft: &TaskDraft, is_derived: &[bool], values: &mut [Option<bool>]) -> bool {
    let n_atoms = values.len();
    let (mut is_added, mut is_deleted) = (vec![false; n_atoms], vec![false; n_atoms]);
    for effect in draft.operators.iter().flat_map(|operator| &operator.effects) {
        let changed = if effect.literal.positive { &mut is_added } else { &mut is_deleted };
        changed[effect.literal.atom.0 as usize] = true;
    }
    let mut always = vec![false; n_atoms];
    for axiom in &draft.axioms {
        let head = axiom.head.0 as usize;
        is_added[head] = true;
        always[head] |= axiom.body.is_empty();
    }
    let mut is_new = false;
    for (atom, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
        *value = match (is_derived[atom], draft.is_initial[atom]) {
            (true, _) if always[atom] => Some(true),
            (true, _) | (false, false) if !is_added[atom] => Some(false),
            (false, true) if !is_deleted[atom] => Some(true),
            _ => None,
        };
        is_new |= value.is_some();
    }
    is_new
}
