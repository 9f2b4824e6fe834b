//! A solver as a sink that counts the variables and clauses that go into it.

use crate::formula::{ClauseSink, FormulaSize, Lit, Var};
use crate::solver::Solver;

/// A solver as a sink that counts.
pub(super) struct Counted<'a> {
    pub(super) solver: &'a mut dyn Solver,
    pub(super) size: &'a mut FormulaSize,
}

impl ClauseSink for Counted<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.size.count(clause);
        self.solver.add_clause(clause);
    }

    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.size.variables);
        self.size.variables += 1;
        self.solver.reserve(self.size.variables);
        var
    }
}
