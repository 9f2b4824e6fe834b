//! Clause sinks: destinations of an encoder's clauses.
//!
//! A sink takes clauses and hands out fresh variables, nothing more. [`Formula`] is the sink that keeps
//! everything; others can count, rename, or feed a solver. (The idea of encoding into a sink instead of
//! returning clauses is rustsat's `CollectClauses`.)

use crate::formula::{Cnf, Lit, Var};

/// A destination for clauses that can make fresh variables.
pub trait ClauseSink {
    /// Adds a disjunction of literals. The empty clause is false.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Makes a variable that no clause mentions yet.
    fn new_var(&mut self) -> Var;

    /// True if all clauses added from now on are lost, so that none need be written.
    fn is_closed(&self) -> bool {
        false
    }
}

/// Clauses together with the number of variables they range over.
///
/// Invariant: every variable of the clauses has an index below [`n_vars`](Formula::n_vars).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Formula {
    n_vars: usize,
    cnf: Cnf,
}

impl Formula {
    /// The number of variables; their indices are `0..n_vars`. Some may occur in no clause.
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// The clauses.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }
}

impl ClauseSink for Formula {
    /// A variable that was not made by [`new_var`](ClauseSink::new_var) is counted in, with all below it.
    fn add_clause(&mut self, clause: &[Lit]) {
        let used = clause.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        self.n_vars = self.n_vars.max(used);
        self.cnf.push(clause);
    }

    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.n_vars);
        self.n_vars += 1;
        var
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_variables_are_fresh() {
        let mut formula = Formula::default();
        let first = formula.new_var();
        formula.add_clause(&[Var::from_index(6).negative()]);
        assert_eq!((first.index(), formula.new_var().index(), formula.n_vars()), (0, 7, 8));
    }
}
