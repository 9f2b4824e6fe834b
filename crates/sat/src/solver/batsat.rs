//! The solver batsat: MiniSat 2.2 (Eén, Sörensson: "An extensible SAT-solver", 2003) rewritten in Rust.
//!
//! batsat has everything that the trait needs. The stop callback is polled before every decision, conflicts are expressed in
//! the assumptions, and there are counts. This file only adapts conventions: variables must be created before they are
//! mentioned, and the final conflict is a clause, hence the negations of the assumptions.

use ::batsat::intmap::AsIndex as _;
use ::batsat::{Callbacks, ClauseKind, SolverInterface as _, SolverOpts, lbool};

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Lit, Var};

use crate::solver::answer::{Learned, LemmaBuffer, NO_ANSWER, n_vars_of};
use crate::solver::{Answer, Evidence, Solver, SolverError, Statistics};

pub(super) const NAME: &str = "batsat";

/// Callbacks of batsat: reads the stop flag and buffers learned clauses.
struct Listener {
    stop: Stop,
    lemmas: LemmaBuffer,
}

impl Callbacks for Listener {
    fn on_new_clause(&mut self, clause: &[::batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt && self.lemmas.count(clause.len()) {
            let clause: Vec<Lit> = clause.iter().map(|lit| Lit::from_code(lit.as_index())).collect();
            self.lemmas.push(&clause);
        }
    }

    fn stop(&self) -> bool {
        self.stop.is_raised()
    }
}

pub(super) struct Batsat {
    solver: ::batsat::Solver<Listener>,
    /// Number of variables created; batsat assigns the indices from 0 on.
    n_vars: usize,
    stop: Stop,
    evidence: Evidence,
    lemmas: LemmaBuffer,
}

impl Batsat {
    pub(super) fn new(stop: Stop) -> Self {
        let lemmas = LemmaBuffer::default();
        let listener = Listener { stop: stop.clone(), lemmas: lemmas.clone() };
        let solver = ::batsat::Solver::new(SolverOpts::default(), listener);
        Self { solver, n_vars: 0, stop, evidence: Evidence::None, lemmas }
    }
}

/// Converts literals. Both sides number literals alike: twice the variable, plus one when negated.
pub(super) fn to_batsat(lits: &[Lit]) -> Vec<::batsat::Lit> {
    lits.iter().map(|lit| ::batsat::Lit::from_index(lit.code())).collect()
}

impl Solver for Batsat {
    fn reserve(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        while self.n_vars < n_vars {
            self.solver.new_var_default();
            self.n_vars += 1;
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        self.solver.add_clause_reuse(&mut to_batsat(clause));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.reserve(n_vars_of(assumptions));
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        let result = self.solver.solve_limited(&to_batsat(assumptions));
        if result == lbool::TRUE {
            let model = self.solver.get_model().iter().enumerate();
            let true_vars =
                model.filter(|(_, value)| **value == lbool::TRUE).map(|(i, _)| Var::from_index(i));
            self.evidence = Evidence::model(self.n_vars, true_vars);
            Ok(Answer::Satisfiable)
        } else if result == lbool::FALSE {
            let conflict = self.solver.unsat_core().iter();
            self.evidence = Evidence::Failed(conflict.map(|lit| !Lit::from_code(lit.as_index())).collect());
            Ok(Answer::Unsatisfiable)
        } else if let Some(reason) = self.stop.reason() {
            Ok(Answer::Stopped(reason))
        } else {
            Err(SolverError::internal(NAME, NO_ANSWER))
        }
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    fn keep_learned(&mut self, longest: usize) {
        self.lemmas.open(longest);
    }

    fn take_learned(&mut self) -> Learned {
        self.lemmas.take()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
        }
    }
}
