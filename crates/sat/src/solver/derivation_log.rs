//! Derivations of a solver: every given or learned clause, with the clauses from which it follows by unit propagation (its
//! hints). Also a pruner of hints, since the solver lists superfluous ones.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use bmcplan_formula::{Cnf, Lit};

/// Clause of a [`DerivationLog`], by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(u32);

impl StepId {
    /// Returns the index in the log.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Log that its solver is still filling.
pub type GrowingLog = Rc<RefCell<DerivationLog>>;

/// Given and learned clauses of a solver, in order.
#[derive(Debug, Default)]
pub struct DerivationLog {
    clauses: Cnf,
    hint_ends: Vec<usize>,
    hints: Vec<StepId>,
    /// Number of each clause among the given ones, if it is one.
    inputs: Vec<Option<u32>>,
    /// Step of each given clause, or of an equal clause before it; `None` for a tautology.
    pub(super) given: Vec<Option<StepId>>,
    /// Steps of the clauses by the solver's own numbers.
    by_number: Vec<Option<StepId>>,
    refutations: Vec<StepId>,
    units: HashMap<Lit, StepId>,
    /// Step of the empty clause. The checker does not report an empty clause derived from two clauses of one literal, nor
    /// anything after it.
    pub(super) contradiction: Option<StepId>,
}

impl DerivationLog {
    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Returns the number of hints of all clauses.
    pub fn n_hints(&self) -> usize {
        self.hints.len()
    }

    /// Returns the bytes of the hints and the ends of clauses: about half of all memory.
    pub(super) fn n_bytes(&self) -> usize {
        size_of_val(&*self.hints) + 32 * self.clauses.len()
    }

    /// Checks whether the log has no clauses.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Returns the literals of a clause.
    pub fn clause(&self, step: StepId) -> &[Lit] {
        self.clauses.clause(step.index())
    }

    /// Returns the hints of a clause, in order of propagation; none for a given clause.
    pub fn hints(&self, step: StepId) -> &[StepId] {
        let start = step.index().checked_sub(1).map_or(0, |before| self.hint_ends[before]);
        &self.hints[start..self.hint_ends[step.index()]]
    }

    /// Returns the number of the clause among the given ones, counted from 0, if it is one.
    pub fn input(&self, step: StepId) -> Option<usize> {
        self.inputs[step.index()].map(|input| input as usize)
    }

    /// Returns the step of the given clause with index `input`, counted from 0. `None` if it is a tautology, or came after the
    /// solver was stopped.
    pub fn given(&self, input: usize) -> Option<StepId> {
        self.given.get(input).copied().flatten()
    }

    /// Iterates over all clauses, in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = StepId> + use<> {
        (0..self.inputs.len() as u32).map(StepId)
    }

    /// Returns the clauses of negated assumptions that were derived, in order: one for each refutation.
    pub fn refutations(&self) -> &[StepId] {
        &self.refutations
    }

    /// Appends a given clause: the next input.
    pub fn push_given(&mut self, clause: &[Lit]) -> StepId {
        let input = self.given.len() as u32;
        let step = self.push_derived(clause, []);
        self.inputs[step.index()] = Some(input);
        self.given.push(Some(step));
        step
    }

    /// Appends a clause that follows from others of the log.
    pub fn push_derived(&mut self, clause: &[Lit], hints: impl IntoIterator<Item = StepId>) -> StepId {
        let step = StepId(self.inputs.len() as u32);
        self.clauses.push(clause);
        self.hints.extend(hints);
        self.hint_ends.push(self.hints.len());
        self.inputs.push(None);
        step
    }

    /// Appends a clause that the solver has learned; `hints` are the solver's numbers of clauses.
    pub(super) fn push_learned(&mut self, clause: &[Lit], hints: &[u64]) -> StepId {
        let hints: Vec<StepId> = hints.iter().filter_map(|hint| self.step(*hint)).collect();
        self.push_derived(clause, hints)
    }

    pub(super) fn record_refutation(&mut self, step: StepId) {
        self.refutations.push(step);
    }

    pub(super) fn record_short(&mut self, step: StepId) {
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

/// Checker of derivations by unit propagation, which prunes their hints.
#[derive(Debug, Default)]
pub struct HintPruner {
    /// For each literal, by its code: the derivation in which it was last falsified, and the index of the hint that did so.
    falsified: Vec<(u32, u32)>,
    derivation: u32,
}

/// Index for literals that are false by assumption, as the literals of the clause to be derived.
const GIVEN: u32 = u32::MAX;

impl HintPruner {
    /// Returns the necessary hints of a clause of the log, in order of propagation. `None` if the clause does not follow.
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

    fn reason(&self, lit: Lit) -> Option<u32> {
        let (derivation, place) = *self.falsified.get(lit.code())?;
        (derivation == self.derivation).then_some(place)
    }
}
