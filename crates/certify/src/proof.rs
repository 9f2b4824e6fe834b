//! The proof that a task has no plan of at most N steps, from the encoding to the last clause.
//!
//! Where operators share steps, the specification itself is the system that is refuted, since its formula is close to that of
//! the encoding `operators`. Pairs of facts that exclude each other (h²) help the solver; they are derived for one step and
//! copied through time. A step has the effect of its operators one after the other, and none of these makes two such facts
//! true. The order of ∃-steps is that of the encoding which gave the answer. Operators that it left out, as irrelevant to the
//! goal, come last.

use std::io::Write;

use bmcplan_base::ordered::sort_by_key;
use bmcplan_base::stop::Stop;
use bmcplan_formula::{ClauseSink as _, Lit, Var};
use bmcplan_sat::encode::{
    Encoding as _, Operators, Part, Reduction, Reductions, Semantics, StepOptions, SystemBuilder, Term,
    Transition, TransitionSystem, next,
};
use bmcplan_sat::horizon::HorizonRefutation;
use bmcplan_task::{OperatorId, Task};
use bmcplan_verify::{OperatorOrder, Specification, SpecificationPart, StepSharing, TooManyVariables};

use super::assembly::Assembly;
use super::error::CertifyError;
use super::interpretation::Interpretation;
use super::lrat_proof::{ProofLayout, ProofStep, write_steps};
use super::refutation::{Refutation, folded, refute};
use super::template::TemplateMaker;

/// Writes a proof that an [affirmative](Task::affirmative) task has no plan of at most `n_steps` operators: in binary LRAT,
/// about [`Specification::write`] of the task and `n_steps`. `found` may be the refutation of just that, in an encoding of the
/// task. Returns whether it was used; if not, another one was made. Fails if such a plan exists, at a stop, or if the proof
/// cannot be written.
pub fn write_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    found: Option<&HorizonRefutation>,
    stop: &Stop,
    out: impl Write,
) -> Result<bool, CertifyError> {
    let proof = ProofMaker { task, specification, n_steps, stop };
    let of_found = found.and_then(|found| proof.of_found(found));
    let serves = of_found.is_some();
    proof.write(&of_found.unwrap_or_else(|| proof.of_transition())?, out)?;
    Ok(serves)
}

/// Writes the same proof where operators share steps, as in the specification. Fails if such a plan exists, at a stop, or if
/// the proof cannot be written.
pub fn write_makespan_proof(
    task: &Task,
    specification: &Specification,
    n_steps: usize,
    stop: &Stop,
    out: impl Write,
) -> Result<(), CertifyError> {
    let system = specified_system(task, specification, stop)?;
    let interpretation = Interpretation::identity(specification.propositions());
    let proof = ProofMaker { task, specification, n_steps, stop };
    proof.write(&proof.of_system(&system, &interpretation)?, out)
}

struct ProofMaker<'a> {
    task: &'a Task,
    specification: &'a Specification,
    n_steps: usize,
    stop: &'a Stop,
}

impl ProofMaker<'_> {
    /// Builds the proof from an existing refutation; `None` if it does not fit.
    fn of_found(&self, found: &HorizonRefutation) -> Option<Result<Vec<ProofStep>, CertifyError>> {
        let refutation = (found.n_steps == self.n_steps).then(|| folded(found))??;
        let interpretation = Interpretation::of(self.task, &found.system, self.specification.propositions());
        match self.bridged(&found.system, &interpretation, &refutation) {
            Err(error @ (CertifyError::Bridge | CertifyError::Derivation)) => {
                log::info!("the refutation is made again: {error}");
                None
            }
            steps => Some(steps),
        }
    }

    fn of_transition(&self) -> Result<Vec<ProofStep>, CertifyError> {
        // The other reductions keep only a shortest plan, and allow no derivation step by step.
        let options =
            StepOptions { reductions: Reductions::NONE.with(Reduction::Mutexes), ..StepOptions::default() };
        let system = Transition.encode(self.task, &options, self.stop)?;
        let interpretation = Interpretation::of(self.task, &system, self.specification.propositions());
        self.of_system(&system, &interpretation)
    }

    fn of_system(
        &self,
        system: &TransitionSystem,
        interpretation: &Interpretation,
    ) -> Result<Vec<ProofStep>, CertifyError> {
        let refutation = refute(system, self.n_steps, self.stop)?;
        self.bridged(system, interpretation, &refutation)
    }

    fn bridged(
        &self,
        system: &TransitionSystem,
        interpretation: &Interpretation,
        refutation: &Refutation,
    ) -> Result<Vec<ProofStep>, CertifyError> {
        let Self { specification, n_steps, stop, .. } = *self;
        let is_folded = refutation.is_folded;
        let maker = TemplateMaker { specification, system, interpretation, is_folded, stop };
        TooManyVariables::check((n_steps + 1) * interpretation.width())?;
        let templates = maker.templates(n_steps)?;
        let layout = ProofLayout { specification, interpretation, n_steps };
        Assembly::of(layout, &templates, refutation).steps()
    }

    fn write(&self, steps: &[ProofStep], out: impl Write) -> Result<(), CertifyError> {
        let (n_vars, n_clauses) =
            (self.specification.n_vars(self.n_steps), self.specification.n_clauses(self.n_steps));
        write_steps(steps, n_vars, n_clauses as u64, out).map_err(CertifyError::Write)
    }
}

/// Returns the operators of the [affirmative](Task::affirmative) task that may share a step, for an answer of formulas with
/// these steps; `None` where steps have one operator.
pub fn sharing(task: &Task, step: &StepOptions, stop: &Stop) -> Result<Option<StepSharing>, CertifyError> {
    match step.semantics {
        // Every operator advances the clock.
        _ if task.clock().is_some() => Ok(None),
        Semantics::Sequential => Ok(None),
        Semantics::ForAll => Ok(Some(StepSharing::ForAll)),
        Semantics::Exists => {
            let system = Operators.encode(task, step, stop)?;
            let mut places: Vec<usize> = vec![usize::MAX; task.operators().len()];
            for (place, (id, _)) in system.operators().iter().enumerate() {
                places[id.index()] = place;
            }
            let kept = task.affirmative_operators();
            let mut order: Vec<OperatorId> = (0..kept.len()).map(OperatorId::from_index).collect();
            sort_by_key(&mut order, |id| places[kept[id.index()].index()]);
            Ok(OperatorOrder::of(&order).map(StepSharing::Exists))
        }
    }
}

fn specified_system(
    task: &Task,
    specification: &Specification,
    stop: &Stop,
) -> Result<TransitionSystem, CertifyError> {
    let propositions = specification.propositions();
    let mut builder = SystemBuilder::until(stop);
    for _ in 0..propositions.in_frame() {
        builder.var("");
    }
    let width = propositions.in_frame();
    let placed = |lit: &Lit| {
        let here = Var::from_index(lit.var().index() % width).lit(lit.is_positive());
        if lit.var().index() < width { here } else { next(here) }
    };
    for (from, to) in [
        (SpecificationPart::Start, Part::Initial),
        (SpecificationPart::State(0), Part::Universal),
        (SpecificationPart::Step(0), Part::Transition),
        (SpecificationPart::StaysOver(0), Part::Transition),
    ] {
        for clause in specification.clauses(from) {
            let clause: Vec<Lit> = clause.iter().map(placed).collect();
            builder.part(to).add_clause(&clause);
        }
    }
    let known = task.mutexes().iter().copied();
    for [a, b] in known.chain(task.mutex_pairs(Task::MUTEX_LIMIT, stop)) {
        let mut clause = vec![!propositions.fact(a), !propositions.fact(b)];
        clause.dedup();
        builder.part(Part::Universal).add_clause(&clause);
    }
    let goal: Vec<Term> = task.goal().iter().map(|literal| propositions.literal(*literal).into()).collect();
    let facts = task.variable_ids().map(|var| task.facts(var).map(|fact| propositions.fact(fact).into()));
    let facts: Vec<Vec<Term>> = facts.map(Iterator::collect).collect();
    builder.finish(&goal, propositions.over(), facts).map_err(CertifyError::Stopped)
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::StopReason;
    use bmcplan_task::{Fact, Operator, TaskBuilder};

    use super::*;

    /// Checks that clauses given to a solver after a stop leave no trace in its log.
    #[test]
    fn derivations_end_when_they_are_stopped() {
        let mut builder = TaskBuilder::default();
        let door = builder.variable("door", ["shut", "open"], 0);
        let [shut, open] = [0, 1].map(|value| Fact { var: door, value });
        builder.operator(Operator::simple("open", [shut.into()], [open]));
        builder.goal([open.into()]);
        let task = builder.build().unwrap();
        let specification = Specification::of_shared_steps(&task, &StepSharing::ForAll).unwrap();
        let system = specified_system(&task, &specification, &Stop::default()).unwrap();
        let interpretation = Interpretation::identity(specification.propositions());
        let stop = Stop::default();
        stop.raise(StopReason::Interrupt);
        let workshop = TemplateMaker {
            is_folded: false,
            specification: &specification,
            system: &system,
            interpretation: &interpretation,
            stop: &stop,
        };
        let stopped = workshop.templates(1).map(drop);
        assert!(matches!(stopped, Err(CertifyError::Stopped(StopReason::Interrupt))), "{stopped:?}");
    }
}
