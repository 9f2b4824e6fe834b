//! The classical encoding `operators`: a variable per ground operator, explanatory frame axioms, and sequential steps (Kautz &
//! Selman, *Planning as satisfiability*, 1992; *Pushing the envelope*, 1996) or parallel ones.

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;
use bmcplan_task::{Task, TaskSymmetry};

use super::headings::SYMMETRIES;
use super::operator_variables::{Causes, OperatorTerms, operator_terms};
use super::parallel::ParallelSteps;
use super::sequential::{parallel_step, sequential_step};
use super::state::{StateTerms, ValueEncoding};
use super::symmetry::Breakable;
use super::{
    Encoding, Part, Reduction, Reductions, Semantics, StepOptions, SystemBuilder, Term, TransitionSystem,
};

/// Classical encoding with operator variables.
#[derive(Debug, Clone, Copy, Default)]
pub struct Operators;

impl Encoding for Operators {
    fn name(&self) -> &'static str {
        "operators"
    }

    fn reductions(&self) -> Reductions {
        Reductions::ALL.without(Reduction::Order).without(Reduction::Repeats)
    }

    fn semantics(&self) -> &'static [Semantics] {
        &Semantics::ALL
    }

    fn describe(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, StopReason> {
        let mut builder = SystemBuilder::until(stop);
        let reductions = options.reductions.of(task);
        let mut state = StateTerms::declare(task, reductions, ValueEncoding::Direct, &mut builder, stop);
        let mut causes = Causes::none(task);
        let mut operators: Vec<OperatorTerms> = Vec::new();
        for id in task.operator_ids().take_while(|_| !stop.is_raised()) {
            if state.reachable().operator(id) {
                operators.push(operator_terms(id, &mut state, &mut causes, &mut builder));
            }
        }
        causes.explain(&state, &mut builder);
        let goal: Vec<Term> =
            task.goal().iter().map(|literal| state.literal(*literal, &mut builder)).collect();
        let movers: Vec<Lit> = operators.iter().map(|operator| operator.lit).collect();
        // With a clock, no two operators share a step.
        let is_parallel = options.semantics.is_parallel() && task.clock().is_none();
        let shared = is_parallel
            .then(|| ParallelSteps::of(options.semantics, task, &operators, state.mutexes(), stop));
        if reductions.has(Reduction::Symmetries) {
            let is_sound = |symmetry: &TaskSymmetry| {
                shared.as_ref().is_none_or(|shared| shared.are_kept_by(symmetry, &operators))
            };
            for symmetry in Breakable::all(&state, is_sound, &mut builder) {
                if is_parallel {
                    symmetry.choose_greater_state(&state, &mut builder);
                } else {
                    let worse = symmetry.worse(|id| id);
                    for operator in operators.iter().filter(|operator| worse.contains(&operator.id)) {
                        let mut transition = builder.part(Part::Transition).under(SYMMETRIES);
                        transition.rule(&[symmetry.fixed, operator.lit.into()], &[]);
                    }
                }
            }
        }
        let idle = if let Some(shared) = shared {
            let operators = shared.write(operators, &mut builder, stop);
            builder.runs_in_order(operators.iter().map(|operator| (operator.id, operator.lit)).collect());
            parallel_step(&movers, &goal, options.idle, &mut builder)
        } else {
            sequential_step(&movers, &goal, options.at_most_one, &mut builder)
        };
        builder.finish(&goal, idle, state.into_facts())
    }
}
