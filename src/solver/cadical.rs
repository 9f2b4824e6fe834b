//! The solver CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: "CaDiCaL 2.0", CAV 2024), in C++: the
//! fastest one here on large formulas.
//!
//! The crate `cadical-sys` compiles it and makes misuse a panic instead of the end of the process; the states of the
//! trait are those of CaDiCaL's own documentation, so there is no misuse. Every call of `solve` ends with values
//! or blame copied, since adding a clause forgets them.
//!
//! CaDiCaL reads options from environment variables named `CADICAL_…`; without them, same calls give the same answers.

use cadical_sys::{CaDiCal, Status, Terminator};
use itertools::Itertools as _;

use crate::formula::{Lit, Var};
use crate::solver::answer::{Evidence, n_vars_of};
use crate::solver::{Answer, Solver, SolverError, Statistics};
use crate::stop::Stop;

/// The name by which it is chosen.
pub(super) const NAME: &str = "cadical";

/// Asks the stop flag whenever CaDiCaL asks.
struct UntilStopped(Stop);

impl Terminator for UntilStopped {
    fn terminated(&mut self) -> bool {
        self.0.is_raised()
    }
}

/// CaDiCaL as a [`Solver`].
pub(super) struct Cadical {
    solver: CaDiCal,
    stop: Stop,
    /// How many variables are known; CaDiCaL knows those that were mentioned.
    n_vars: usize,
    evidence: Evidence,
}

impl Cadical {
    pub(super) fn new(stop: Stop) -> Self {
        let mut solver = CaDiCal::new();
        solver.connect_terminator(UntilStopped(stop.clone()));
        Self { solver, stop, n_vars: 0, evidence: Evidence::None }
    }

    fn know(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.n_vars = self.n_vars.max(n_vars);
    }

    fn count(&self, what: &str) -> Option<u64> {
        self.solver.get_statistic_value(what).try_into().ok()
    }
}

impl Solver for Cadical {
    fn name(&self) -> &str {
        NAME
    }

    fn reserve(&mut self, n_vars: usize) {
        self.know(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.know(n_vars_of(clause));
        let end = 0;
        clause.iter().map(|lit| lit.to_dimacs()).chain([end]).for_each(|number| self.solver.add(number));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.know(n_vars_of(assumptions));
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        assumptions.iter().for_each(|lit| self.solver.assume(lit.to_dimacs()));
        match self.solver.solve() {
            Status::SATISFIABLE => {
                let vars = (0..self.n_vars).map(Var::from_index);
                let is_true = |var: &Var| 0 < self.solver.val(var.positive().to_dimacs());
                self.evidence = Evidence::model(self.n_vars, vars.filter(is_true));
                Ok(Answer::Satisfiable)
            }
            Status::UNSATISFIABLE => {
                let is_failed = |lit: &Lit| self.solver.failed(lit.to_dimacs());
                self.evidence =
                    Evidence::Failed(assumptions.iter().copied().unique().filter(is_failed).collect());
                Ok(Answer::Unsatisfiable)
            }
            Status::UNKNOWN => self.stop.reason().map(Answer::Stopped).ok_or_else(|| {
                let cause = "no answer, although nothing stopped it".to_owned();
                SolverError::Internal { solver: NAME.to_owned(), cause }
            }),
        }
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.evidence.value(lit)
    }

    fn failed(&self) -> Option<&[Lit]> {
        self.evidence.failed()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: self.count("conflicts"),
            decisions: self.count("decisions"),
            propagations: self.count("propagations"),
        }
    }
}
