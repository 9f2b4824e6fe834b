//! The encoding `strips`: propositions and operators, as planning by SAT began. A proposition is one value of a variable, or one
//! of the two of a two-valued one. An operator needs some, adds some and deletes some, and what becomes true or false has an
//! operator that explains it (Kautz & Selman, *Planning as satisfiability*, 1992; the frame axioms are those of Haas, *The case
//! for domain-specific frame axioms*, 1987).
//!
//! Nothing says that a variable has one value. That is true at the start, each operator adds a value and deletes the one before,
//! and there is at most one operator a step.

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;
use bmcplan_task::{Atom, Fact, Literal, Operator, Task, VarId};

use super::headings::{EFFECTS, FRAME_AXIOMS};
use super::operator_variables::{Causes, operator_terms};
use super::sequential::sequential_step;
use super::state::{StateTerms, ValueEncoding};
use super::{Encoding, Operators, Part, Reductions, StepOptions, SystemBuilder, Term, TransitionSystem};

/// Textbook encoding with a variable for each proposition and each operator.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strips;

impl Encoding for Strips {
    fn name(&self) -> &'static str {
        "strips"
    }

    fn describe(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, StopReason> {
        let mut builder = SystemBuilder::until(stop);
        let mut state =
            StateTerms::declare(task, Reductions::NONE, ValueEncoding::Propositions, &mut builder, stop);
        let (mut adders, mut deleters) = (Causes::none(task), Causes::none(task));
        let mut operators: Vec<Lit> = Vec::new();
        for id in task.operator_ids().take_while(|_| !stop.is_raised()) {
            if !state.reachable().operator(id) {
                continue;
            }
            let operator = operator_terms(id, &mut state, &mut adders, &mut builder);
            operators.push(operator.lit);
            let mut transition = builder.part(Part::Transition).under(EFFECTS);
            for (added, active) in operator.effects {
                for deleted in deleted(added, task.operator(id), task) {
                    if has_propositions(added.var, &state) {
                        transition.rule(&[active], &[!state.fact(deleted).next()]);
                        deleters.add(deleted, active);
                    }
                }
            }
        }
        adders.explain(&state, &mut builder);
        let mut transition = builder.part(Part::Transition).under(FRAME_AXIOMS);
        for fact in
            task.variable_ids().filter(|var| has_propositions(*var, &state)).flat_map(|var| task.facts(var))
        {
            let mut head = vec![state.fact(fact).next()];
            head.extend(deleters.of(fact));
            transition.rule(&[state.fact(fact)], &head);
        }
        let goal: Vec<Term> =
            task.goal().iter().map(|literal| state.literal(*literal, &mut builder)).collect();
        let idle = sequential_step(&operators, &goal, options.at_most_one, &mut builder);
        // Two-valued variables have the same clauses in `operators`, unless that is reduced.
        let is_reduced = options.reductions.of(task) != Reductions::NONE || !task.mutexes().is_empty();
        let is_same = !is_reduced && !task.variable_ids().any(|var| has_propositions(var, &state));
        let same_as = is_same.then(|| Operators.name());
        Ok(TransitionSystem { same_as, ..builder.finish(&goal, idle, state.into_facts())? })
    }
}

/// Checks whether each value of a variable is a proposition. Of two values, one is the negation of the other.
fn has_propositions(var: VarId, state: &StateTerms<'_>) -> bool {
    let open = |fact: &Fact| matches!(state.fact(*fact), Term::Lit(_));
    !state.is_clock(var) && 2 < state.task().facts(var).filter(open).count()
}

/// Returns what `operator` deletes where it adds `added`: the value that its precondition has, or else all others.
fn deleted(added: Fact, operator: &Operator, task: &Task) -> Vec<Fact> {
    let is_only = operator.effects.iter().filter(|effect| effect.fact.var == added.var).count() == 1;
    let before = operator.precondition.iter().find_map(|literal| match literal {
        Literal { atom: Atom::Fact(fact), positive: true } if fact.var == added.var => Some(*fact),
        _ => None,
    });
    let others = match before.filter(|_| is_only) {
        Some(before) => vec![before],
        None => task.facts(added.var).collect(),
    };
    others.into_iter().filter(|other| *other != added).collect()
}
