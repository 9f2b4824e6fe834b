//! `operators`: the classical encoding. A variable per ground operator, explanatory frame axioms, sequential
//! steps (Kautz & Selman, *Planning as satisfiability*, 1992; *Pushing the envelope*, 1996).

use super::explicit::{Causes, operator_variable};
use super::one_move::one_move;
use super::state::StateTerms;
use super::{Encoding, Reduction, Reductions, StepOptions, SystemBuilder, Term, TransitionSystem};
use crate::formula::Lit;
use crate::task::Task;

/// The classical encoding.
#[derive(Debug, Clone, Copy, Default)]
pub struct Operators;

impl Encoding for Operators {
    fn name(&self) -> &'static str {
        "operators"
    }

    fn reductions(&self) -> Reductions {
        Reductions::NONE.with(Reduction::Relevance)
    }

    fn encode(&self, task: &Task, options: &StepOptions) -> TransitionSystem {
        let mut builder = SystemBuilder::default();
        let mut state = StateTerms::declare(task, options.reductions, &mut builder);
        let mut causes = Causes::none(task);
        let mut movers: Vec<Lit> = Vec::new();
        for id in task.operator_ids() {
            if state.reachable().operator(id) {
                movers.push(operator_variable(id, &mut state, &mut causes, &mut builder));
            }
        }
        causes.explain(&state, &mut builder);
        let goal: Vec<Term> =
            task.goal().iter().map(|literal| state.literal(*literal, &mut builder)).collect();
        let idle = one_move(&movers, &goal, options.at_most_one, &mut builder);
        builder.finish(&goal, idle, state.into_facts())
    }
}
