//! A task in which no condition denies a fact, as SAS files have it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::portable::always_conflicts;
use super::{Atom, DerivedId, Fact, Literal, Operator, OperatorId, Task, TaskBuilder, TaskError};

impl Task {
    /// The [portable](Self::portable) task in which no condition denies a fact: that a variable does not have one of two values is
    /// that it has the other one; one of more than two, a derived variable, before all others.
    ///
    /// The operators keep their names and order; those whose precondition contradicts itself are left out. Preconditions are
    /// sorted, facts before derived variables, each once.
    ///
    /// # Errors
    /// There are too many derived variables.
    pub fn affirmative(&self) -> Result<Self, TaskError> {
        let task: Cow<'_, Self> = self.portable()?;
        let affirmation = Affirmation::of(&task);
        let mut builder = TaskBuilder::default();
        for (variable, initial) in task.variables.iter().zip(task.initial.values()) {
            builder.variable(&*variable.name, variable.values.clone(), *initial);
        }
        for fact in &affirmation.denied {
            let others = task.facts(fact.var).filter(|other| other != fact);
            let rules = others.map(|other| vec![other.into()]).collect();
            builder.derived(format!("not {}", task.fact_name(*fact)), rules);
        }
        for derived in &task.derived {
            builder.derived(&*derived.name, derived.rules.iter().map(|body| affirmation.all(body)).collect());
        }
        for operator in &task.operators {
            let Some(precondition) = affirmation.precondition(operator) else { continue };
            let mut operator = Operator { precondition, ..operator.clone() };
            for effect in &mut operator.effects {
                effect.condition = affirmation.all(&effect.condition);
            }
            builder.operator(operator);
        }
        builder.goal(affirmation.all(&task.goal));
        task.mutexes.iter().for_each(|[a, b]| builder.mutex(*a, *b));
        builder.build()
    }

    /// The operators that the [affirmative](Self::affirmative) task has, in their order there.
    pub fn affirmative_operators(&self) -> Vec<OperatorId> {
        let affirmation = Affirmation::of(self);
        let has =
            |operator: &Operator| !always_conflicts(operator) && affirmation.precondition(operator).is_some();
        self.operator_ids().filter(|id| has(self.operator(*id))).collect()
    }
}

/// Whether two different literals, which deny no facts, cannot both hold because of the variable that they are about.
fn are_opposed(a: Literal, b: Literal) -> bool {
    match (a.atom, b.atom) {
        (Atom::Fact(a), Atom::Fact(b)) => a.var == b.var,
        (a, b) => a == b,
    }
}

/// How the literals of a task are said without denying facts.
struct Affirmation {
    /// The facts for which there are derived variables, in their order.
    denied: Vec<Fact>,
}

impl Affirmation {
    fn of(task: &Task) -> Self {
        let bodies = task.derived.iter().flat_map(|derived| derived.rules.iter().flatten());
        let operators = task.operators.iter().flat_map(|operator| {
            operator.precondition.iter().chain(operator.effects.iter().flat_map(|effect| &effect.condition))
        });
        let literals = bodies.chain(operators).chain(&task.goal).filter(|literal| !literal.positive);
        let facts = literals.filter_map(|literal| match literal.atom {
            Atom::Fact(fact) if task.facts(fact.var).len() != 2 => Some(fact),
            _ => None,
        });
        Self { denied: facts.collect::<BTreeSet<Fact>>().into_iter().collect() }
    }

    fn all(&self, literals: &[Literal]) -> Vec<Literal> {
        literals.iter().map(|literal| self.one(*literal)).collect()
    }

    /// An operator's precondition, sorted; none if it contradicts itself because of a single variable.
    fn precondition(&self, operator: &Operator) -> Option<Vec<Literal>> {
        let mut precondition = self.all(&operator.precondition);
        precondition.sort_unstable();
        precondition.dedup();
        let is_contradictory = precondition.windows(2).any(|pair| are_opposed(pair[0], pair[1]));
        (!is_contradictory).then_some(precondition)
    }

    fn one(&self, literal: Literal) -> Literal {
        match literal.atom {
            Atom::Derived(id) => {
                let later = DerivedId::from_index(self.denied.len() + id.index());
                Literal { atom: Atom::Derived(later), ..literal }
            }
            Atom::Fact(fact) if !literal.positive => match self.denied.binary_search(&fact) {
                Ok(place) => DerivedId::from_index(place).into(),
                Err(_) => Fact { value: 1 - fact.value.min(1), ..fact }.into(),
            },
            Atom::Fact(_) => literal,
        }
    }
}
