//! Clauses in order, each literal once.

use crate::formula::Lit;

/// The clause in order.
pub(super) fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// The same, unless it is a tautology.
pub(super) fn sorted_unless_tautology(clause: &[Lit]) -> Option<Vec<Lit>> {
    let clause = sorted(clause);
    (!clause.windows(2).any(|pair| pair[0] == !pair[1])).then_some(clause)
}
