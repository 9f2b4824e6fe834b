//! A task in terms that every planner knows: without a clock, and with effects that never contradict each other.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Atom, Clock, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder, TaskError};

impl Task {
    /// The same task in terms that every planner knows: the clock is a variable that every operator changes, by an effect for
    /// each of its values, and an operator whose effects may contradict each other has a precondition against that.
    ///
    /// The operators keep their names and order; those that are never applicable are left out.
    ///
    /// # Errors
    /// There are too many derived variables.
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
        let mut known: BTreeMap<Vec<Vec<Literal>>, DerivedId> = BTreeMap::new();
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

/// Whether two effects give a variable different values whenever the operator runs.
pub(super) fn always_conflicts(operator: &Operator) -> bool {
    conflicts(operator).iter().any(Vec::is_empty)
}

/// The conditions under which two effects give a variable different values, sorted.
fn conflicts(operator: &Operator) -> Vec<Vec<Literal>> {
    let mut bodies = Vec::new();
    for (index, a) in operator.effects.iter().enumerate() {
        for b in &operator.effects[index + 1..] {
            if a.fact.var == b.fact.var && a.fact.value != b.fact.value {
                let mut body: Vec<Literal> = a.condition.iter().chain(&b.condition).copied().collect();
                body.sort_unstable();
                body.dedup();
                if is_possible(&body, &operator.precondition) {
                    bodies.push(body);
                }
            }
        }
    }
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

/// May a conjunction hold where another one does, as far as pairs of literals tell?
fn is_possible(body: &[Literal], precondition: &[Literal]) -> bool {
    let is_against = |a: &Literal, b: &Literal| match (a.atom, b.atom) {
        (Atom::Fact(x), Atom::Fact(y)) if a.positive && b.positive => x.var == y.var && x.value != y.value,
        (x, y) => x == y && a.positive != b.positive,
    };
    body.iter().all(|a| body.iter().chain(precondition).all(|b| !is_against(a, b)))
}

/// The effects that move a clock on.
fn ticks(clock: Clock) -> Vec<Effect> {
    let next = |value: u32| if value + 1 < clock.size { value + 1 } else { clock.loop_to };
    let fact = |value| Fact { var: clock.var, value };
    let tick = |value| Effect { condition: vec![fact(value).into()], fact: fact(next(value)) };
    (0..clock.size).map(tick).collect()
}
