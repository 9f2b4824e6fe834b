//! The clauses of a derivation that a proof needs, and for each the clauses from which it follows.

use super::error::CertifyError;
use crate::solver::{DerivationLog, HintPruner, StepId};

/// The clauses of a derivation that are needed, and their hints.
pub(super) struct Needed {
    pub(super) hints: Vec<Option<Vec<StepId>>>,
    pruner: HintPruner,
}

impl Needed {
    pub(super) fn of(log: &DerivationLog) -> Self {
        Self { hints: vec![None; log.len()], pruner: HintPruner::default() }
    }

    /// The hints of a clause without those that play no part, worked out once.
    pub(super) fn hints(&mut self, log: &DerivationLog, step: StepId) -> Result<&[StepId], CertifyError> {
        let hints = &mut self.hints[step.index()];
        if hints.is_none() {
            let needed = self.pruner.needed(log, step);
            *hints = Some(needed.ok_or(CertifyError::Derivation)?);
        }
        Ok(hints.as_deref().unwrap_or_default())
    }
}

/// A derivation as it is used in one frame.
pub(super) struct UsedDerivation {
    /// For each clause: is it needed?
    pub(super) marked: Vec<bool>,
    /// The number of each clause in the proof.
    pub(super) numbers: Vec<u64>,
}

impl UsedDerivation {
    pub(super) fn of(log: &DerivationLog) -> Self {
        Self { marked: vec![false; log.len()], numbers: vec![0; log.len()] }
    }

    pub(super) fn mark(&mut self, step: StepId) {
        self.marked[step.index()] = true;
    }

    pub(super) fn number(&self, step: StepId) -> u64 {
        self.numbers[step.index()]
    }

    /// The numbers of these clauses; 0 for tautologies.
    pub(super) fn numbers_of(&self, targets: &[Option<StepId>]) -> Vec<u64> {
        targets.iter().map(|target| target.map_or(0, |target| self.number(target))).collect()
    }
}
