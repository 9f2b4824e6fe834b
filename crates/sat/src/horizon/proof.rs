//! Proofs of refutations, from the derivations of one solver or of several that have divided the work.
//!
//! Each refutation gives a [part](ProofPart), and a [composer](ProofComposer) joins parts. It has the clauses of the system once.
//! It resolves refutations of cubes to one of the horizon, which replaces the clause that solvers were given from then on. A
//! solver that answers several queries uses the clauses that it learned before. So a part omits the clauses of earlier parts of
//! the same solver.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use bmcplan_base::ordered::Set;
use bmcplan_formula::{Cnf, Lit};

use crate::encode::{FrameClause, TransitionSystem};
use crate::solver::{DerivationLog, GrowingLog, StepId};

#[derive(Clone, Copy)]
enum Reason {
    Given(FrameClause),
    /// The goal is not reached in this frame: that was refuted before.
    Refuted(usize),
    /// Follows from clauses of this solver: those up to this index among the part's hints.
    Derived(usize),
}

/// Clauses that a refutation needs, in order. All clauses of a solver's parts are numbered, from one part to the next.
pub(super) struct ProofPart {
    source: u64,
    first: u32,
    clauses: Cnf,
    reasons: Vec<Reason>,
    hints: Vec<u32>,
    /// Number of the clause that was requested, of this part or of an earlier one.
    last: u32,
}

pub(super) struct ProofSlicer<'s> {
    system: &'s TransitionSystem,
    log: GrowingLog,
    source: u64,
    /// Reason for each clause that the solver was given.
    given: Vec<Reason>,
    /// For each clause of the log its number, if it is in a part.
    numbers: Vec<Option<u32>>,
    n_told: u32,
}

impl<'s> ProofSlicer<'s> {
    /// Builds a slicer for a solver that was given nothing so far.
    pub(super) fn of(system: &'s TransitionSystem, log: GrowingLog) -> Self {
        static N_SOURCES: AtomicU64 = AtomicU64::new(0);
        let source = N_SOURCES.fetch_add(1, Ordering::Relaxed);
        Self { system, log, source, given: Vec::new(), numbers: Vec::new(), n_told: 0 }
    }

    /// Records that the solver is given the clauses of a frame.
    pub(super) fn record_frame(&mut self, frame: usize) {
        self.given.extend(self.system.frame_clauses(frame).map(Reason::Given));
    }

    /// Records that the solver is given the clause that the goal is not reached in a frame.
    pub(super) fn record_refuted(&mut self, horizon: usize) {
        self.given.push(Reason::Refuted(horizon));
    }

    /// Returns the part for the last refutation. `None` if there was none, or if the solver was given clauses without a record.
    pub(super) fn part(&mut self) -> Option<ProofPart> {
        let log = self.log.borrow();
        let last = *log.refutations().last()?;
        self.numbers.resize(log.len(), None);
        let (mut needed, mut open) = (Set::new(), vec![last]);
        while let Some(step) = open.pop() {
            if self.numbers[step.index()].is_none() && needed.insert(step) {
                open.extend(log.hints(step));
            }
        }
        let (first, mut clauses, mut reasons, mut hints) =
            (self.n_told, Cnf::default(), Vec::new(), Vec::new());
        for step in needed {
            clauses.push(log.clause(step));
            reasons.push(match log.input(step) {
                Some(input) => *self.given.get(input)?,
                None => {
                    for hint in log.hints(step) {
                        hints.push(self.numbers[hint.index()]?);
                    }
                    Reason::Derived(hints.len())
                }
            });
            self.numbers[step.index()] = Some(self.n_told);
            self.n_told += 1;
        }
        let last = self.numbers[last.index()]?;
        Some(ProofPart { source: self.source, first, clauses, reasons, hints, last })
    }
}

/// Derivations of solvers that were given a system frame by frame: the refutation below a shortest plan can be proved to others
/// without refuting it again.
#[derive(Debug)]
pub struct HorizonRefutation {
    /// System whose frames were given.
    pub system: TransitionSystem,
    /// Greatest number of steps that was refuted.
    pub n_steps: usize,
    /// Derivations.
    pub log: DerivationLog,
    /// For each given clause of the log, its place in the system.
    pub given: Vec<FrameClause>,
    /// Refutation: its literals are negations of the goal's literals in the last frame, and of [idle](TransitionSystem::idle)
    /// after `n_steps` steps.
    pub last: StepId,
}

#[derive(Default)]
pub(super) struct ProofComposer {
    log: DerivationLog,
    given: Vec<FrameClause>,
    /// Step of each clause of the system; a clause is there once, whichever solvers use it.
    places_given: HashMap<FrameClause, StepId>,
    /// By the number of a solver, the steps of the clauses of its parts.
    places: HashMap<u64, Vec<StepId>>,
    refuted: HashMap<usize, StepId>,
}

impl ProofComposer {
    /// Appends a part, after all earlier parts of the same solver. Returns the step of the clause that it derives; `None` if it
    /// uses clauses that are missing.
    pub(super) fn append(&mut self, part: &ProofPart) -> Option<StepId> {
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

    /// Resolves two refutations, of which the first may assume `lit` and the second its negation. Returns one that assumes
    /// neither.
    pub(super) fn join(&mut self, lit: Lit, assuming: StepId, denying: StepId) -> StepId {
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

    pub(super) fn record_refuted(&mut self, horizon: usize, step: StepId) {
        self.refuted.insert(horizon, step);
    }

    #[cfg(feature = "varisat")]
    pub(super) fn into_refutation(
        self,
        system: &TransitionSystem,
        n_steps: usize,
    ) -> Option<HorizonRefutation> {
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
            let mut composer = ProofComposer::default();
            let [assuming, denying] = [assuming, denying].map(|clause| {
                composer.log.push_derived(&clause.iter().copied().map(lit).collect::<Vec<Lit>>(), [])
            });
            let step = composer.join(lit(1), assuming, denying);
            let mut clause: Vec<i32> = composer.log.clause(step).iter().map(|lit| lit.to_dimacs()).collect();
            clause.sort_unstable();
            (clause, composer.log.hints(step).len())
        };
        assert_eq!(joined(&[-1, -7, 2], &[1, -7, -3]), (vec![-7, -3, 2], 2));
        assert_eq!(joined(&[-1], &[1]), (Vec::new(), 2));
        // A half that does not need its assumption refutes the whole.
        assert_eq!(joined(&[-7, 2], &[1, -7]), (vec![-7, 2], 0));
        assert_eq!(joined(&[-1, -7], &[-7]), (vec![-7], 0));
    }
}
