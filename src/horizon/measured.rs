//! Measurements of a strategy's run: the size of its formula, and the time to build and to solve it.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::formula::Lit;
use crate::solver::{Answer, Solver, SolverError, Statistics};
use crate::stop::Stop;

/// How large a formula is.
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
    pub(super) fn count(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len();
        self.bytes += clause.iter().map(dimacs_bytes).sum::<usize>() + "0\n".len();
    }

    /// The larger of both in each respect.
    fn max(self, other: Self) -> Self {
        Self {
            variables: self.variables.max(other.variables),
            clauses: self.clauses.max(other.clauses),
            literals: self.literals.max(other.literals),
            bytes: self.bytes.max(other.bytes),
        }
    }
}

/// A literal and the space after it.
fn dimacs_bytes(lit: &Lit) -> usize {
    let number = lit.var().index() + 1;
    let digits = number.ilog10() + 1;
    usize::try_from(digits).unwrap_or(0) + usize::from(!lit.is_positive()) + " ".len()
}

/// What a run took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measured {
    /// The size of the formula at the end; of several formulas, of the largest.
    pub size: FormulaSize,
    /// Time in which steps were copied into solvers. Threads add up.
    pub building: Duration,
    /// Time in calls of solvers. Threads add up.
    pub solving: Duration,
}

impl Measured {
    /// What two formulas took that were there at the same time.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            size: self.size.max(other.size),
            building: self.building + other.building,
            solving: self.solving + other.solving,
        }
    }
}

/// Adds up the time in calls of some solvers.
#[derive(Debug, Clone, Default)]
pub(super) struct Stopwatch(Rc<Cell<Duration>>);

impl Stopwatch {
    /// A solver whose calls are timed. Once the flag is raised it takes no clauses any more, and has no answers.
    pub(super) fn on(&self, solver: Box<dyn Solver>, stop: &Stop) -> Box<dyn Solver> {
        Box::new(Timed { solver, watch: self.clone(), stop: stop.clone() })
    }

    /// What is on it; then it is at zero again.
    pub(super) fn take(&self) -> Duration {
        self.0.take()
    }
}

struct Timed {
    solver: Box<dyn Solver>,
    watch: Stopwatch,
    stop: Stop,
}

impl Solver for Timed {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn reserve(&mut self, n_vars: usize) {
        if !self.stop.is_raised() {
            self.solver.reserve(n_vars);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.stop.is_raised() {
            self.solver.add_clause(clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        let begun = Instant::now();
        let answer = self.solver.solve(assumptions);
        self.watch.0.set(self.watch.0.get() + begun.elapsed());
        answer
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.solver.value(lit)
    }

    fn failed(&self) -> Option<&[Lit]> {
        self.solver.failed()
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
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
