//! The derivations of a solver: every clause that it was given or that it learned, and from which others it follows by unit
//! propagation.

use std::collections::HashMap;

use crate::formula::{Cnf, Lit};

/// A clause of a [`DerivationLog`], by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(u32);

impl StepId {
    /// The place in the log.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The clauses that a solver was given and that it learned, in order.
#[derive(Debug, Default)]
pub struct DerivationLog {
    clauses: Cnf,
    /// For each clause, where its hints end.
    hint_ends: Vec<usize>,
    hints: Vec<StepId>,
    /// For each clause: which of the clauses given it is, if it is one.
    inputs: Vec<Option<u32>>,
    /// For each clause that was given: its place, or that of the same clause before it; none for a tautology.
    pub(super) given: Vec<Option<StepId>>,
    /// By the solver's own number.
    by_number: Vec<Option<StepId>>,
    /// What refutations were: clauses of negated assumptions.
    refutations: Vec<StepId>,
    /// The clauses of one literal.
    units: HashMap<Lit, StepId>,
    /// The empty clause. The checker does not tell of the one that two clauses of one literal are, and of nothing after it.
    pub(super) contradiction: Option<StepId>,
}

impl DerivationLog {
    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// How many hints they have together.
    pub fn n_hints(&self) -> usize {
        self.hints.len()
    }

    /// How many bytes the hints and the ends of clauses take: about half of everything.
    pub(super) fn n_bytes(&self) -> usize {
        size_of_val(&*self.hints) + 32 * self.clauses.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// A clause.
    pub fn clause(&self, step: StepId) -> &[Lit] {
        self.clauses.clause(step.index())
    }

    /// The clauses from which it follows by unit propagation, in that order; none for one that was given.
    pub fn hints(&self, step: StepId) -> &[StepId] {
        let start = step.index().checked_sub(1).map_or(0, |before| self.hint_ends[before]);
        &self.hints[start..self.hint_ends[step.index()]]
    }

    /// Which of the clauses given it is, counted from 0, if it is one.
    pub fn input(&self, step: StepId) -> Option<usize> {
        self.inputs[step.index()].map(|input| input as usize)
    }

    /// How many clauses were given, tautologies among them.
    pub fn n_inputs(&self) -> usize {
        self.given.len()
    }

    /// The clause that was given after so many others; none if it is a tautology, or came after the solver was stopped.
    pub fn given(&self, input: usize) -> Option<StepId> {
        self.given.get(input).copied().flatten()
    }

    /// All of them.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = StepId> + use<> {
        (0..self.inputs.len() as u32).map(StepId)
    }

    /// The clauses of negated assumptions that were derived, in order: one for each refutation.
    pub fn refutations(&self) -> &[StepId] {
        &self.refutations
    }

    /// Adds a clause that is given: the next input.
    pub fn push_given(&mut self, clause: &[Lit]) -> StepId {
        let input = self.given.len() as u32;
        let step = self.push_derived(clause, []);
        self.inputs[step.index()] = Some(input);
        self.given.push(Some(step));
        step
    }

    /// Adds a clause that follows from others of it.
    pub fn push_derived(&mut self, clause: &[Lit], hints: impl IntoIterator<Item = StepId>) -> StepId {
        let step = StepId(self.inputs.len() as u32);
        self.clauses.push(clause);
        self.hints.extend(hints);
        self.hint_ends.push(self.hints.len());
        self.inputs.push(None);
        step
    }

    /// Adds a clause that the solver has learned, with its numbers for clauses.
    pub(super) fn push_learned(&mut self, clause: &[Lit], hints: &[u64]) -> StepId {
        let hints: Vec<StepId> = hints.iter().filter_map(|hint| self.step(*hint)).collect();
        self.push_derived(clause, hints)
    }

    /// Notes that a clause is one of negated assumptions.
    pub(super) fn note_refutation(&mut self, step: StepId) {
        self.refutations.push(step);
    }

    /// Notes that a clause is one of one literal, or empty.
    pub(super) fn note_short(&mut self, step: StepId) {
        match *self.clause(step) {
            [] => self.contradiction = Some(step),
            [unit] => {
                if let Some(other) = self.units.get(&!unit).copied() {
                    self.contradiction = Some(self.push_derived(&[], [other, step]));
                }
                self.units.insert(unit, step);
            }
            _ => {}
        }
    }

    pub(super) fn step(&self, id: u64) -> Option<StepId> {
        *self.by_number.get(usize::try_from(id).ok()?)?
    }

    pub(super) fn number(&mut self, id: u64, step: Option<StepId>) {
        let index = usize::try_from(id).unwrap_or(usize::MAX);
        if self.by_number.len() <= index {
            self.by_number.resize(index + 1, None);
        }
        self.by_number[index] = step;
    }
}
