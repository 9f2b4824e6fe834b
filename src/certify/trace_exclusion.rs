//! The derivation, from the clauses of listed plans, that a trace is excluded.
//!
//! Where one operator leads from each state to the next, a single plan has the trace, and its clause is what is left of it. Where
//! there are several, each is assumed in turn: the derivation is a tree, whose leaves are the plans of the trace.

use super::book::{Book, ProofLayout};
use super::error::CertifyError;
use super::traces::PlanTraces;
use crate::formula::Lit;
use crate::task::OperatorId;

/// A trace to be excluded.
pub(super) struct TraceExclusion<'a> {
    pub(super) layout: ProofLayout<'a>,
    pub(super) traces: &'a PlanTraces,
    pub(super) trace: &'a [usize],
    /// For each step the number of the clause that one of its operators runs.
    pub(super) lemmas: Vec<u64>,
    /// What excludes the trace, over the proof's frames.
    pub(super) clause: Vec<Lit>,
}

impl TraceExclusion<'_> {
    /// Writes down the derivation; the number of its last clause.
    pub(super) fn write(&self, book: &mut Book<'_>) -> Result<u64, CertifyError> {
        self.under(&mut Vec::new(), book)
    }

    fn operators(&self, step: usize) -> &[OperatorId] {
        &self.traces.steps[self.trace[step]].operators
    }

    /// Excludes the trace where these operators run in its first steps.
    fn under(&self, run: &mut Vec<OperatorId>, book: &mut Book<'_>) -> Result<u64, CertifyError> {
        let mut clause: Vec<Lit> = self.clause.iter().map(|lit| book.literal(*lit, 0)).collect();
        let propositions = self.layout.specification.propositions();
        for (frame, id) in run.iter().enumerate().filter(|(frame, _)| 1 < self.operators(*frame).len()) {
            clause.push(!book.literal(propositions.operator(*id), frame));
        }
        let given = run.len();
        while let Some([only]) = self.trace.get(run.len()).map(|_| self.operators(run.len())) {
            run.push(*only);
        }
        let branch = run.len();
        let mut hints = Vec::new();
        if branch == self.trace.len() {
            let forced = (0..branch).filter(|step| self.operators(*step).len() == 1);
            hints.extend(forced.map(|step| self.lemmas[step]));
            let place = self.traces.place(run).ok_or(CertifyError::Listed)?;
            hints.push(self.layout.listed(place));
        } else {
            for id in self.operators(branch) {
                run.push(*id);
                hints.push(self.under(run, book)?);
                run.truncate(branch);
            }
            hints.push(self.lemmas[branch]);
        }
        run.truncate(given);
        Ok(book.implied(clause, hints))
    }
}
