//! The formula "there is a plan of cost at most B, of N steps and a relaxed suffix", unsatisfiable where every plan costs more.
//!
//! The N steps are those of the [specification](crate::Specification). In the suffix no fact becomes false, so
//! each operator runs at most once and no order is needed: the delete relaxation (Bonet & Geffner, *Planning as heuristic
//! search*, 2001). Facts must not support each other in a cycle. That is asserted for sets of facts, the landmarks, which the
//! certificate lists. A tree of sums bounds the cost. `docs/certificates-of-costs.md` defines the formula and shows that it is
//! a relaxation.
//!
//! **Architecture Invariant:** this shares no code with encodings.

mod suffix;
mod sums;

use std::io::{self, Write};

use suffix::{Causes, suffix};
use sums::{MAX_PAIRS, SumBuilder, Sums, TooManySums};

use bmcplan_formula::{Cnf, Lit, Var, write_clause};
use bmcplan_task::Task;

use super::specification::{Specification, SpecificationPart, TooManyVariables};

pub use suffix::LandmarkSet;

/// Reason why there is no formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CostFormulaError {
    /// No operator has a cost.
    #[error("no operator costs anything")]
    Free,
    /// The costs have too many sums.
    #[error("the costs have too many sums")]
    Sums,
    /// The formula is too large.
    #[error(transparent)]
    Variables(#[from] TooManyVariables),
}

impl From<TooManySums> for CostFormulaError {
    fn from(TooManySums: TooManySums) -> Self {
        Self::Sums
    }
}

/// Formula of an affirmative task.
pub struct CostFormula<'a> {
    specification: &'a Specification,
    n_steps: usize,
    bound: u128,
    causes: Causes,
    /// Clauses of the suffix and those about costs, in their frames.
    more: Cnf,
    first: usize,
    landmarks: Vec<Cnf>,
}

impl<'a> CostFormula<'a> {
    /// Builds the formula "there is a plan of cost at most `bound`, of `n_steps` steps and a relaxed suffix", without
    /// landmarks. `specification` must be that of `task`.
    pub fn of(
        task: &Task,
        specification: &'a Specification,
        n_steps: usize,
        bound: u128,
    ) -> Result<Self, CostFormulaError> {
        let propositions = specification.propositions();
        let first = (n_steps + 1) * propositions.in_frame() + propositions.in_state();
        // There are no more sums than pairs.
        TooManyVariables::check(first + MAX_PAIRS)?;
        let causes = Causes::of(task, propositions);
        let in_frame = |lit: &Lit| propositions.at(*lit, n_steps);
        let mut more = Cnf::default();
        for clause in suffix(task, propositions, &causes).clauses() {
            more.push(&clause.iter().map(in_frame).collect::<Vec<Lit>>());
        }
        let unit = task.operators().iter().map(|operator| u128::from(operator.cost)).fold(0, gcd);
        if unit == 0 {
            return Err(CostFormulaError::Free);
        }
        let priced = task.operator_ids().map(|id| (u128::from(task.operator(id).cost) / unit, id));
        let priced: Vec<(u128, Lit)> = priced
            .filter(|(cost, _)| 0 < *cost)
            .map(|(cost, id)| (cost, propositions.operator(id)))
            .collect();
        let mut sums = SumBuilder::until(bound / unit, Var::from_index(first));
        let mut spent = Sums::new();
        for frame in 0..n_steps {
            let here: Vec<(u128, Lit)> =
                priced.iter().map(|(cost, lit)| (*cost, propositions.at(*lit, frame))).collect();
            let step = sums.one_of(&here)?;
            spent = sums.join(spent, step)?;
        }
        let parts = priced.iter().map(|(cost, lit)| sums.one(*cost, in_frame(lit))).collect();
        let of_rest = sums.join_all(parts)?;
        sums.bound(&spent, &of_rest)?;
        sums.cnf.clauses().for_each(|clause| more.push(clause));
        Ok(Self {
            specification,
            n_steps,
            bound,
            causes,
            more,
            first: sums.next().index(),
            landmarks: Vec::new(),
        })
    }

    /// Adds a set of landmarks. Returns its clauses, which come last.
    pub fn add(&mut self, set: &LandmarkSet) -> Result<&Cnf, CostFormulaError> {
        TooManyVariables::check(self.n_vars() + 1)?;
        let comes = Var::from_index(self.n_vars()).positive();
        let propositions = self.specification.propositions();
        let place = self.landmarks.len();
        self.landmarks.push(set.clauses(propositions, &self.causes, self.n_steps, comes));
        Ok(&self.landmarks[place])
    }

    /// Returns the number of steps before the suffix.
    pub fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// Returns the number of variables before those of the landmarks, of which each set has one.
    pub fn n_vars_before_landmarks(&self) -> usize {
        self.first
    }

    /// Returns the number of clauses of a set of landmarks.
    pub fn n_clauses_of(&self, set: usize) -> usize {
        self.landmarks[set].len()
    }

    /// Returns the number of variables.
    pub fn n_vars(&self) -> usize {
        self.first + self.landmarks.len()
    }

    /// Returns the number of clauses.
    pub fn n_clauses(&self) -> usize {
        let of_landmarks: usize = self.landmarks.iter().map(Cnf::len).sum();
        self.parts().map(|(part, _)| self.specification.clauses(part).len()).sum::<usize>()
            + self.more.len()
            + of_landmarks
    }

    fn parts(&self) -> impl Iterator<Item = (SpecificationPart, usize)> + use<> {
        let n_steps = self.n_steps;
        let frames = (0..=n_steps).flat_map(move |t| {
            let step = [SpecificationPart::Step(t), SpecificationPart::StaysOver(t)];
            [SpecificationPart::State(t)]
                .into_iter()
                .chain(step.into_iter().filter(move |_| t < n_steps))
                .map(move |part| (part, t))
        });
        [(SpecificationPart::Start, 0)].into_iter().chain(frames)
    }

    /// Calls `each` with every clause, in order.
    pub fn for_each_clause<E>(&self, mut each: impl FnMut(&[Lit]) -> Result<(), E>) -> Result<(), E> {
        self.specification.for_each_clause_of(self.parts(), &mut each)?;
        self.more.clauses().chain(self.landmarks.iter().flat_map(Cnf::clauses)).try_for_each(each)
    }

    /// Writes the formula in the DIMACS format; `task` must be the one that it was built from.
    pub fn write(&self, task: &Task, out: &mut dyn Write) -> io::Result<()> {
        let (bound, n_steps) = (self.bound, self.n_steps);
        writeln!(out, "c There is a plan of cost at most {bound}, of {n_steps} steps and a relaxed rest.")?;
        self.specification.write_names(task, out)?;
        writeln!(out, "p cnf {} {}", self.n_vars(), self.n_clauses())?;
        self.for_each_clause(|clause| write_clause(clause, out))?;
        out.flush()
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
