//! Operator variables: for each operator with its own variable, clauses for preconditions, effects and explanatory frame
//! axioms.

use bmcplan_formula::Lit;
use bmcplan_task::{Fact, OperatorId, Task};

use super::headings::{EFFECTS, FRAME_AXIOMS, PRECONDITIONS};
use super::state::{StateTerms, define_and};
use super::{Part, SystemBuilder, Term};

/// Possible causes of every fact: terms, one of which must be true in a step that makes the fact true.
#[derive(Debug)]
pub struct Causes(Vec<Vec<Vec<Term>>>);

impl Causes {
    /// Starts with no causes.
    pub fn none(task: &Task) -> Self {
        Self(task.variables().iter().map(|variable| vec![Vec::new(); variable.values.len()]).collect())
    }

    /// Adds a possible cause of `fact`.
    pub fn add(&mut self, fact: Fact, cause: Term) {
        self.0[fact.var.index()][fact.value_index()].push(cause);
    }

    /// Returns the possible causes of `fact`.
    pub fn of(&self, fact: Fact) -> &[Term] {
        &self.0[fact.var.index()][fact.value_index()]
    }

    /// Adds explanatory frame axioms (Haas, *The case for domain-specific frame axioms*, 1987; in SAT planning Kautz,
    /// McAllester & Selman, *Encoding plans in propositional logic*, 1996): a fact that becomes true has a cause.
    pub fn explain(&self, state: &StateTerms<'_>, builder: &mut SystemBuilder) {
        let task = state.task();
        let mut transition = builder.part(Part::Transition).under(FRAME_AXIOMS);
        let changing = task.variable_ids().filter(|var| !state.is_clock(*var));
        for fact in changing.flat_map(|var| task.facts(var)) {
            let term = state.fact(fact);
            let mut head = vec![term];
            head.extend(self.of(fact));
            transition.rule(&[term.next()], &head);
        }
    }
}

/// Operator with a variable of its own.
#[derive(Debug, Clone)]
pub struct OperatorTerms {
    /// Id of the operator.
    pub id: OperatorId,
    /// True in a step that runs the operator.
    pub lit: Lit,
    /// Facts of its effects, each with the term that is true if the operator runs and the effect is active. Effects that are
    /// never active are left out.
    pub effects: Vec<(Fact, Term)>,
}

/// Adds a variable for an operator, which implies its precondition now and its active effects in the next frame. A conditional
/// effect has one more variable, true when the operator runs and the condition holds.
pub fn operator_terms(
    id: OperatorId,
    state: &mut StateTerms<'_>,
    causes: &mut Causes,
    builder: &mut SystemBuilder,
) -> OperatorTerms {
    let operator = state.task().operator(id);
    let lit = builder.var(&operator.name);
    builder.mover(lit, vec![id]);
    for term in state.conjunction(&operator.precondition, builder) {
        builder.part(Part::Transition).under(PRECONDITIONS).rule(&[lit.into()], &[term]);
    }
    let mut effects = Vec::with_capacity(operator.effects.len());
    for effect in &operator.effects {
        let mut active = vec![lit.into()];
        active.extend(state.conjunction(&effect.condition, builder));
        let active = define_and(&active, builder);
        if active != Term::False {
            let mut transition = builder.part(Part::Transition).under(EFFECTS);
            transition.rule(&[active], &[state.fact(effect.fact).next()]);
            causes.add(effect.fact, active);
            effects.push((effect.fact, active));
        }
    }
    OperatorTerms { id, lit, effects }
}
