//! Relaxed reachability: everything that could become true if nothing ever became false.
//!
//! The delete relaxation (Bonet & Geffner, *Planning as heuristic search*, 2001) over literals. A fact is reachable if it is
//! true at the start, or if some operator with a reachable precondition makes it true. A negative literal is reachable if its
//! atom can be avoided. Reachability is over-approximated. So unreachable facts and operators never occur and need no variables
//! in a formula. A goal that is unreachable here is unreachable at every horizon.
//!
//! The layer in which the goal is first reached is a lower bound on the length of plans (h^max of the initial state).

use itertools::Itertools;

use bmcplan_base::stop::{Stop, StopReason};

use super::{Atom, Derived, DerivedId, Effect, Fact, Literal, OperatorId, Task, VarId, single_fact};

/// Facts, derived variables and operators that may occur in a run.
#[derive(Debug, Clone)]
pub struct Reachability {
    facts: Vec<Vec<bool>>,
    can_hold: Vec<bool>,
    can_fail: Vec<bool>,
    operators: Vec<bool>,
}

impl Reachability {
    /// Computes the least fixed point of the relaxation from the initial state, with the operators accepted by `may`.
    /// Incomplete if `stop` is raised meanwhile.
    pub fn of(task: &Task, may: impl Fn(OperatorId) -> bool, stop: &Stop) -> Self {
        let mut layers = Layers::of(task);
        layers.open.retain(|id| may(*id));
        while !stop.is_raised() && layers.advance() {}
        layers.reached
    }

    /// Removes facts known never to be true, and the operators that need them or make them true.
    pub fn rule_out(&mut self, task: &Task, facts: impl IntoIterator<Item = Fact>) {
        let Self { facts: reached, operators, .. } = self;
        for fact in facts {
            reached[fact.var.index()][fact.value_index()] = false;
        }
        let is_reached = |fact: Fact| reached[fact.var.index()][fact.value_index()];
        let starts_from = |literal: &Literal| literal.as_fact().is_none_or(is_reached);
        let ends_up = |effect: &Effect| !effect.condition.is_empty() || is_reached(effect.fact);
        for (possible, operator) in operators.iter_mut().zip(task.operators()) {
            *possible &=
                operator.precondition.iter().all(starts_from) && operator.effects.iter().all(ends_up);
        }
    }

    fn at_start(task: &Task) -> Self {
        let mut reached = Self {
            facts: task.variables().iter().map(|variable| vec![false; variable.values.len()]).collect(),
            can_hold: vec![false; task.derived().len()],
            can_fail: vec![false; task.derived().len()],
            operators: vec![false; task.operators().len()],
        };
        for (facts, value) in reached.facts.iter_mut().zip(task.initial().values()) {
            facts[*value as usize] = true;
        }
        reached.derive(task);
        reached
    }

    /// Updates the derived variables; one pass is enough, since each reads only earlier ones.
    fn derive(&mut self, task: &Task) {
        for (index, derived) in task.derived().iter().enumerate() {
            self.can_hold[index] =
                self.can_hold[index] || derived.rules.iter().any(|body| self.condition(body));
            self.can_fail[index] = self.can_fail[index] || self.avoidable(derived);
        }
    }

    /// Checks whether every rule of a derived variable can fail. Rules of one fact are taken together, variable by variable: a
    /// variable must have a reachable value that triggers none of them.
    fn avoidable(&self, derived: &Derived) -> bool {
        let single = |body: &Vec<Literal>| single_fact(body);
        let by_variable = derived.rules.iter().filter_map(single).into_group_map_by(|fact| fact.var);
        let facts_avoidable = by_variable.iter().all(|(var, triggers)| {
            self.facts[var.index()]
                .iter()
                .zip(0..)
                .any(|(reached, value)| *reached && !triggers.contains(&Fact { var: *var, value }))
        });
        facts_avoidable
            && derived
                .rules
                .iter()
                .filter(|body| single(body).is_none())
                .all(|body| body.iter().any(|literal| self.literal(!*literal)))
    }

    /// Checks whether a fact is reachable.
    pub fn fact(&self, fact: Fact) -> bool {
        self.facts[fact.var.index()][fact.value_index()]
    }

    /// Checks whether an operator's precondition is reachable.
    pub fn operator(&self, operator: OperatorId) -> bool {
        self.operators[operator.index()]
    }

    /// Checks whether a derived variable can be true.
    pub fn derived(&self, derived: DerivedId) -> bool {
        self.can_hold[derived.index()]
    }

    /// Checks whether a literal can be true.
    pub fn literal(&self, literal: Literal) -> bool {
        match literal {
            Literal { atom: Atom::Fact(fact), positive: true } => self.fact(fact),
            Literal { atom: Atom::Fact(fact), positive: false } => {
                self.other_value(fact.var, fact.value_index())
            }
            Literal { atom: Atom::Derived(id), positive: true } => self.can_hold[id.index()],
            Literal { atom: Atom::Derived(id), positive: false } => self.can_fail[id.index()],
        }
    }

    /// Checks whether every literal of a conjunction can be true, each by itself.
    pub fn condition(&self, condition: &[Literal]) -> bool {
        condition.iter().all(|literal| self.literal(*literal))
    }

    fn other_value(&self, var: VarId, value: usize) -> bool {
        self.facts[var.index()].iter().enumerate().any(|(other, reached)| *reached && other != value)
    }
}

/// The relaxation layer by layer: everything reached with no operators, with one, with two, …
#[derive(Debug)]
struct Layers<'t> {
    task: &'t Task,
    reached: Reachability,
    /// Operators that may still add something new.
    open: Vec<OperatorId>,
}

impl<'t> Layers<'t> {
    fn of(task: &'t Task) -> Self {
        Self { task, reached: Reachability::at_start(task), open: task.operator_ids().collect() }
    }

    /// Adds the next layer, with one more operator. Returns true if anything was new.
    fn advance(&mut self) -> bool {
        let Self { task, reached, open } = self;
        let mut new: Vec<Fact> = Vec::new();
        open.retain(|id| {
            let operator = task.operator(*id);
            if !reached.operators[id.index()] {
                if !reached.condition(&operator.precondition) {
                    return true;
                }
                reached.operators[id.index()] = true;
                // Every operator advances the clock, so it takes all values in turn.
                new.extend(task.clock().iter().flat_map(|clock| task.facts(clock.var)));
            }
            let (now, later): (Vec<_>, Vec<_>) = operator
                .effects
                .iter()
                .filter(|effect| !reached.fact(effect.fact))
                .partition(|effect| reached.condition(&effect.condition));
            new.extend(now.iter().map(|effect| effect.fact));
            !later.is_empty()
        });
        let mut grown = false;
        for fact in new {
            grown |= !reached.fact(fact);
            reached.facts[fact.var.index()][fact.value_index()] = true;
        }
        if grown {
            reached.derive(task);
        }
        grown
    }
}

impl Task {
    /// Returns the least number of operators after which every goal literal, each by itself, can be true if nothing ever
    /// becomes false. `None` if there is none. This is a lower bound on the operators of a plan, and on its parallel steps.
    ///
    /// # Errors
    /// `stop` was raised first.
    pub fn relaxed_distance(&self, stop: &Stop) -> Result<Option<usize>, StopReason> {
        let distances = self.relaxed_distances(stop)?;
        Ok(distances.into_iter().try_fold(0, |greatest, distance| Some(distance?.max(greatest))))
    }

    /// Returns for each literal of the goal the least number of operators after which it can be true if nothing ever becomes
    /// false; `None` if it never can.
    ///
    /// # Errors
    /// `stop` was raised first.
    pub fn relaxed_distances(&self, stop: &Stop) -> Result<Vec<Option<usize>>, StopReason> {
        let mut layers = Layers::of(self);
        let mut distances = vec![None; self.goal().len()];
        for layer in 0.. {
            for (distance, literal) in distances.iter_mut().zip(self.goal()) {
                if distance.is_none() && layers.reached.literal(*literal) {
                    *distance = Some(layer);
                }
            }
            if !distances.contains(&None) {
                break;
            }
            stop.check()?;
            if !layers.advance() {
                break;
            }
        }
        Ok(distances)
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::Stop;

    use crate::{Fact, Operator, TaskBuilder};

    #[test]
    fn a_chain_takes_a_layer_for_each_link_and_a_dead_end_none() {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("place", ["a", "b", "c", "d", "e"], 0);
        let fact = |value| Fact { var, value };
        // Listed against the direction of the chain and along it: the order within a layer does not matter.
        for value in [2, 0, 1] {
            builder.operator(Operator::simple("go", [fact(value).into()], [fact(value + 1)]));
        }
        let distance = |value| {
            let mut builder = builder.clone();
            builder.goal([fact(value).into()]);
            builder.build().unwrap().relaxed_distance(&Stop::default()).unwrap()
        };
        assert_eq!([0, 1, 2, 3, 4].map(distance), [Some(0), Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn derived_variables_cost_nothing() {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("v", ["0", "1"], 0);
        builder.operator(Operator::simple("set", [], [Fact { var, value: 1 }]));
        let first = builder.derived("first", vec![vec![Fact { var, value: 1 }.into()]]);
        let second = builder.derived("second", vec![vec![first.into()]]);
        builder.goal([second.into()]);
        assert_eq!(builder.build().unwrap().relaxed_distance(&Stop::default()), Ok(Some(1)));
    }
}
