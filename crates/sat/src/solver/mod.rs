//! SAT solvers behind one trait.
//!
//! There are four sorts of solvers:
//!
//! - Built-in solvers have one file each. The cargo feature `cadical` adds a solver that needs a C++ compiler.
//! - `ipasir:PATH` loads a shared library, incremental like the built-in solvers.
//! - `cmd:'PROGRAM ARGS'` runs a program on the whole formula for every call.
//! - `mallob:DIR` uses a service on many machines, incremental like a library.
//!
//! The last three are foreign: [`SolverKind::build`] refuses missing ones, their models are checked, and their faults are
//! [`SolverError::Foreign`]. If an answer rests on one of their refutations, a built-in solver [confirms](Trust) it, or the
//! answer names the trusted solver.
//!
//! Architecture Invariant: no type of a solver library appears outside its one file here. A solver becomes part of the crate by
//! that file and one line in [`SolverKind::ALL`], which also includes it in the conformance suite.

mod answer;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg_attr(not(feature = "varisat"), expect(dead_code))]
mod derivation_log;
mod guided;
mod ipasir;
mod kind;
mod mallob;
mod program;
#[cfg(feature = "varisat")]
mod proving;
#[cfg(feature = "varisat")]
mod varisat;
#[cfg(feature = "varisat")]
mod varisat_proof;

pub use answer::{Answer, Evidence, Learned, SolverError, Statistics};
pub use derivation_log::{DerivationLog, GrowingLog, HintPruner, StepId};
pub use guided::{DecisionRule, GuidedAnswer, GuidedSolver};
pub use kind::{SolverKind, Trust, UnknownSolver};
pub use program::{ClaimedAnswer, CommandError, CommandLine, read_output};
#[cfg(feature = "varisat")]
pub use proving::{ProvedAnswer, ProvingSolver, with_log};

use bmcplan_formula::Lit;

/// An incremental SAT solver.
///
/// # States
///
/// ```text
///            add_clause, reserve
///           ┌───────────────────┐
///           ▼                   │
///  ┌──▶ CLAUSES ──solve──▶ SATISFIABLE       value() valid
///  │        │
///  │        ├─────solve──▶ UNSATISFIABLE     failed() valid
///  │        │                   │
///  └────────┼───────────────────┘  add_clause, reserve
///           └─────solve──▶ STOPPED           for good
/// ```
///
/// `solve` may be called in every state; it leads where it would lead from CLAUSES. A [`Stop`](bmcplan_base::stop::Stop)
/// flag is never lowered, so every call of `solve` after a stopped one is stopped too.
///
/// # Invariants of every state
///
/// - Clauses stay: they can be added, never removed. Assumptions hold for one call of `solve`.
/// - A variable is *known* once it was reserved or occurred in a clause or an assumption. Clauses and assumptions may mention
///   unknown variables.
/// - Clauses and assumptions may repeat literals and contain both literals of a variable; the empty clause is false.
/// - Equal calls give equal answers: no built-in solver depends on time, addresses or unseeded randomness.
pub trait Solver {
    /// Makes the variables with indices `0..n_vars` known.
    fn reserve(&mut self, n_vars: usize);

    /// Adds a clause permanently.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Decides whether some assignment satisfies all clauses and all `assumptions`.
    ///
    /// Ensures: the answer is [`Answer::Stopped`] if the stop flag was raised before the call. If it is raised during the call,
    /// the answer comes within about a tenth of a second; it may be another one that is found in that time.
    ///
    /// # Errors
    /// [`SolverError`] if the solver reports an error of its own, or is caught giving a wrong answer. The solver is then
    /// unusable: later calls may give errors too.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError>;

    /// Returns the evidence for the answer of the last call of `solve`; none after any other call that changes the solver.
    ///
    /// Ensures: a model is total on the known variables, and all of the evidence satisfies the guarantees below.
    fn evidence(&self) -> &Evidence;

    /// Returns the value of `lit` in the satisfying assignment. `None` if the state is not SATISFIABLE or the variable was not
    /// known in the call of `solve`.
    ///
    /// Ensures: the assignment is total on the known variables (those that no clause constrains have some fixed value) and
    /// satisfies all clauses and assumptions.
    fn value(&self, lit: Lit) -> Option<bool> {
        self.evidence().value(lit)
    }

    /// Returns the failed assumptions, which cannot all hold; `None` if the state is not UNSATISFIABLE.
    ///
    /// Ensures: they are a subset of the assumptions, without repetitions, not necessarily a smallest one, and the clauses
    /// together with them are unsatisfiable. In particular, if the subset is empty then the clauses alone are unsatisfiable and
    /// no later call of `solve` will find otherwise. (Not conversely: an assumption may be refuted before the clauses are.)
    fn failed(&self) -> Option<&[Lit]> {
        self.evidence().failed()
    }

    /// Keeps learned clauses of at most `longest` literals for [`take_learned`](Self::take_learned), from the first call of
    /// `solve` on. Some solvers do not report learned clauses: they keep none.
    fn keep_learned(&mut self, _longest: usize) {}

    /// Returns the clauses learned since the last call. By contract they follow from the clauses alone; a caller that relies on
    /// that should check it.
    fn take_learned(&mut self) -> Learned {
        Learned::default()
    }

    /// Returns the solver's counts over all calls of `solve`; by default it has none.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}
