//! The derivation, from the clauses of listed plans, that a trace is excluded.
//!
//! If operators of one name lead from each state to the next, a single plan has the trace, and its clause is what is left of it.
//! If there are several names, each is assumed in turn: the derivation is a tree, whose leaves are the plans of the trace.

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
    /// For each step the clause that one of its operators runs, over the proof's first two frames, and its number.
    pub(super) lemmas: Vec<(&'a [Lit], u64)>,
    /// The clause that excludes the trace, over the proof's frames.
    pub(super) clause: Vec<Lit>,
}

impl TraceExclusion<'_> {
    /// Writes down the derivation; the number of its last clause.
    pub(super) fn write(&self, book: &mut Book<'_>) -> Result<u64, CertifyError> {
        let named: Result<Vec<u64>, CertifyError> =
            (0..self.trace.len()).map(|step| self.named(step, book)).collect();
        self.under(&mut Vec::new(), &named?, book)
    }

    /// For each name the operators that lead from the state before the step to the one after it.
    fn names(&self, step: usize) -> &[Vec<OperatorId>] {
        &self.traces.steps[self.trace[step]].names
    }

    fn runs(&self, step: usize, cases: &[OperatorId]) -> Result<Lit, CertifyError> {
        self.layout.formula.runs(step, cases).ok_or(CertifyError::Listed)
    }

    /// The number of the clause that one of a step's names runs: the lemma, with the literals of cases for those of operators.
    fn named(&self, step: usize, book: &mut Book<'_>) -> Result<u64, CertifyError> {
        let (lemma, number) = self.lemmas[step];
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        let mut left_out = Vec::new();
        let propositions = self.layout.specification.propositions();
        for cases in self.names(step).iter().filter(|cases| 1 < cases.len()) {
            clause.push(self.runs(step, cases)?);
            hints.extend(self.layout.formula.clauses_of_cases(step, cases).map(|index| index as u64 + 1));
            left_out.extend(cases.iter().map(|id| propositions.operator(*id)));
        }
        if left_out.is_empty() {
            return Ok(number);
        }
        let rest = lemma.iter().filter(|lit| !left_out.contains(lit));
        clause.extend(rest.map(|lit| book.literal(*lit, step)));
        hints.push(number);
        Ok(book.implied(clause, hints))
    }

    /// Excludes the trace where these names, the first operator of each, run in its first steps.
    fn under(
        &self,
        run: &mut Vec<OperatorId>,
        named: &[u64],
        book: &mut Book<'_>,
    ) -> Result<u64, CertifyError> {
        let mut clause: Vec<Lit> = self.clause.iter().map(|lit| book.literal(*lit, 0)).collect();
        for (step, id) in run.iter().enumerate().filter(|(step, _)| 1 < self.names(*step).len()) {
            let cases = self.names(step).iter().find(|cases| cases.first() == Some(id));
            clause.push(!self.runs(step, cases.ok_or(CertifyError::Listed)?)?);
        }
        let given = run.len();
        while let Some([only]) = self.trace.get(run.len()).map(|_| self.names(run.len())) {
            run.extend(only.first());
        }
        let branch = run.len();
        let mut hints = Vec::new();
        if branch == self.trace.len() {
            let forced = (0..branch).filter(|step| self.names(*step).len() == 1);
            hints.extend(forced.map(|step| named[step]));
            let place = self.traces.place(run).ok_or(CertifyError::Listed)?;
            hints.push(self.layout.listed(place));
        } else {
            for id in self.names(branch).iter().filter_map(|cases| cases.first()) {
                run.push(*id);
                hints.push(self.under(run, named, book)?);
                run.truncate(branch);
            }
            hints.push(named[branch]);
        }
        run.truncate(given);
        Ok(book.implied(clause, hints))
    }
}
