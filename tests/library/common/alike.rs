//! Random tasks with objects that are alike: a part of a random task, several times.

use bmcplan::task::{Atom, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use itertools::Itertools as _;
use proptest::prelude::*;

use super::tasks::tasks;

/// A task without a clock in which 2 or 3 objects are alike; half of the time they do not start alike, and half of the time
/// there are operators that say the same as others.
pub(crate) fn tasks_with_alike() -> impl Strategy<Value = Task> {
    let tasks = tasks().prop_filter("no clock", |task| task.clock().is_none());
    (tasks, 1..=2_usize, 2..=3_usize, any::<[bool; 2]>(), 4..16_usize).prop_map(
        |(task, n_vars, copies, [differ, twice], n_operators)| {
            let n_vars = n_vars.min(task.variables().len() - 1);
            let copies = if n_vars == 2 { 2 } else { copies };
            let first = task.variables().len() - n_vars;
            Alike { task: &task, first, copies, derived: Vec::new() }.build(differ, twice, n_operators)
        },
    )
}

/// A task whose variables from `first` on belong to an object that there is to be several times.
struct Alike<'t> {
    task: &'t Task,
    first: usize,
    copies: usize,
    /// For each derived variable of the task and each object, the one that stands for it.
    derived: Vec<Vec<DerivedId>>,
}

impl Alike<'_> {
    fn literal(&self, literal: Literal, copy: usize) -> Literal {
        let atom = match literal.atom {
            Atom::Fact(fact) => Atom::Fact(self.fact(fact, copy)),
            Atom::Derived(id) => Atom::Derived(self.derived[id.index()][copy]),
        };
        Literal { atom, ..literal }
    }

    fn fact(&self, fact: Fact, copy: usize) -> Fact {
        let index = fact.var.index();
        if index < self.first {
            let stands_for_the_object = fact.var == self.shared() && fact.value == self.last_value();
            let value = fact.value + if stands_for_the_object { u32::try_from(copy).unwrap() } else { 0 };
            return Fact { value, ..fact };
        }
        let own = self.task.variables().len() - self.first;
        Fact { var: VarId::from_index(index + own * copy), ..fact }
    }

    /// The variable whose last value says something of the object, and there is one for each: the hand that holds it.
    fn shared(&self) -> VarId {
        VarId::from_index(0)
    }

    fn last_value(&self) -> u32 {
        u32::try_from(self.task.facts(self.shared()).len() - 1).unwrap()
    }

    fn conjunction(&self, literals: &[Literal], copy: usize) -> Vec<Literal> {
        literals.iter().map(|literal| self.literal(*literal, copy)).collect()
    }

    fn operator(&self, operator: &Operator, copy: usize) -> Operator {
        let effect = |effect: &Effect| Effect {
            condition: self.conjunction(&effect.condition, copy),
            fact: self.fact(effect.fact, copy),
        };
        Operator {
            precondition: self.conjunction(&operator.precondition, copy),
            effects: operator.effects.iter().map(effect).collect(),
            ..operator.clone()
        }
    }

    fn build(mut self, differ: bool, twice: bool, n_operators: usize) -> Task {
        let mut builder = TaskBuilder::default();
        let variables: Vec<_> = self.task.variables().iter().zip(self.task.initial().values()).collect();
        for (index, (variable, initial)) in variables[..self.first].iter().enumerate() {
            let mut values = variable.values.clone();
            if index == 0 {
                values.extend((1..self.copies).map(|copy| format!("of {copy}")));
            }
            builder.variable(&variable.name, values, **initial);
        }
        for copy in 0..u32::try_from(self.copies).unwrap() {
            for (variable, initial) in &variables[self.first..] {
                let n_values = u32::try_from(variable.values.len()).unwrap();
                let initial = (**initial + if differ { copy } else { 0 }) % n_values;
                builder.variable(format!("{} {copy}", variable.name), &variable.values, initial);
            }
        }
        for (index, derived) in self.task.derived().iter().enumerate() {
            let rules = |copy| derived.rules.iter().map(move |body| (body, copy));
            let rules = |alike: &Self, copies: std::ops::Range<usize>| -> Vec<Vec<Literal>> {
                copies.flat_map(rules).map(|(body, copy)| alike.conjunction(body, copy)).collect()
            };
            // Every other one is there once: it is true if it is so for one of the objects.
            let ids = if index % 2 == 0 {
                vec![builder.derived(&derived.name, rules(&self, 0..self.copies)); self.copies]
            } else {
                (0..self.copies)
                    .map(|copy| builder.derived(&derived.name, rules(&self, copy..copy + 1)))
                    .collect()
            };
            self.derived.push(ids);
        }
        for operator in self.task.operators().iter().take(n_operators) {
            for (copy, operator) in
                (0..self.copies).map(|copy| self.operator(operator, copy)).dedup().enumerate()
            {
                let times = if twice && copy == 1 { 2 } else { 1 };
                for _ in 0..times {
                    builder.operator(operator.clone());
                }
            }
        }
        let of_all = |literal: &&Literal| !matches!(literal.atom, Atom::Fact(fact) if fact.var == self.shared() && fact.value == self.last_value());
        let goal: Vec<Literal> = self.task.goal().iter().filter(of_all).copied().collect();
        builder
            .goal((0..self.copies).flat_map(|copy| self.conjunction(&goal, copy)).collect::<Vec<Literal>>());
        builder.build().unwrap()
    }
}
