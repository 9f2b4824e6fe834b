//! The check of a model from a foreign solver against the clauses of the formula.

use itertools::Itertools as _;

use super::program::abridged;
use crate::formula::{Cnf, Lit};

/// Checks the values of all variables against all clauses and assumptions; what is wrong is said as of a solver.
pub(super) fn check(values: &[bool], clauses: &Cnf, assumptions: &[Lit]) -> Result<(), String> {
    let holds = |lit: &Lit| values.get(lit.var().index()) == Some(&lit.is_positive());
    if let Some(lit) = assumptions.iter().find(|lit| !holds(lit)) {
        return Err(format!("its model is wrong: {} should be true", lit.to_dimacs()));
    }
    match clauses.clauses().find(|clause| !clause.iter().any(holds)) {
        Some(clause) => {
            let lits = clause.iter().map(|lit| lit.to_dimacs()).join(" ");
            Err(format!("its model is wrong: it makes the clause `{}` false", abridged(&lits)))
        }
        None => Ok(()),
    }
}
