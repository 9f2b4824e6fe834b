//! Least makespans: the specification of steps that operators share, as a transition system.
//!
//! Its formula is close to that of the encoding `operators`, so it is refuted itself. Pairs of facts that exclude each other (h²)
//! help the solver; they are derived for one step and copied through time. A step has the effect of its operators one after the
//! other, and none of these makes two such facts true.
//!
//! The order of ∃-steps is that of the encoding which gave the answer; operators that it left out, as they play no part in
//! reaching the goal, come last.

use super::error::CertifyError;
use crate::certificate::{OperatorOrder, Specification, SpecificationPart, StepSharing};
use crate::encode::{
    Encoding as _, Operators, Part, Semantics, StepOptions, SystemBuilder, Term, TransitionSystem, next,
};
use crate::formula::{ClauseSink as _, Lit, Var};
use crate::stop::Stop;
use crate::task::{OperatorId, Task};

/// The most work for pairs of facts that exclude each other, in 64-bit words.
const MUTEX_LIMIT: u64 = 1 << 27;

/// The operators of the [affirmative](Task::affirmative) task that may share a step, in an answer that formulas with these steps
/// gave; none where steps have one operator.
///
/// # Errors
/// It was stopped.
pub fn sharing(task: &Task, step: &StepOptions, stop: &Stop) -> Result<Option<StepSharing>, CertifyError> {
    match step.semantics {
        // Every operator moves the clock on.
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
            order.sort_by_key(|id| places[kept[id.index()].index()]);
            Ok(OperatorOrder::of(&order).map(StepSharing::Exists))
        }
    }
}

/// The specification as a system of an affirmative task, with what excludes each other in every frame.
pub(super) fn specified_system(
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
    for [a, b] in known.chain(task.mutex_pairs(MUTEX_LIMIT, stop)) {
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
    use super::super::interpretation::Interpretation;
    use super::super::template::TemplateMaker;
    use super::*;
    use crate::stop::StopReason;
    use crate::task::{Fact, Operator, TaskBuilder};

    /// Clauses that are given to a solver after that leave no trace in its log.
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
        let stopped = workshop.templates(1, Vec::new()).map(drop);
        assert!(matches!(stopped, Err(CertifyError::Stopped(StopReason::Interrupt))), "{stopped:?}");
    }
}
