//! Occurrences of atoms: the operators and rules that mention a fact or derived variable, and the literals of an operator in a
//! normal form.

use bmcplan_base::ordered::distinct;
use bmcplan_base::stop::Stop;

use crate::{Atom, DerivedId, Effect, Fact, Literal, Operator, OperatorId, Task};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Precondition,
    Effect,
    /// Fact or condition of a conditional effect.
    Conditional,
}

pub(super) type Item = (Role, Literal);

pub(super) struct ByAtom<T> {
    pub(super) facts: Vec<Vec<T>>,
    pub(super) derived: Vec<T>,
}

impl<T: Clone + Default> ByAtom<T> {
    pub(super) fn none(task: &Task) -> Self {
        let of_variable = |var| vec![T::default(); task.facts(var).len()];
        let facts = task.variable_ids().map(of_variable).collect();
        Self { facts, derived: vec![T::default(); task.derived().len()] }
    }

    pub(super) fn of(&self, atom: Atom) -> &T {
        match atom {
            Atom::Fact(fact) => &self.facts[fact.var.index()][fact.value_index()],
            Atom::Derived(id) => &self.derived[id.index()],
        }
    }

    pub(super) fn of_mut(&mut self, atom: Atom) -> &mut T {
        match atom {
            Atom::Fact(fact) => &mut self.facts[fact.var.index()][fact.value_index()],
            Atom::Derived(id) => &mut self.derived[id.index()],
        }
    }
}

pub(super) struct Occurrences {
    operators: ByAtom<Vec<OperatorId>>,
    derived: ByAtom<Vec<DerivedId>>,
    items: Vec<Vec<Item>>,
}

impl Occurrences {
    pub(super) fn of(task: &Task, stop: &Stop) -> Self {
        let (mut operators, mut derived) = (ByAtom::none(task), ByAtom::none(task));
        let mut of_operators = Vec::with_capacity(task.operators().len());
        for id in task.operator_ids().take_while(|_| !stop.is_raised()) {
            let Operator { precondition, effects, .. } = task.operator(id);
            let of_effects = effects.iter().flat_map(|effect| &effect.condition);
            let facts = effects.iter().map(|effect| Atom::Fact(effect.fact));
            let atoms = precondition.iter().chain(of_effects).map(|literal| literal.atom).chain(facts);
            atoms.for_each(|atom| add(operators.of_mut(atom), id));
            of_operators.push(items(task.operator(id), Literal::from, |literal| literal));
        }
        for id in task.derived_ids() {
            let literals = task.derived()[id.index()].rules.iter().flatten();
            literals.for_each(|literal| add(derived.of_mut(literal.atom), id));
        }
        Self { operators, derived, items: of_operators }
    }

    pub(super) fn operators(&self, atom: Atom) -> &[OperatorId] {
        self.operators.of(atom)
    }

    pub(super) fn items(&self, id: OperatorId) -> &[Item] {
        self.items.get(id.index()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn derived(&self, atom: Atom) -> &[DerivedId] {
        self.derived.of(atom)
    }
}

fn add<T: PartialEq>(ids: &mut Vec<T>, id: T) {
    if ids.last() != Some(&id) {
        ids.push(id);
    }
}

/// Returns the mapped literals of an operator, each once and sorted.
pub(super) fn items(
    operator: &Operator,
    of_fact: impl Fn(Fact) -> Literal,
    of_literal: impl Fn(Literal) -> Literal,
) -> Vec<Item> {
    let mut items: Vec<Item> =
        operator.precondition.iter().map(|literal| (Role::Precondition, of_literal(*literal))).collect();
    for Effect { condition, fact } in &operator.effects {
        let role = if condition.is_empty() { Role::Effect } else { Role::Conditional };
        items.push((role, of_fact(*fact)));
        items.extend(condition.iter().map(|literal| (Role::Conditional, of_literal(*literal))));
    }
    distinct(items)
}

/// Returns the mapped conditional effects of an operator, sorted, with sorted conditions.
pub(super) fn conditional_effects(
    operator: &Operator,
    of_fact: impl Fn(Fact) -> Literal,
    of_literal: impl Fn(Literal) -> Literal,
) -> Vec<(Vec<Literal>, Literal)> {
    let conditional = operator.effects.iter().filter(|effect| !effect.condition.is_empty());
    distinct(
        conditional
            .map(|effect| {
                (sorted(effect.condition.iter().map(|literal| of_literal(*literal))), of_fact(effect.fact))
            })
            .collect(),
    )
}

pub(super) fn sorted(literals: impl Iterator<Item = Literal>) -> Vec<Literal> {
    distinct(literals.collect())
}
