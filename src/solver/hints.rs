//! The hints of a derived clause that its derivation needs: the solver names more.

use super::derivation_log::{DerivationLog, StepId};
use crate::formula::Lit;

/// Goes through derivations by unit propagation, one after the other.
#[derive(Debug, Default)]
pub struct HintPruner {
    /// For each literal, by its code: the derivation in which it was last made false, and the place of the hint that did so.
    falsified: Vec<(u32, u32)>,
    derivation: u32,
}

/// The place of what is false because the clause is to follow.
const GIVEN: u32 = u32::MAX;

impl HintPruner {
    /// The clauses from which this one of the log follows by unit propagation, in that order, without those that play no part in
    /// it. None if it does not follow.
    pub fn needed(&mut self, log: &DerivationLog, step: StepId) -> Option<Vec<StepId>> {
        self.derivation += 1;
        let hints = log.hints(step);
        log.clause(step).iter().for_each(|lit| self.falsify(*lit, GIVEN));
        let mut conflict = None;
        for (place, hint) in (0..).zip(hints) {
            let mut open = log.clause(*hint).iter().filter(|lit| self.reason(**lit).is_none());
            match (open.next().copied(), open.next()) {
                (None, _) => {
                    conflict = Some(place);
                    break;
                }
                (Some(lit), None) => self.falsify(!lit, place),
                _ => {}
            }
        }
        let conflict = conflict?;
        let mut needed = vec![false; conflict as usize + 1];
        needed[conflict as usize] = true;
        for place in (0..=conflict).rev() {
            if needed[place as usize] {
                let reasons = log.clause(hints[place as usize]).iter().filter_map(|lit| self.reason(*lit));
                reasons.filter(|reason| *reason < place).for_each(|reason| needed[reason as usize] = true);
            }
        }
        Some(hints.iter().zip(needed).filter(|(_, needed)| *needed).map(|(hint, _)| *hint).collect())
    }

    fn falsify(&mut self, lit: Lit, place: u32) {
        if self.falsified.len() <= lit.code() {
            self.falsified.resize(2 * lit.code() + 2, (0, 0));
        }
        if self.falsified[lit.code()].0 != self.derivation {
            self.falsified[lit.code()] = (self.derivation, place);
        }
    }

    /// Which hint made a literal false, if it is.
    fn reason(&self, lit: Lit) -> Option<u32> {
        let (derivation, place) = *self.falsified.get(lit.code())?;
        (derivation == self.derivation).then_some(place)
    }
}
