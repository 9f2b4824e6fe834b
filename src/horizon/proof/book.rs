//! One log of the derivations of several solvers that together have refuted one horizon after the other.

use std::collections::HashMap;

use super::part::{ProofPart, Reason};
use crate::encode::{FrameClause, TransitionSystem};
use crate::formula::Lit;
use crate::solver::{DerivationLog, StepId};

/// The derivations of solvers that were given a system frame by frame: the refutation below a shortest plan can be proved to
/// others without refuting it again.
#[derive(Debug)]
pub struct HorizonRefutation {
    /// The system.
    pub system: TransitionSystem,
    /// The greatest number of steps that was refuted.
    pub n_steps: usize,
    /// The derivations.
    pub log: DerivationLog,
    /// For each given clause of the log: which of the system it is.
    pub given: Vec<FrameClause>,
    /// The refutation: its literals are negations of the goal's literals in the last frame, and of
    /// [idle](TransitionSystem::idle) after `n_steps` steps.
    pub last: StepId,
}

/// The log under construction.
#[derive(Default)]
pub struct ProofBook {
    log: DerivationLog,
    given: Vec<FrameClause>,
    /// Each clause of the system is there once, whichever solvers use it.
    places_given: HashMap<FrameClause, StepId>,
    /// By the number of a solver, for each clause of its parts: where it is.
    places: HashMap<u64, Vec<StepId>>,
    refuted: HashMap<usize, StepId>,
}

impl ProofBook {
    /// Enters a part, after all parts of the same solver that came before it. Returns the place of the clause that it is about; none if it
    /// rests on what is not there.
    pub fn enter(&mut self, part: &ProofPart) -> Option<StepId> {
        let places = self.places.entry(part.source).or_default();
        if places.len() != part.first as usize {
            return None;
        }
        let mut first_hint = 0;
        for (clause, reason) in part.clauses.clauses().zip(&part.reasons) {
            let step = match *reason {
                Reason::Given(given) => *self.places_given.entry(given).or_insert_with(|| {
                    self.given.push(given);
                    self.log.push_given(clause)
                }),
                // A clause of some of these literals.
                Reason::Refuted(horizon) => *self.refuted.get(&horizon)?,
                Reason::Derived(end) => {
                    let hints = part.hints.get(first_hint..end)?.iter();
                    first_hint = end;
                    let hints: Vec<StepId> =
                        hints.map(|hint| places.get(*hint as usize).copied()).collect::<Option<_>>()?;
                    self.log.push_derived(clause, hints)
                }
            };
            places.push(step);
        }
        places.get(part.last as usize).copied()
    }

    /// Resolves two refutations of which the first may assume the literal and the second its negation. Returns one that assumes neither.
    pub fn join(&mut self, lit: Lit, assuming: StepId, denying: StepId) -> StepId {
        let rest = |log: &DerivationLog, step, resolved| {
            let clause: &[Lit] = log.clause(step);
            clause
                .contains(&resolved)
                .then(|| clause.iter().copied().filter(|other| *other != resolved).collect::<Vec<Lit>>())
        };
        let Some(mut resolvent) = rest(&self.log, assuming, !lit) else { return assuming };
        let Some(others) = rest(&self.log, denying, lit) else { return denying };
        resolvent.extend(others);
        resolvent.sort_unstable();
        resolvent.dedup();
        self.log.push_derived(&resolvent, [assuming, denying])
    }

    /// Takes note of the refutation of a horizon.
    pub fn note_refuted(&mut self, horizon: usize, step: StepId) {
        self.refuted.insert(horizon, step);
    }

    /// The refutation of a horizon, if there was one.
    #[cfg(feature = "varisat")]
    pub fn into_refutation(self, system: &TransitionSystem, n_steps: usize) -> Option<HorizonRefutation> {
        let last = *self.refuted.get(&n_steps)?;
        Some(HorizonRefutation { system: system.clone(), n_steps, log: self.log, given: self.given, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_resolved() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let joined = |assuming: &[i32], denying: &[i32]| {
            let mut book = ProofBook::default();
            let [assuming, denying] = [assuming, denying].map(|clause| {
                book.log.push_derived(&clause.iter().copied().map(lit).collect::<Vec<Lit>>(), [])
            });
            let step = book.join(lit(1), assuming, denying);
            let mut clause: Vec<i32> = book.log.clause(step).iter().map(|lit| lit.to_dimacs()).collect();
            clause.sort_unstable();
            (clause, book.log.hints(step).len())
        };
        assert_eq!(joined(&[-1, -7, 2], &[1, -7, -3]), (vec![-7, -3, 2], 2));
        assert_eq!(joined(&[-1], &[1]), (Vec::new(), 2));
        // A half that does not need its assumption refutes the whole.
        assert_eq!(joined(&[-7, 2], &[1, -7]), (vec![-7, 2], 0));
        assert_eq!(joined(&[-1, -7], &[-7]), (vec![-7], 0));
    }
}
