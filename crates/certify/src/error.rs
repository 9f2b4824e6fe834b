//! Reasons why there is no proof or certificate.

use std::io;

use bmcplan_base::stop::StopReason;
use bmcplan_sat::encode::EncodeError;
use bmcplan_sat::horizon::RunError;
use bmcplan_sat::solver::SolverError;
use bmcplan_task::TaskError;
use bmcplan_verify::check::RecountError;
use bmcplan_verify::sharing::TooManyPairs;
use bmcplan_verify::specification::{TooManyValues, TooManyVariables};

/// Reason why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// A plan of at most this number of steps exists.
    #[error("no proof: there is a plan of at most {0} steps")]
    Reached(usize),
    /// A plan costs less than claimed.
    #[error("no proof: there is a plan that costs less")]
    Cheaper,
    /// No proof of a least cost is made, for this reason.
    #[error("no proof of the least cost: {0}")]
    CostProof(String),
    /// A plan costs as much as claimed and has only this number of steps.
    #[error("no recount: some cheapest plans have only {0} steps")]
    Fewer(usize),
    /// Stopped by the stop flag.
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
    /// The states cannot be explored again.
    #[error("no recount: {0}")]
    Recount(RecountError),
    /// Number of shortest plans, given here, differs from the one that was counted.
    #[error("a recount finds {0} shortest plans, and the search found another number")]
    Count(String),
    /// Operators share steps, and there is no formula for that.
    #[error(transparent)]
    Pairs(#[from] TooManyPairs),
    /// The formula is too large for a proof.
    #[error("no proof: {0}")]
    Variables(#[from] TooManyVariables),
    /// The variables have too many values for a formula.
    #[error("no proof: {0}")]
    Values(#[from] TooManyValues),
    /// The candidate is not an invariant of the specification.
    #[error("the invariant is not over the facts of the task; a recount needs no invariant")]
    Invariant,
    /// Several operators have one name, and the first that is applicable is not the plan's.
    #[error(
        "a plan cannot be written by the names of its operators, since several have one name, and the first of them that can be \
         applied is meant"
    )]
    Names,
    /// A clause of the encoding does not follow from the specification.
    #[error("internal error: a clause of the encoding does not follow from the specification")]
    Bridge,
    /// The solver's derivation has a gap.
    #[error("internal error: a derivation of the solver has a gap")]
    Derivation,
    /// The proof could not be written.
    #[error("the proof cannot be written: {0}")]
    Write(#[from] io::Error),
}

impl CertifyError {
    pub(super) fn is_of_recount(&self) -> bool {
        matches!(self, Self::Recount(_) | Self::Fewer(_))
    }
}

impl From<EncodeError> for CertifyError {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Stopped(reason) => Self::Stopped(reason),
            EncodeError::Semantics(_) => Self::Bridge,
        }
    }
}

impl From<RecountError> for CertifyError {
    fn from(error: RecountError) -> Self {
        match error {
            RecountError::Stopped(reason) => Self::Stopped(reason),
            RecountError::Goal { steps } => Self::Reached(steps),
            RecountError::Cheaper(_) => Self::Cheaper,
            error => Self::Recount(error),
        }
    }
}
