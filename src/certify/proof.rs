//! The proof that a task has no plan of at most so many operators, from the encoding to the last clause.

use std::io::Write;

use super::assembly::Assembly;
use super::book::ProofLayout;
use super::error::CertifyError;
use super::interpretation::Interpretation;
use super::refutation;
use super::shared_steps::specified_system;
use super::template::TemplateMaker;
use crate::certificate::Specification;
use crate::encode::{Encoding as _, Reduction, Reductions, StepOptions, Transition, TransitionSystem};
use crate::stop::Stop;
use crate::task::Task;

/// Writes a proof that a [affirmative](Task::affirmative) task has no plan of at most `n_steps` operators: in binary LRAT, about
/// [`Specification::write`] of the task and `n_steps`.
///
/// # Errors
/// There is such a plan; or it was stopped; or the proof could not be written.
pub fn write_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    stop: &Stop,
    out: impl Write,
) -> Result<(), CertifyError> {
    // The other reductions keep a shortest plan only, and no derivation step by step.
    let options =
        StepOptions { reductions: Reductions::NONE.with(Reduction::Mutexes), ..StepOptions::default() };
    let system = Transition.encode(task, &options, stop)?;
    let interpretation = Interpretation::of(task, &system, specification.propositions());
    write_bridged(specification, &system, &interpretation, n_steps, stop, out)
}

/// The same where operators share steps, as the specification says.
///
/// # Errors
/// There is such a plan; or it was stopped; or the proof could not be written.
pub fn write_makespan_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    stop: &Stop,
    out: impl Write,
) -> Result<(), CertifyError> {
    let system = specified_system(task, specification, stop)?;
    let interpretation = Interpretation::identity(specification.propositions());
    write_bridged(specification, &system, &interpretation, n_steps, stop, out)
}

/// The refutation of a system, and before it the derivation of the system's clauses.
fn write_bridged(
    specification: &Specification,
    system: &TransitionSystem,
    interpretation: &Interpretation,
    n_steps: usize,
    stop: &Stop,
    out: impl Write,
) -> Result<(), CertifyError> {
    let refutation = refutation::refute(system, n_steps, stop)?;
    let workshop = TemplateMaker { specification, system, interpretation, stop };
    let templates = workshop.templates(n_steps)?;
    let layout = ProofLayout { specification, interpretation, n_steps };
    Assembly::of(layout, &templates, &refutation).write(out)
}
