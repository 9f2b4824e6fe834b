//! The solver CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: "CaDiCaL 2.0", CAV 2024), in C++: the fastest solver
//! here on large formulas.
//!
//! The crate `cadical` (Miklós Maróti) compiles version 1.9.5. Version 3.0.1 took 20 to 90 % more time on boards of 25 to 100
//! steps (one run each, horizons 0, 1, 2, …), so the older version stays. Misuse would end the process. So this file keeps to
//! the states of CaDiCaL's documentation: values and failed assumptions are copied as soon as there is an answer.
//!
//! The C interface has no counts. But every conflict in search leads to one learned clause, reported to the learning callback.
//! So conflicts are counted here; decisions and propagations are not.
//!
//! CaDiCaL reads options from environment variables named `CADICAL_…`; without them, equal calls give equal answers.

use ::cadical::Callbacks;
use itertools::Itertools as _;

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Lit, Var};

use crate::solver::answer::{NO_ANSWER, n_vars_of};
use crate::solver::{Answer, Evidence, Solver, SolverError, Statistics};

pub(super) const NAME: &str = "cadical";

struct CadicalCallbacks {
    stop: Stop,
    conflicts: u64,
}

impl Callbacks for CadicalCallbacks {
    fn terminate(&mut self) -> bool {
        self.stop.is_raised()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflicts += 1;
    }
}

pub(super) struct Cadical {
    solver: ::cadical::Solver<CadicalCallbacks>,
    stop: Stop,
    /// Number of known variables; CaDiCaL itself knows only those mentioned.
    n_vars: usize,
    conflicts: u64,
    evidence: Evidence,
}

impl Cadical {
    pub(super) fn new(stop: Stop) -> Self {
        let mut solver = ::cadical::Solver::new();
        solver.set_callbacks(Some(CadicalCallbacks { stop: stop.clone(), conflicts: 0 }));
        Self { solver, stop, n_vars: 0, conflicts: 0, evidence: Evidence::None }
    }
}

impl Solver for Cadical {
    fn reserve(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.n_vars = self.n_vars.max(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        self.solver.add_clause(clause.iter().map(|lit| lit.to_dimacs()));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.reserve(n_vars_of(assumptions));
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        let satisfiable = self.solver.solve_with(assumptions.iter().map(|lit| lit.to_dimacs()));
        self.conflicts = self.solver.get_callbacks().map_or(self.conflicts, |listener| listener.conflicts);
        match satisfiable {
            Some(true) => {
                let vars = (0..self.n_vars).map(Var::from_index);
                let is_true = |var: &Var| self.solver.value(var.positive().to_dimacs()) == Some(true);
                self.evidence = Evidence::model(self.n_vars, vars.filter(is_true));
                Ok(Answer::Satisfiable)
            }
            Some(false) => {
                let is_failed = |lit: &Lit| self.solver.failed(lit.to_dimacs());
                self.evidence =
                    Evidence::Failed(assumptions.iter().copied().unique().filter(is_failed).collect());
                Ok(Answer::Unsatisfiable)
            }
            None => {
                let reason = self.stop.reason().map(Answer::Stopped);
                reason.ok_or_else(|| SolverError::internal(NAME, NO_ANSWER))
            }
        }
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    fn statistics(&self) -> Statistics {
        Statistics { conflicts: Some(self.conflicts), ..Statistics::default() }
    }
}
