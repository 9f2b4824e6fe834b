//! The solver varisat (Jannis Harder, 2019): CDCL in the style of Glucose, with checkable proofs.
//!
//! The default solver. Four properties of version 0.2.2 need care, and all of it is in this file. The names of variables in its
//! proofs are handled in `varisat_proof.rs`.
//!
//! - **No interrupt.** Only an error while it writes a proof can stop it. So it writes one, in its native format (the only one
//!   that allows assumptions and clauses added later), to a [`ProofGate`]. The gate keeps at most short learned clauses until
//!   the stop flag is raised, and fails from then on. It is called about every 8 KiB of proof.
//! - **After such an error it must not be used**: its `solve` would panic. It is dropped.
//! - **Failed assumptions can be wrong after an assumption that the clauses alone refute.** When it collects failed
//!   assumptions, it marks variables and unmarks each that it meets on the trail. A variable fixed by the clauses is not on
//!   the trail and stays marked. Once no assumption names the variable, its internal number is given to a new one. The stale
//!   mark then cuts a later collection short, and `failed` would be too small. Such a case can be detected: only that single
//!   assumption has failed. Its negation is by now a consequence of the clauses. It is therefore assumed in every later call,
//!   at no cost in search, so that its variable keeps its number.
//! - **It knows only variables that were mentioned**; others are false in the model.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use ::varisat::{ExtendFormula as _, ProofFormat};

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Lit, Var};

use crate::solver::answer::{Learned, LemmaBuffer, n_vars_of};
use crate::solver::varisat_proof::ProofReader;
use crate::solver::{Answer, Evidence, Solver, SolverError, Statistics};

pub(super) const NAME: &str = "varisat";

pub(super) struct Varisat {
    /// `None` after a stop.
    solver: Option<::varisat::Solver<'static>>,
    stop: Stop,
    n_vars: usize,
    /// Consequences of the clauses that are assumed in every call (see above).
    pinned: Vec<Lit>,
    evidence: Evidence,
    lemmas: LemmaBuffer,
    conflicts: Rc<Cell<u64>>,
}

impl Varisat {
    pub(super) fn new(stop: Stop) -> Self {
        let mut solver = ::varisat::Solver::new();
        let (lemmas, conflicts) = (LemmaBuffer::default(), Rc::default());
        let reader = ProofReader::new(lemmas.clone(), Rc::clone(&conflicts));
        solver.write_proof(ProofGate { stop: stop.clone(), reader }, ProofFormat::Varisat);
        Self {
            solver: Some(solver),
            stop,
            n_vars: 0,
            pinned: Vec::new(),
            evidence: Evidence::None,
            lemmas,
            conflicts,
        }
    }
}

pub(super) fn error(cause: impl ToString) -> SolverError {
    SolverError::internal(NAME, cause)
}

/// Converts literals. Both sides number literals alike: twice the variable, plus one when negated.
pub(super) fn to_varisat<'a>(lits: impl IntoIterator<Item = &'a Lit>) -> Vec<::varisat::Lit> {
    lits.into_iter().map(|lit| ::varisat::Lit::from_code(lit.code())).collect()
}

pub(super) fn model_of(n_vars: usize, model: &[::varisat::Lit]) -> Evidence {
    let true_lits = model.iter().filter(|lit| lit.is_positive());
    Evidence::model(n_vars, true_lits.map(|lit| Var::from_index(lit.var().index())))
}

impl Solver for Varisat {
    fn reserve(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.n_vars = self.n_vars.max(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        if let Some(solver) = &mut self.solver {
            solver.add_clause(&to_varisat(clause));
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.reserve(n_vars_of(assumptions));
        if let Some(reason) = self.stop.reason() {
            self.solver = None;
            return Ok(Answer::Stopped(reason));
        }
        let Some(solver) = &mut self.solver else { return Err(error("used after it had failed")) };
        solver.assume(&to_varisat(self.pinned.iter().chain(assumptions)));
        match solver.solve() {
            Ok(true) => {
                let Some(model) = solver.model() else { return Err(error("satisfiable, but no model")) };
                self.evidence = model_of(self.n_vars, &model);
                Ok(Answer::Satisfiable)
            }
            Ok(false) => {
                let Some(core) = solver.failed_core() else { return Err(error("no failed core")) };
                let failed: Vec<Lit> = core.iter().map(|lit| Lit::from_code(lit.code())).collect();
                if let [refuted] = failed[..]
                    && !self.pinned.contains(&!refuted)
                {
                    self.pinned.push(!refuted);
                }
                self.evidence = Evidence::Failed(failed);
                Ok(Answer::Unsatisfiable)
            }
            Err(cause) => {
                self.solver = None;
                self.stop.reason().map(Answer::Stopped).ok_or_else(|| error(cause))
            }
        }
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    fn statistics(&self) -> Statistics {
        Statistics { conflicts: Some(self.conflicts.get()), ..Statistics::default() }
    }

    fn keep_learned(&mut self, longest: usize) {
        self.lemmas.open(longest);
    }

    fn take_learned(&mut self) -> Learned {
        self.lemmas.take()
    }
}

/// Writer that reads learned clauses off the proof, if they are requested, and discards the proof. It fails once `stop` is
/// raised.
struct ProofGate {
    stop: Stop,
    reader: ProofReader,
}

impl io::Write for ProofGate {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        // Not `ErrorKind::Interrupted`, after which writers are expected to try again.
        if self.stop.is_raised() {
            return Err(io::Error::other("stopped"));
        }
        self.reader.read(proof);
        Ok(proof.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
