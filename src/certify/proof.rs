//! The proof that a task has no plan of at most so many operators, or none but those that are listed, from the encoding to the last clause.

use std::io::Write;

use super::assembly::Assembly;
use super::book::{ProofLayout, ProofStep, write_steps};
use super::error::CertifyError;
use super::folded::folded;
use super::interpretation::Interpretation;
use super::refutation::{Refutation, refute};
use super::shared_steps::specified_system;
use super::template::TemplateMaker;
use super::traces::PlanTraces;
use crate::certificate::{ListedPlan, Specification, UnlistedFormula};
use crate::encode::{Encoding as _, Reduction, Reductions, StepOptions, Transition, TransitionSystem};
use crate::formula::Lit;
use crate::horizon::HorizonRefutation;
use crate::stop::Stop;
use crate::task::Task;

/// Writes a proof that a [affirmative](Task::affirmative) task has no plan of at most `n_steps` operators: in binary LRAT, about
/// [`Specification::write`] of the task and `n_steps`. `found` may be the refutation of just that, in an encoding of the task. Returns
/// whether it serves; if not, another one is made.
///
/// # Errors
/// There is such a plan; or it was stopped; or the proof could not be written.
pub fn write_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    found: Option<&HorizonRefutation>,
    stop: &Stop,
    out: impl Write,
) -> Result<bool, CertifyError> {
    let claim = ProofClaim::of_no_plans(task, specification, n_steps, stop);
    let of_found = found.and_then(|found| claim.of_found(found));
    let serves = of_found.is_some();
    claim.write(&of_found.unwrap_or_else(|| claim.of_transition())?, out)?;
    Ok(serves)
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
    let claim = ProofClaim::of_no_plans(task, specification, n_steps, stop);
    claim.write(&claim.of_system(&system, &interpretation)?, out)
}

/// Writes a proof that an [affirmative](Task::affirmative) task has no plan of at most as many operators as the formula is about that is
/// not listed: in binary LRAT, about [`UnlistedFormula::of`] the same.
///
/// # Errors
/// There is such a plan; or it was stopped; or the proof could not be written.
pub fn write_list_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    plans: &[ListedPlan],
    stop: &Stop,
    out: impl Write,
) -> Result<(), CertifyError> {
    let formula = UnlistedFormula::of(specification, n_steps, plans);
    let claim = ProofClaim { task, specification, n_steps, plans, formula, stop };
    claim.write(&claim.of_transition()?, out)
}

/// The claim of a proof: there are no other plans than these.
struct ProofClaim<'a> {
    task: &'a Task,
    specification: &'a Specification,
    n_steps: usize,
    plans: &'a [ListedPlan],
    formula: UnlistedFormula<'a>,
    stop: &'a Stop,
}

impl<'a> ProofClaim<'a> {
    /// The claim that there are no plans at all.
    fn of_no_plans(task: &'a Task, specification: &'a Specification, n_steps: usize, stop: &'a Stop) -> Self {
        let formula = UnlistedFormula::of(specification, n_steps, &[]);
        Self { task, specification, n_steps, plans: &[], formula, stop }
    }

    /// The proof from a refutation that there is; none if it does not fit.
    fn of_found(&self, found: &HorizonRefutation) -> Option<Result<Vec<ProofStep>, CertifyError>> {
        let refutation = (found.n_steps == self.n_steps).then(|| folded(found))??;
        let interpretation = Interpretation::of(self.task, &found.system, self.specification.propositions());
        match self.bridged(&found.system, &interpretation, &refutation, &PlanTraces::default()) {
            Err(error @ (CertifyError::Bridge | CertifyError::Derivation)) => {
                log::info!("the refutation is made again: {error}");
                None
            }
            steps => Some(steps),
        }
    }

    /// The proof from a refutation of the encoding `transition`.
    fn of_transition(&self) -> Result<Vec<ProofStep>, CertifyError> {
        // The other reductions keep a shortest plan only, and no derivation step by step.
        let options =
            StepOptions { reductions: Reductions::NONE.with(Reduction::Mutexes), ..StepOptions::default() };
        let system = Transition.encode(self.task, &options, self.stop)?;
        let interpretation = Interpretation::of(self.task, &system, self.specification.propositions());
        self.of_system(&system, &interpretation)
    }

    /// The proof from a refutation of a system.
    fn of_system(
        &self,
        system: &TransitionSystem,
        interpretation: &Interpretation,
    ) -> Result<Vec<ProofStep>, CertifyError> {
        let traces = PlanTraces::of(self.task, self.plans)?;
        let exclusions: Vec<Vec<Lit>> =
            traces.traces.iter().map(|trace| traces.exclusion(trace, self.task, system)).collect();
        let refutation = refute(system, self.n_steps, &exclusions, self.stop)?;
        self.bridged(system, interpretation, &refutation, &traces)
    }

    /// The derivation of a system's clauses, and then its refutation.
    fn bridged(
        &self,
        system: &TransitionSystem,
        interpretation: &Interpretation,
        refutation: &Refutation,
        traces: &PlanTraces,
    ) -> Result<Vec<ProofStep>, CertifyError> {
        let Self { task, specification, n_steps, stop, .. } = *self;
        let is_folded = refutation.is_folded;
        let maker = TemplateMaker { specification, system, interpretation, is_folded, stop };
        let of_traces = traces.lemmas(task, system, interpretation, specification.propositions());
        let templates = maker.templates(n_steps, of_traces)?;
        let layout = ProofLayout { specification, interpretation, n_steps, formula: &self.formula };
        Assembly::of(layout, &templates, refutation, traces).steps()
    }

    fn write(&self, steps: &[ProofStep], out: impl Write) -> Result<(), CertifyError> {
        write_steps(steps, self.formula.n_vars(), self.formula.n_clauses() as u64, out)
            .map_err(CertifyError::Write)
    }
}
