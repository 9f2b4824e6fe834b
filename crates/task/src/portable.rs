//! Tasks in terms that every planner supports: without a clock and contradictory effects ([`Task::portable`]), and without
//! negated facts in conditions ([`Task::affirmative`]), as in SAS files.

use std::borrow::Cow;
use std::collections::HashMap;

use bmcplan_base::ordered::distinct;

use super::{
    Atom, Clock, DerivedId, Effect, Fact, Literal, Operator, OperatorId, Task, TaskBuilder, TaskError,
};

impl Task {
    /// Returns the task without features that few planners support. The clock becomes a variable that every operator changes,
    /// by an effect for each of its values. An operator whose effects may contradict each other gets a precondition against
    /// that.
    ///
    /// Operators keep their names and order; operators that are never applicable are left out.
    ///
    /// # Errors
    /// Too many derived variables.
    pub fn portable(&self) -> Result<Cow<'_, Self>, TaskError> {
        let conflicts: Vec<Vec<Vec<Literal>>> = self.operators.iter().map(conflicts).collect();
        if self.clock.is_none() && conflicts.iter().all(Vec::is_empty) {
            return Ok(Cow::Borrowed(self));
        }
        let mut builder = TaskBuilder::default();
        for (variable, initial) in self.variables.iter().zip(self.initial.values()) {
            builder.variable(&*variable.name, variable.values.clone(), *initial);
        }
        for derived in &self.derived {
            builder.derived(&*derived.name, derived.rules.clone());
        }
        let ticks = self.clock.map(ticks).unwrap_or_default();
        let mut known: HashMap<Vec<Vec<Literal>>, DerivedId> = HashMap::new();
        for (operator, bodies) in self.operators.iter().zip(conflicts) {
            if bodies.iter().any(Vec::is_empty) {
                continue;
            }
            let mut operator = operator.clone();
            operator.effects.extend(ticks.iter().cloned());
            if !bodies.is_empty() {
                let name = || format!("conflict({})", operator.name);
                let conflict =
                    *known.entry(bodies).or_insert_with_key(|bodies| builder.derived(name(), bodies.clone()));
                operator.precondition.push(!Literal::from(conflict));
            }
            builder.operator(operator);
        }
        builder.goal(self.goal.iter().copied());
        self.mutexes.iter().for_each(|[a, b]| builder.mutex(*a, *b));
        builder.build().map(Cow::Owned)
    }
}

/// Checks whether two effects give a variable different values whenever the operator runs.
fn always_conflicts(operator: &Operator) -> bool {
    conflicts(operator).iter().any(Vec::is_empty)
}

/// Returns the conditions under which two effects give a variable different values, sorted.
fn conflicts(operator: &Operator) -> Vec<Vec<Literal>> {
    let mut bodies = Vec::new();
    for (index, a) in operator.effects.iter().enumerate() {
        for b in &operator.effects[index + 1..] {
            if a.fact.var == b.fact.var && a.fact.value != b.fact.value {
                let body: Vec<Literal> = distinct(a.condition.iter().chain(&b.condition).copied().collect());
                if is_possible(&body, &operator.precondition) {
                    bodies.push(body);
                }
            }
        }
    }
    distinct(bodies)
}

/// Checks that no pair of literals shows that the two conjunctions never hold together.
fn is_possible(body: &[Literal], precondition: &[Literal]) -> bool {
    body.iter().all(|a| body.iter().chain(precondition).all(|b| !a.excludes(*b)))
}

fn ticks(clock: Clock) -> Vec<Effect> {
    let tick = |now| Effect { condition: vec![clock.at(now).into()], fact: clock.at(now + 1) };
    (0..clock.size as usize).map(tick).collect()
}

impl Task {
    /// Returns the [portable](Self::portable) task without negated facts in conditions. The negation of one of two values
    /// becomes the other value. The negation of one of more values becomes a derived variable, placed before all others.
    ///
    /// Operators keep their names and order; operators with contradictory preconditions are left out. Preconditions are sorted,
    /// facts before derived variables, each once.
    ///
    /// # Errors
    /// Too many derived variables.
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

    /// Returns the operators of the [affirmative](Self::affirmative) task, in their order there.
    pub fn affirmative_operators(&self) -> Vec<OperatorId> {
        let affirmation = Affirmation::of(self);
        let has =
            |operator: &Operator| !always_conflicts(operator) && affirmation.precondition(operator).is_some();
        self.operator_ids().filter(|id| has(self.operator(*id))).collect()
    }
}

/// Translation of a task's literals into literals without negated facts.
struct Affirmation {
    /// Facts for which there are derived variables, in their order.
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
        let denied: Vec<Fact> = distinct(facts.collect());
        Self { denied }
    }

    fn all(&self, literals: &[Literal]) -> Vec<Literal> {
        literals.iter().map(|literal| self.one(*literal)).collect()
    }

    /// Returns an operator's precondition, sorted; `None` if it contradicts itself because of a single variable.
    fn precondition(&self, operator: &Operator) -> Option<Vec<Literal>> {
        let precondition = distinct(self.all(&operator.precondition));
        let is_contradictory = precondition.windows(2).any(|pair| pair[0].excludes(pair[1]));
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
