//! Making certificates: a proof that no plan has at most so many steps, about the [specification](crate::certificate).
//!
//! The refutation is that of the encoding `transition`, found horizon by horizon in one solver that keeps its derivations. Its
//! clauses are derived from those of the specification, for one step, and these derivations are copied through time. What plays no
//! part in the contradiction is left out.

mod assembly;
mod book;
mod folder;
mod interpretation;
mod needed;
mod refutation;
mod template;

use std::io::{self, Write};

use crate::certificate::Specification;
use crate::encode::{EncodeError, Encoding as _, Reduction, Reductions, StepOptions, Transition};
use crate::solver::SolverError;
use crate::stop::{Stop, StopReason};
use crate::task::{Task, TaskError};

use assembly::Assembly;
use book::ProofLayout;
pub use folder::{Claim, write_certificate};
use interpretation::Interpretation;
use template::Workshop;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// There is a plan of so few steps.
    #[error("there is a plan of at most {0} steps, so there is no proof that there is none")]
    Reached(usize),
    /// It was stopped.
    #[error("no proof was made: {0}")]
    Stopped(StopReason),
    /// The task has no specification.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// The solver reported an error.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A clause of the encoding does not follow from the specification.
    #[error("internal error: a clause of the encoding does not follow from the specification")]
    Bridge,
    /// The solver's derivation has a gap.
    #[error("internal error: a derivation of the solver has a gap")]
    Derivation,
    /// The proof could not be written.
    #[error("the proof cannot be written: {0}")]
    Write(io::Error),
}

impl From<EncodeError> for CertifyError {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Stopped(reason) => Self::Stopped(reason),
            EncodeError::Semantics(_) => Self::Bridge,
        }
    }
}

/// Writes a proof that a [portable](Task::portable) task has no plan of at most `n_steps` operators: in binary LRAT, about
/// [`Specification::write`] of the task and `n_steps`. Calls `progress` with each horizon that is tried.
///
/// # Errors
/// There is such a plan; or it was stopped; or the proof could not be written.
pub fn write_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    stop: &Stop,
    out: impl Write,
    progress: &mut dyn FnMut(usize),
) -> Result<(), CertifyError> {
    // The other reductions keep a shortest plan only, and no derivation step by step.
    let options =
        StepOptions { reductions: Reductions::NONE.with(Reduction::Mutexes), ..StepOptions::default() };
    let system = Transition.encode(task, &options, stop)?;
    let interpretation = Interpretation::of(task, &system, specification.propositions());
    let refutation = refutation::refute(&system, n_steps, stop, progress)?;
    let workshop = Workshop { specification, system: &system, interpretation: &interpretation, stop };
    let templates = workshop.templates(n_steps)?;
    let assembly = Assembly {
        layout: ProofLayout { specification, interpretation: &interpretation, n_steps },
        templates: &templates,
        refutation: &refutation,
        n_universal: workshop.universal().len(),
    };
    assembly.write(out)
}
