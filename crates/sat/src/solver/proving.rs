//! A solver that keeps the derivation of every learned clause: varisat with its own proof checker. The checker gives for each
//! clause the clauses from which it follows by unit propagation.
//!
//! A separate solver from [`super::varisat`], which keeps no proof. Inside varisat, variables have other numbers; the log has
//! the user's.

use std::rc::Rc;

use ::varisat::ExtendFormula as _;
use ::varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;

use super::answer::{Learned, LemmaBuffer, n_vars_of};
use super::derivation_log::{DerivationLog, GrowingLog, StepId};
use super::varisat::{error, model_of, to_varisat};
use super::{Answer, Evidence, Solver, SolverError};

/// Fills the log; fails once `stop` is raised, which ends the solver's run.
struct Recorder {
    log: GrowingLog,
    lemmas: LemmaBuffer,
    stop: Stop,
}

impl ProofProcessor for Recorder {
    fn process_step(
        &mut self,
        step: &CheckedProofStep<'_>,
        data: CheckerData<'_, '_>,
    ) -> Result<(), anyhow::Error> {
        if self.stop.is_raised() {
            return Err(std::io::Error::other("stopped").into());
        }
        let lits = |clause: &[::varisat::Lit]| -> Vec<Lit> {
            let user = |lit: &::varisat::Lit| {
                let var = data.user_from_proof_var(lit.var()).unwrap_or(lit.var());
                Lit::from_code(var.lit(lit.is_positive()).code())
            };
            clause.iter().map(user).collect()
        };
        let mut log = self.log.borrow_mut();
        if self.stop.memory().is_some_and(|memory| memory < log.n_bytes()) {
            self.stop.raise(StopReason::Memory);
        }
        match *step {
            CheckedProofStep::AddClause { id, clause } => {
                let step = log.push_given(&lits(clause));
                log.number(id, Some(step));
                log.record_short(step);
            }
            CheckedProofStep::DuplicatedClause { same_as_id, .. } => {
                let step = log.step(same_as_id);
                log.given.push(step);
            }
            CheckedProofStep::TautologicalClause { .. } => log.given.push(None),
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                let clause = lits(clause);
                if self.lemmas.count(clause.len()) {
                    self.lemmas.push(&clause);
                }
                let step = log.push_learned(&clause, propagations);
                log.number(id, Some(step));
                log.record_short(step);
            }
            CheckedProofStep::FailedAssumptions { failed_core, propagations } => {
                let negated: Vec<Lit> = lits(failed_core).into_iter().map(|lit| !lit).collect();
                let step = log.push_learned(&negated, propagations);
                log.record_refutation(step);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Answer of a [`ProvingSolver`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvedAnswer {
    /// A model exists.
    Satisfiable,
    /// Clause of the log that follows from the given ones, and whose literals are all negations of assumptions.
    Refuted(StepId),
    /// The stop flag was raised.
    Stopped(StopReason),
}

/// varisat with a log of its derivations.
pub struct ProvingSolver<'a> {
    /// `None` after a stop.
    solver: Option<::varisat::Solver<'a>>,
    log: GrowingLog,
    lemmas: LemmaBuffer,
    stop: Stop,
    /// Derived literals that are assumed in every call, as in [`super::varisat`], with the steps of their unit clauses.
    pinned: Vec<(Lit, StepId)>,
    n_vars: usize,
    evidence: Evidence,
}

/// Runs `run` with a solver, and returns its result with the log.
pub fn with_log<R>(stop: &Stop, run: impl FnOnce(&mut ProvingSolver<'_>) -> R) -> (R, DerivationLog) {
    let (log, lemmas) = (GrowingLog::default(), LemmaBuffer::default());
    let mut recorder = Recorder { log: Rc::clone(&log), lemmas: lemmas.clone(), stop: stop.clone() };
    let mut solver = ::varisat::Solver::new();
    solver.add_proof_processor(&mut recorder);
    let mut solver = ProvingSolver {
        solver: Some(solver),
        log: Rc::clone(&log),
        lemmas,
        stop: stop.clone(),
        pinned: Vec::new(),
        n_vars: 0,
        evidence: Evidence::None,
    };
    let result = run(&mut solver);
    drop(solver);
    let log = std::mem::take(&mut *log.borrow_mut());
    (result, log)
}

impl ProvingSolver<'_> {
    /// Adds a clause: the next input of the log.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        // After a contradiction no clause is needed.
        if self.log.borrow().contradiction.is_some() {
            self.log.borrow_mut().given.push(None);
        } else if let Some(solver) = &mut self.solver {
            solver.add_clause(&to_varisat(clause));
        }
    }

    /// Decides whether some assignment satisfies all clauses and all `assumptions`.
    ///
    /// # Errors
    /// The solver reports that one of its derivations is wrong.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<ProvedAnswer, SolverError> {
        if let Some(reason) = self.stop.reason() {
            self.solver = None;
            return Ok(ProvedAnswer::Stopped(reason));
        }
        if let Some(contradiction) = self.log.borrow().contradiction {
            return Ok(ProvedAnswer::Refuted(contradiction));
        }
        let Some(solver) = &mut self.solver else { return Err(error("used after it had failed")) };
        let pinned = self.pinned.iter().map(|(lit, _)| lit);
        solver.assume(&to_varisat(pinned.chain(assumptions)));
        match solver.solve() {
            Ok(true) => Ok(ProvedAnswer::Satisfiable),
            Ok(false) => self.refuted().map(ProvedAnswer::Refuted),
            Err(cause) => {
                self.solver = None;
                self.stop.reason().map(ProvedAnswer::Stopped).ok_or_else(|| error(cause))
            }
        }
    }

    /// Returns the log, shared with the solver.
    pub fn log(&self) -> GrowingLog {
        Rc::clone(&self.log)
    }

    /// Appends to the log a clause that follows from others of the log; the solver does not get it.
    pub fn derive(&mut self, clause: &[Lit], hints: &[StepId]) -> StepId {
        self.log.borrow_mut().push_derived(clause, hints.iter().copied())
    }

    /// Returns the literals of a clause of the log.
    pub fn clause(&self, step: StepId) -> Vec<Lit> {
        self.log.borrow().clause(step).to_vec()
    }

    /// Returns the step of the given clause with index `input`, counted from 0; `None` if it is a tautology.
    pub fn given(&self, input: usize) -> Option<StepId> {
        self.log.borrow().given(input)
    }

    /// Returns the clause of the last refutation, without pinned literals.
    fn refuted(&mut self) -> Result<StepId, SolverError> {
        let mut log = self.log.borrow_mut();
        let Some(step) = log.contradiction.or(log.refutations().last().copied()) else {
            return Err(error("no refutation was reported"));
        };
        let clause = log.clause(step).to_vec();
        if let [unit] = clause[..]
            && self.pinned.iter().all(|(lit, _)| *lit != unit)
        {
            self.pinned.push((unit, step));
            return Ok(step);
        }
        let pin = |lit: &Lit| self.pinned.iter().find(|(pinned, _)| *pinned == !*lit).map(|(_, step)| *step);
        let pins: Vec<StepId> = clause.iter().filter_map(pin).collect();
        if pins.is_empty() {
            return Ok(step);
        }
        let rest: Vec<Lit> = clause.iter().copied().filter(|lit| pin(lit).is_none()).collect();
        let step = log.push_derived(&rest, pins.into_iter().chain([step]));
        log.record_refutation(step);
        Ok(step)
    }
}

/// Interface of the solver for horizon strategies.
impl Solver for &mut ProvingSolver<'_> {
    fn reserve(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.n_vars = self.n_vars.max(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        ProvingSolver::add_clause(self, clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.reserve(n_vars_of(assumptions));
        match ProvingSolver::solve(self, assumptions)? {
            ProvedAnswer::Satisfiable => {
                let model = self.solver.as_ref().and_then(|solver| solver.model());
                self.evidence =
                    model_of(self.n_vars, &model.ok_or_else(|| error("satisfiable, but no model"))?);
                Ok(Answer::Satisfiable)
            }
            ProvedAnswer::Refuted(step) => {
                self.evidence = Evidence::Failed(self.clause(step).into_iter().map(|lit| !lit).collect());
                Ok(Answer::Unsatisfiable)
            }
            ProvedAnswer::Stopped(reason) => Ok(Answer::Stopped(reason)),
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
}
