//! Clause sinks: destinations of an encoder's clauses, which keep, count, rename, or solve them.
//!
//! A sink accepts clauses and creates fresh variables, nothing more. [`Formula`] is the sink that keeps everything. (The idea
//! of encoding into a sink instead of returning clauses is rustsat's `CollectClauses`.)

use crate::{Cnf, Lit, Var};

/// Destination for clauses that can create fresh variables.
pub trait ClauseSink {
    /// Adds a disjunction of literals. The empty clause is false.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Makes a variable that no clause mentions yet.
    fn new_var(&mut self) -> Var;

    /// Announces what the clauses added from now on say, such as `preconditions`. For people; other sinks take no notice.
    fn heading(&mut self, _heading: &'static str) {}

    /// Checks whether all clauses added from now on are dropped, so that none need be written.
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
    /// Returns the number of variables; their indices are `0..n_vars`. Some may occur in no clause.
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// Returns the clauses.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }
}

impl ClauseSink for Formula {
    /// Appends a clause. A variable not created by [`new_var`](ClauseSink::new_var) raises the number of variables above its
    /// index.
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

/// Size of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormulaSize {
    /// Number of variables.
    pub variables: usize,
    /// Number of clauses.
    pub clauses: usize,
    /// Number of literals in all clauses.
    pub literals: usize,
    /// Bytes of the clauses in the DIMACS format: each literal with a space after it, and `0` and the end of the line.
    pub bytes: usize,
}

impl FormulaSize {
    /// Measures clauses over `variables` variables.
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

    /// Returns the maximum of both, field by field.
    pub fn max(self, other: Self) -> Self {
        Self {
            variables: self.variables.max(other.variables),
            clauses: self.clauses.max(other.clauses),
            literals: self.literals.max(other.literals),
            bytes: self.bytes.max(other.bytes),
        }
    }
}

/// Counts clauses and variables, and keeps no clause.
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
    use crate::write_clause;

    #[test]
    fn fresh_variables_are_fresh() {
        let mut formula = Formula::default();
        let first = formula.new_var();
        formula.add_clause(&[Var::from_index(6).negative()]);
        assert_eq!((first.index(), formula.new_var().index(), formula.n_vars()), (0, 7, 8));
    }

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
