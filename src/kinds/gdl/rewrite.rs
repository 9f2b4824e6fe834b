//! Simplification of the model by invariants: simpler conditions, and the second of two exclusive fluents as the
//! negation of the first.

use super::GroundError;
use super::conditions::Formulas;
use super::limits::Meter;
use super::literal::CondLit;
use super::model::GameModel;
use crate::fdr::{AtomGroup, AtomVariables};

/// Rewrites a model, and tells which literal says that a fluent holds.
pub(super) fn rewrite(
    model: GameModel,
    invariants: &[AtomGroup],
    variables: &AtomVariables,
    meter: &mut Meter<'_>,
) -> Result<(GameModel, Vec<CondLit>), GroundError> {
    let mut formulas = Formulas::default();
    let mut leaves: Vec<CondLit> = (0..model.fluents.len()).map(|fluent| formulas.leaf(fluent)).collect();
    for group in variables.domains() {
        if let ([one, other], false) = (group.atoms.as_slice(), group.has_none) {
            leaves[*other] = !leaves[*one];
        }
    }
    for invariant in invariants {
        let literals: Vec<CondLit> = invariant.atoms.iter().map(|fluent| leaves[*fluent]).collect();
        if literals.len() != 2 || literals[0] != !literals[1] {
            formulas.exclude(literals, invariant.exactly);
        }
    }
    if let Some(clock) = &model.clock {
        let first = model.fluents.len();
        let times = (first..first + clock.values.len()).map(|leaf| formulas.leaf(leaf)).collect();
        formulas.exclude(times, true);
    }
    let renamed = |leaf: usize, formulas: &mut Formulas| {
        leaves.get(leaf).copied().unwrap_or_else(|| formulas.leaf(leaf))
    };
    let (formulas, lits) = model.formulas.rewritten(formulas, &renamed, meter)?;
    let model = model.renamed(formulas, &|lit| lits[lit.node()].signed(lit.is_positive()));
    Ok((model, leaves))
}
