//! Why there is no proof or certificate.

use std::io;

use crate::certificate::{LayerError, TooManyPairs};
use crate::encode::EncodeError;
use crate::horizon::RunError;
use crate::solver::SolverError;
use crate::stop::StopReason;
use crate::task::TaskError;

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
    /// The search for an invariant failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// There is no table of the states.
    #[error("no layer table: {0}")]
    Layers(#[from] LayerError),
    /// Operators share steps, and there is no formula that says which.
    #[error(transparent)]
    Pairs(#[from] TooManyPairs),
    /// What was found is no invariant of the specification.
    #[error(
        "the invariant that was found is none over the facts of the task; a certificate of layers needs none"
    )]
    Invariant,
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
