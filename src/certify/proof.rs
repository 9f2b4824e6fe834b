//! The proof that a task has no plan of at most so many operators, or none but those that are listed, from the encoding to the last clause.

use std::io::Write;

use super::assembly::Assembly;
use super::book::ProofLayout;
use super::error::CertifyError;
use super::interpretation::Interpretation;
use super::refutation;
use super::shared_steps::specified_system;
use super::template::TemplateMaker;
use super::traces::PlanTraces;
use crate::certificate::{OperatorLists, Specification, UnlistedFormula};
use crate::encode::{Encoding as _, Reduction, Reductions, StepOptions, Transition, TransitionSystem};
use crate::formula::Lit;
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
    ProofTask { task, specification, n_steps, plans: &OperatorLists::new() }.prove(stop, out)
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
    let of_task = ProofTask { task, specification, n_steps, plans: &OperatorLists::new() };
    of_task.prove_with(&system, &interpretation, stop, out)
}

/// Writes a proof that an [affirmative](Task::affirmative) task has no plan of at most as many operators as the formula is about that is not
/// listed: in binary LRAT, about that formula.
///
/// # Errors
/// There is such a plan; or it was stopped; or the proof could not be written.
pub fn write_list_proof(
    task: &Task,
    formula: &UnlistedFormula<'_>,
    stop: &Stop,
    out: impl Write,
) -> Result<(), CertifyError> {
    let UnlistedFormula { specification, n_steps, plans } = *formula;
    ProofTask { task, specification, n_steps, plans }.prove(stop, out)
}

/// What is proved: that there are no other plans than these.
struct ProofTask<'a> {
    task: &'a Task,
    specification: &'a Specification,
    n_steps: usize,
    plans: &'a OperatorLists,
}

impl ProofTask<'_> {
    fn prove(&self, stop: &Stop, out: impl Write) -> Result<(), CertifyError> {
        // The other reductions keep a shortest plan only, and no derivation step by step.
        let options =
            StepOptions { reductions: Reductions::NONE.with(Reduction::Mutexes), ..StepOptions::default() };
        let system = Transition.encode(self.task, &options, stop)?;
        let interpretation = Interpretation::of(self.task, &system, self.specification.propositions());
        self.prove_with(&system, &interpretation, stop, out)
    }

    /// The refutation of a system, and before it the derivation of the system's clauses.
    fn prove_with(
        &self,
        system: &TransitionSystem,
        interpretation: &Interpretation,
        stop: &Stop,
        out: impl Write,
    ) -> Result<(), CertifyError> {
        let Self { task, specification, n_steps, plans } = *self;
        let traces = PlanTraces::of(task, plans)?;
        let exclusions: Vec<Vec<Lit>> =
            traces.traces.iter().map(|trace| traces.exclusion(trace, task, system)).collect();
        let refutation = refutation::refute(system, n_steps, &exclusions, stop)?;
        let workshop = TemplateMaker { specification, system, interpretation, stop };
        let of_traces = traces.lemmas(task, system, interpretation, specification.propositions());
        let templates = workshop.templates(n_steps, of_traces)?;
        let layout = ProofLayout { specification, interpretation, n_steps, n_listed: plans.len() };
        Assembly::of(layout, &templates, &refutation, &traces).write(out)
    }
}
