//! A task in terms that every planner knows: without a clock, and with effects that never contradict each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Atom, Clock, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder, TaskError};

impl Task {
    /// The same task in terms that every planner knows: the clock is a variable that every operator changes, by an effect for
    /// each of its values; an operator whose effects may contradict each other has a precondition against that; and no condition
    /// denies a fact: that a variable does not have one of more than two values is a derived variable, before all others.
    ///
    /// The operators keep their names and order; those that are never applicable are left out. Preconditions are sorted, facts
    /// before derived variables, each once.
    ///
    /// # Errors
    /// There are too many derived variables.
    pub fn portable(&self) -> Result<Self, TaskError> {
        let affirmative = AffirmativeLiterals::of(self);
        let mut builder = TaskBuilder::default();
        for (variable, initial) in self.variables.iter().zip(self.initial.values()) {
            builder.variable(&*variable.name, variable.values.clone(), *initial);
        }
        affirmative.declare(self, &mut builder);
        for derived in &self.derived {
            let rules = derived.rules.iter().map(|body| affirmative.all(self, body)).collect();
            builder.derived(&*derived.name, rules);
        }
        let ticks = self.clock.map(ticks).unwrap_or_default();
        let mut known: BTreeMap<Vec<Vec<Literal>>, DerivedId> = BTreeMap::new();
        for operator in &self.operators {
            let mut operator = operator.clone();
            operator.precondition = affirmative.all(self, &operator.precondition);
            for effect in &mut operator.effects {
                effect.condition = affirmative.all(self, &effect.condition);
            }
            let bodies = conflicts(&operator);
            operator.precondition.sort_unstable();
            operator.precondition.dedup();
            if bodies.iter().any(Vec::is_empty) || !is_possible(&operator.precondition, &[]) {
                continue;
            }
            operator.effects.extend(ticks.iter().cloned());
            if !bodies.is_empty() {
                let name = || format!("conflict({})", operator.name);
                let conflict =
                    *known.entry(bodies).or_insert_with_key(|bodies| builder.derived(name(), bodies.clone()));
                // It is the last derived variable, or one of the last, so the order stays.
                operator.precondition.push(!Literal::from(conflict));
                operator.precondition.sort_unstable();
            }
            builder.operator(operator);
        }
        builder.goal(affirmative.all(self, &self.goal));
        self.mutexes.iter().for_each(|[a, b]| builder.mutex(*a, *b));
        builder.build()
    }
}

/// How facts that conditions deny are said without a denial.
struct AffirmativeLiterals {
    /// Those of variables with more than two values, each a derived variable of the new task, before those of the old one.
    denied: Vec<Fact>,
}

impl AffirmativeLiterals {
    fn of(task: &Task) -> Self {
        let bodies = task.derived.iter().flat_map(|derived| derived.rules.iter().flatten());
        let operators = task.operators.iter().flat_map(|operator| {
            operator.precondition.iter().chain(operator.effects.iter().flat_map(|effect| &effect.condition))
        });
        let denied: BTreeSet<Fact> = bodies
            .chain(operators)
            .chain(&task.goal)
            .filter_map(|literal| match literal.atom {
                Atom::Fact(fact) if !literal.positive => Some(fact),
                _ => None,
            })
            .filter(|fact| task.facts(fact.var).len() != 2)
            .collect();
        Self { denied: denied.into_iter().collect() }
    }

    fn declare(&self, task: &Task, builder: &mut TaskBuilder) {
        for fact in &self.denied {
            let others = task.facts(fact.var).filter(|other| other != fact);
            builder.derived(
                format!("not {}", task.fact_name(*fact)),
                others.map(|other| vec![other.into()]).collect(),
            );
        }
    }

    fn all(&self, task: &Task, literals: &[Literal]) -> Vec<Literal> {
        literals.iter().map(|literal| self.one(task, *literal)).collect()
    }

    fn one(&self, task: &Task, literal: Literal) -> Literal {
        match literal.atom {
            Atom::Derived(id) => {
                let moved = Literal::from(DerivedId::from_index(self.denied.len() + id.index()));
                if literal.positive { moved } else { !moved }
            }
            Atom::Fact(fact) if !literal.positive => match self.denied.binary_search(&fact) {
                Ok(place) => DerivedId::from_index(place).into(),
                Err(_) => {
                    let other = task.facts(fact.var).find(|other| *other != fact);
                    other.unwrap_or(fact).into()
                }
            },
            Atom::Fact(_) => literal,
        }
    }
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

/// Whether a conjunction may hold where another one does, as far as pairs of literals tell.
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
