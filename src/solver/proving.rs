//! A solver that keeps the derivation of every clause that it learns: varisat with its own proof checker, which names for each
//! clause those from which it follows by unit propagation.
//!
//! This is varisat again, beside [`super::varisat`], which keeps no proof. Its variables have other numbers inside; the log has
//! those of its user.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ::varisat::ExtendFormula as _;
use ::varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

use super::SolverError;
use super::varisat::{NAME, to_varisat};
use crate::formula::{Cnf, Lit};
use crate::stop::{Stop, StopReason};

/// A clause of a [`DerivationLog`], by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(u32);

impl StepId {
    /// The place in the log.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The clauses that a solver was given and that it learned, in order.
#[derive(Debug, Default)]
pub struct DerivationLog {
    clauses: Cnf,
    /// For each clause, where its hints end.
    hint_ends: Vec<usize>,
    hints: Vec<StepId>,
    /// For each clause: which of the clauses given it is, if it is one.
    inputs: Vec<Option<u32>>,
    /// For each clause that was given: its place, or that of the same clause before it; none for a tautology.
    given: Vec<Option<StepId>>,
    /// By the solver's own number.
    by_number: Vec<Option<StepId>>,
    /// The clause that the last refutation was.
    refutation: Option<StepId>,
    /// The clauses of one literal.
    units: HashMap<Lit, StepId>,
    /// The empty clause. The checker does not tell of the one that two clauses of one literal are, and of nothing after it.
    contradiction: Option<StepId>,
}

impl DerivationLog {
    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// How many hints they have together.
    pub fn n_hints(&self) -> usize {
        self.hints.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// A clause.
    pub fn clause(&self, step: StepId) -> &[Lit] {
        self.clauses.clause(step.index())
    }

    /// The clauses from which it follows by unit propagation, in that order; none for one that was given.
    pub fn hints(&self, step: StepId) -> &[StepId] {
        let start = step.index().checked_sub(1).map_or(0, |before| self.hint_ends[before]);
        &self.hints[start..self.hint_ends[step.index()]]
    }

    /// Which of the clauses given it is, counted from 0, if it is one.
    pub fn input(&self, step: StepId) -> Option<usize> {
        self.inputs[step.index()].map(|input| input as usize)
    }

    /// The clause that was given after so many others; none if it is a tautology, or came after the solver was stopped.
    pub fn given(&self, input: usize) -> Option<StepId> {
        self.given.get(input).copied().flatten()
    }

    /// All of them.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = StepId> + use<> {
        (0..self.inputs.len() as u32).map(StepId)
    }

    fn push(&mut self, clause: &[Lit], hints: &[u64], input: Option<u32>) -> StepId {
        let hints: Vec<StepId> = hints.iter().filter_map(|hint| self.step(*hint)).collect();
        let step = self.push_step(clause, hints);
        self.inputs[step.index()] = input;
        step
    }

    /// Notes that a clause is one of one literal, or empty.
    fn note_short(&mut self, step: StepId) {
        match *self.clause(step) {
            [] => self.contradiction = Some(step),
            [unit] => {
                if let Some(other) = self.units.get(&!unit).copied() {
                    self.contradiction = Some(self.push_step(&[], [other, step]));
                }
                self.units.insert(unit, step);
            }
            _ => {}
        }
    }

    fn push_step(&mut self, clause: &[Lit], hints: impl IntoIterator<Item = StepId>) -> StepId {
        let step = StepId(self.inputs.len() as u32);
        self.clauses.push(clause);
        self.hints.extend(hints);
        self.hint_ends.push(self.hints.len());
        self.inputs.push(None);
        step
    }

    fn step(&self, id: u64) -> Option<StepId> {
        *self.by_number.get(usize::try_from(id).ok()?)?
    }

    fn number(&mut self, id: u64, step: Option<StepId>) {
        let index = usize::try_from(id).unwrap_or(usize::MAX);
        if self.by_number.len() <= index {
            self.by_number.resize(index + 1, None);
        }
        self.by_number[index] = step;
    }
}

/// Fills the log; fails once the flag is raised, which ends the solver's run.
struct Recorder {
    log: Rc<RefCell<DerivationLog>>,
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
        match *step {
            CheckedProofStep::AddClause { id, clause } => {
                let input = log.given.len() as u32;
                let step = log.push(&lits(clause), &[], Some(input));
                log.given.push(Some(step));
                log.number(id, Some(step));
                log.note_short(step);
            }
            CheckedProofStep::DuplicatedClause { same_as_id, .. } => {
                let step = log.step(same_as_id);
                log.given.push(step);
            }
            CheckedProofStep::TautologicalClause { .. } => log.given.push(None),
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                let step = log.push(&lits(clause), propagations, None);
                log.number(id, Some(step));
                log.note_short(step);
            }
            CheckedProofStep::FailedAssumptions { failed_core, propagations } => {
                let negated: Vec<Lit> = lits(failed_core).into_iter().map(|lit| !lit).collect();
                let step = log.push(&negated, propagations, None);
                log.refutation = Some(step);
            }
            _ => {}
        }
        Ok(())
    }
}

/// What came of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvedAnswer {
    /// There is a model.
    Satisfiable,
    /// This clause of the log follows from those given, and all its literals are negations of assumptions.
    Refuted(StepId),
    /// It was stopped.
    Stopped(StopReason),
}

/// varisat, whose derivations are kept.
pub struct ProvingSolver<'a> {
    /// None once it was stopped.
    solver: Option<::varisat::Solver<'a>>,
    log: Rc<RefCell<DerivationLog>>,
    stop: Stop,
    /// Derived literals that are assumed in every call, as in [`super::varisat`], with the clauses that they are.
    pinned: Vec<(Lit, StepId)>,
}

/// Runs something with a solver, and gives what came of it with the log.
pub fn with_log<R>(stop: &Stop, run: impl FnOnce(&mut ProvingSolver<'_>) -> R) -> (R, DerivationLog) {
    let log = Rc::new(RefCell::new(DerivationLog::default()));
    let mut recorder = Recorder { log: Rc::clone(&log), stop: stop.clone() };
    let mut solver = ::varisat::Solver::new();
    solver.add_proof_processor(&mut recorder);
    let mut solver =
        ProvingSolver { solver: Some(solver), log: Rc::clone(&log), stop: stop.clone(), pinned: Vec::new() };
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

    /// Decides whether some assignment satisfies all clauses and all assumptions.
    ///
    /// # Errors
    /// What the solver reports: that one of its derivations is wrong.
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

    /// Adds a clause to the log that follows from others of it; the solver is not given it.
    pub fn derive(&mut self, clause: &[Lit], hints: &[StepId]) -> StepId {
        self.log.borrow_mut().push_step(clause, hints.iter().copied())
    }

    /// The clause of the log.
    pub fn clause(&self, step: StepId) -> Vec<Lit> {
        self.log.borrow().clause(step).to_vec()
    }

    /// The clause that was given after so many others; none if it is a tautology.
    pub fn given(&self, input: usize) -> Option<StepId> {
        self.log.borrow().given(input)
    }

    /// The clause of the last refutation, without what is pinned.
    fn refuted(&mut self) -> Result<StepId, SolverError> {
        let mut log = self.log.borrow_mut();
        let Some(step) = log.contradiction.or(log.refutation) else {
            return Err(error("no refutation was told"));
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
        Ok(log.push_step(&rest, pins.into_iter().chain([step])))
    }
}

fn error(cause: impl ToString) -> SolverError {
    SolverError::Internal { solver: NAME.to_owned(), cause: cause.to_string() }
}
