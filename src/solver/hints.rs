//! The hints of a derived clause that its derivation needs: the solver names more.

use std::collections::HashMap;

use super::proving::{DerivationLog, StepId};
use crate::formula::Lit;

impl DerivationLog {
    /// The clauses from which this one follows by unit propagation, in that order, without those that play no part in it. None
    /// if it does not follow.
    pub fn needed_hints(&self, step: StepId) -> Option<Vec<StepId>> {
        let hints = self.hints(step);
        // What is false, and the place of the hint that made it so.
        let mut falsified: HashMap<Lit, Option<usize>> =
            self.clause(step).iter().map(|lit| (*lit, None)).collect();
        let conflict = hints.iter().enumerate().find_map(|(place, hint)| {
            let mut open = self.clause(*hint).iter().filter(|lit| !falsified.contains_key(lit));
            let Some(first) = open.next() else { return Some(place) };
            if open.next().is_none() {
                falsified.entry(!*first).or_insert(Some(place));
            }
            None
        })?;
        let mut needed = vec![false; conflict + 1];
        needed[conflict] = true;
        for place in (0..=conflict).rev() {
            if needed[place] {
                let reasons = self.clause(hints[place]).iter().filter_map(|lit| *falsified.get(lit)?);
                reasons.filter(|reason| *reason < place).for_each(|reason| needed[reason] = true);
            }
        }
        Some(hints.iter().zip(needed).filter(|(_, needed)| *needed).map(|(hint, _)| *hint).collect())
    }
}
