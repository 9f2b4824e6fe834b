//! The size of a formula: its variables, clauses, literals, and bytes in the DIMACS format.

use super::{ClauseSink, Cnf, Lit, Var};

/// The size of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormulaSize {
    /// Variables.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals of all clauses.
    pub literals: usize,
    /// Bytes of the clauses in the DIMACS format: each literal with a space after it, and `0` and the end of the line.
    pub bytes: usize,
}

impl FormulaSize {
    /// The size of these clauses over so many variables.
    pub fn of(variables: usize, cnf: &Cnf) -> Self {
        let mut size = Self { variables, ..Self::default() };
        cnf.clauses().for_each(|clause| size.count(clause));
        size
    }

    /// Counts one more clause.
    pub fn count(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len();
        self.bytes += clause.iter().map(dimacs_bytes).sum::<usize>() + "0\n".len();
    }

    /// The maximum of both, figure by figure.
    pub fn max(self, other: Self) -> Self {
        Self {
            variables: self.variables.max(other.variables),
            clauses: self.clauses.max(other.clauses),
            literals: self.literals.max(other.literals),
            bytes: self.bytes.max(other.bytes),
        }
    }
}

/// Counts what it is given, and keeps nothing.
impl ClauseSink for FormulaSize {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.count(clause);
    }

    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }
}

fn dimacs_bytes(lit: &Lit) -> usize {
    let number = lit.var().index() + 1;
    let digits = number.ilog10() + 1;
    usize::try_from(digits).unwrap_or(0) + usize::from(!lit.is_positive()) + " ".len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Var, write_clause};

    #[test]
    fn bytes_are_those_of_the_dimacs_format() {
        let lit = |number: usize| Var::from_index(number - 1).positive();
        let clauses = [vec![], vec![lit(1)], vec![!lit(9), lit(10)], vec![lit(99), !lit(100), !lit(12345)]];
        let (mut size, mut text) = (FormulaSize::default(), Vec::new());
        for clause in &clauses {
            size.count(clause);
            write_clause(clause, &mut text).unwrap();
        }
        assert_eq!((size.clauses, size.literals, size.bytes), (4, 6, text.len()));
    }
}
