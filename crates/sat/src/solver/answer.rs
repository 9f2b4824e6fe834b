//! A solver's answer, the evidence for the last one, and errors, by cause.

use std::cell::RefCell;
use std::rc::Rc;

use itertools::Itertools as _;

use bmcplan_base::stop::StopReason;
use bmcplan_formula::{Cnf, Lit, Var};

/// Outcome of one call of [`Solver::solve`](crate::solver::Solver::solve).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Some assignment satisfies the clauses and the assumptions.
    Satisfiable,
    /// No assignment does.
    Unsatisfiable,
    /// The stop flag was raised before there was an answer, so the formula may be either.
    Stopped(StopReason),
}

/// Counts over the life of a solver; `None` where the solver does not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Conflicts, each of which led to a learned clause.
    pub conflicts: Option<u64>,
    /// Decisions made so far.
    pub decisions: Option<u64>,
    /// Propagated literals.
    pub propagations: Option<u64>,
}

/// Evidence for the last answer, until the solver changes.
#[derive(Debug, Default)]
pub enum Evidence {
    /// No evidence: there is no answer, it is outdated, or it needs none.
    #[default]
    None,
    /// Satisfiable: the value of every known variable, by index.
    Model(Vec<bool>),
    /// Unsatisfiable: the failed assumptions.
    Failed(Vec<Lit>),
}

impl Evidence {
    /// Builds a model in which exactly the variables of `true_vars` are true, among `n_vars`.
    pub(super) fn model(n_vars: usize, true_vars: impl IntoIterator<Item = Var>) -> Self {
        let mut values = vec![false; n_vars];
        true_vars.into_iter().for_each(|var| values[var.index()] = true);
        Self::Model(values)
    }

    /// Checks the model of a foreign solver against all clauses and assumptions.
    pub(super) fn checked_model(
        values: Vec<bool>,
        clauses: &Cnf,
        assumptions: &[Lit],
    ) -> Result<Self, String> {
        let holds = |lit: &Lit| values.get(lit.var().index()) == Some(&lit.is_positive());
        if let Some(lit) = assumptions.iter().find(|lit| !holds(lit)) {
            return Err(format!("its model is wrong: {} should be true", lit.to_dimacs()));
        }
        match clauses.clauses().find(|clause| !clause.iter().any(holds)) {
            Some(clause) => {
                let lits = clause.iter().map(|lit| lit.to_dimacs()).join(" ");
                Err(format!("its model is wrong: it makes the clause `{}` false", abridged(&lits)))
            }
            None => Ok(Self::Model(values)),
        }
    }

    /// Returns the value of `lit` in the model; `None` without a model, or if the model lacks the variable.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self {
            Self::Model(values) => values.get(lit.var().index()).map(|&value| value == lit.is_positive()),
            Self::None | Self::Failed(_) => None,
        }
    }

    /// Returns the failed assumptions, if there are any.
    pub fn failed(&self) -> Option<&[Lit]> {
        match self {
            Self::Failed(lits) => Some(lits),
            Self::None | Self::Model(_) => None,
        }
    }
}

/// Returns the number of variables that `lits` make known: one more than the greatest index.
pub(super) fn n_vars_of(lits: &[Lit]) -> usize {
    lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0)
}

/// A solver is not available, or it failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The library, program or folder does not exist, or is not a solver. This is an error of
    /// [`SolverKind::build`](crate::solver::SolverKind::build), before any work.
    #[error("the SAT solver {solver} cannot be used: {cause}")]
    Missing {
        /// Name of the solver.
        solver: String,
        /// Reason for display.
        cause: String,
    },
    /// A foreign library, program or service crashed, or gave a wrong answer or none.
    #[error("the SAT solver {solver} failed: {cause}")]
    Foreign {
        /// Name of the solver.
        solver: String,
        /// Fault for display.
        cause: String,
    },
    /// A built-in solver failed by its own account. No input should lead here.
    #[error("the SAT solver {solver} failed: {cause}")]
    Internal {
        /// Name of the solver.
        solver: String,
        /// Message of the solver library.
        cause: String,
    },
}

impl SolverError {
    /// Builds the error of a fault inside `solver`.
    pub fn internal(solver: impl ToString, cause: impl ToString) -> Self {
        Self::Internal { solver: solver.to_string(), cause: cause.to_string() }
    }
}

/// Fault of a solver that gives up by itself.
pub(super) const NO_ANSWER: &str = "no answer, although nothing stopped it";

pub(super) fn abridged(text: &str) -> String {
    const LENGTH: usize = 120;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// Learned clauses since the last call of `take_learned`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Learned {
    /// Number of all learned clauses.
    pub n_clauses: usize,
    /// Short learned clauses, in the order in which they were learned.
    pub short: Cnf,
}

/// Buffer of learned clauses, shared by a solver and its callback. It stays empty until it is opened.
#[derive(Clone, Default)]
pub(super) struct LemmaBuffer(Rc<RefCell<Option<Notes>>>);

struct Notes {
    longest: usize,
    learned: Learned,
}

impl LemmaBuffer {
    pub(super) fn open(&self, longest: usize) {
        *self.0.borrow_mut() = Some(Notes { longest, learned: Learned::default() });
    }

    /// Counts a learned clause of `n_literals` literals. Returns true if it is short, and so is to be buffered.
    pub(super) fn count(&self, n_literals: usize) -> bool {
        self.0.borrow_mut().as_mut().is_some_and(|buffer| {
            buffer.learned.n_clauses += 1;
            n_literals <= buffer.longest
        })
    }

    pub(super) fn push(&self, clause: &[Lit]) {
        if let Some(buffer) = &mut *self.0.borrow_mut() {
            buffer.learned.short.push(clause);
        }
    }

    pub(super) fn take(&self) -> Learned {
        self.0.borrow_mut().as_mut().map(|buffer| std::mem::take(&mut buffer.learned)).unwrap_or_default()
    }
}
