//! Models of exported formulas: what another solver printed becomes a trace again.

use super::too_long::{TooManySteps, check_length};
use crate::encode::{Trace, TransitionSystem, Unrolling};
use crate::formula::Lit;
use crate::solver::{ClaimedAnswer, read_output};

/// Why an output is no model of the formula.
#[derive(thiserror::Error)]
pub enum ModelError {
    /// The formula would have more variables than literals can number.
    #[error(transparent)]
    TooLarge(#[from] TooManySteps),
    /// It is no output of a solver, or of another formula.
    #[error("no model of this formula of {n_vars} variables: {cause}")]
    Unreadable {
        /// How many variables the formula has.
        n_vars: usize,
        /// What is wrong, such as `its model does not end with 0`.
        cause: String,
    },
    /// The solver says that there is none.
    #[error("the solver says that the formula has no model: no plan within horizon {0}")]
    Unsatisfiable(usize),
}

debug_is_message!(ModelError);

/// Reads what a solver printed for the formula of [`write_dimacs`](super::write_dimacs), in the format of the SAT competitions.
/// A validator says whether the trace is one.
///
/// # Errors
/// [`ModelError`].
pub fn read_model(system: &TransitionSystem, horizon: usize, output: &str) -> Result<Trace, ModelError> {
    let system = &*system.with_explicit_clock();
    check_length(system, horizon)?;
    let n_vars = system.n_vars() * (horizon + 1);
    let answer = read_output(output.as_bytes(), n_vars);
    match answer.map_err(|cause| ModelError::Unreadable { n_vars, cause })? {
        ClaimedAnswer::Unsatisfiable => Err(ModelError::Unsatisfiable(horizon)),
        ClaimedAnswer::Satisfiable(values) => {
            let value =
                |lit: Lit| values.get(lit.var().index()).is_some_and(|value| *value == lit.is_positive());
            Ok(Unrolling::of(system).trace(horizon + 1, value))
        }
    }
}
