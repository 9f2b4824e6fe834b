//! The consequences of a conjunction: values that variables have or do not have, and derived variables.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::{Atom, DerivedId, Fact, Literal, VarId};

use super::domain::Layout;

/// Literals known to hold where a conjunction does.
#[derive(Debug, Clone)]
pub(super) struct KnownFacts<'l> {
    layout: &'l Layout,
    values: Map<VarId, KnownValue>,
    derived: Map<DerivedId, bool>,
    /// Groups with a fact known to hold, with the fact.
    taken: Map<usize, Fact>,
}

#[derive(Debug, Clone)]
enum KnownValue {
    Is(u32),
    IsNot(Set<u32>),
}

impl<'l> KnownFacts<'l> {
    /// Returns the consequences of the empty conjunction.
    pub(super) fn nothing(layout: &'l Layout) -> Self {
        Self { layout, values: Map::new(), derived: Map::new(), taken: Map::new() }
    }

    /// Returns the consequences where these literals hold, too; `None` if they cannot.
    pub(super) fn with(&self, literals: &[Literal]) -> Option<Self> {
        let mut known = self.clone();
        literals.iter().all(|literal| known.assume(*literal)).then_some(known)
    }

    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        let holds = match literal.atom {
            Atom::Derived(id) => *self.derived.get(&id)?,
            Atom::Fact(fact) => match self.values.get(&fact.var) {
                Some(KnownValue::Is(value)) => *value == fact.value,
                Some(KnownValue::IsNot(values)) if values.contains(&fact.value) => false,
                _ if self.is_excluded(fact) => false,
                _ => return None,
            },
        };
        Some(holds == literal.positive)
    }

    pub(super) fn is_settled(&self, var: VarId) -> bool {
        matches!(self.values.get(&var), Some(KnownValue::Is(_)))
    }

    fn is_excluded(&self, fact: Fact) -> bool {
        let groups = self.layout.groups_of(fact);
        groups.iter().any(|group| self.taken.get(group).is_some_and(|other| *other != fact))
    }

    /// Adds a literal. Returns false if it cannot hold; then the consequences are invalid.
    pub(super) fn assume(&mut self, literal: Literal) -> bool {
        if let Some(holds) = self.value(literal) {
            return holds;
        }
        match literal.atom {
            Atom::Derived(id) => {
                self.derived.insert(id, literal.positive);
            }
            Atom::Fact(fact) if literal.positive => self.assign(fact),
            Atom::Fact(fact) => {
                let n_values = self.layout.n_values(fact.var);
                let values = self.values.entry(fact.var).or_insert_with(|| KnownValue::IsNot(Set::new()));
                let KnownValue::IsNot(values) = values else { return false };
                values.insert(fact.value);
                if values.len() + 1 == n_values {
                    let left = self.layout.values(fact.var).find(|value| !values.contains(value));
                    return left.is_some_and(|value| self.assume(Fact { value, ..fact }.into()));
                }
                return values.len() < n_values;
            }
        }
        true
    }

    fn assign(&mut self, fact: Fact) {
        self.values.insert(fact.var, KnownValue::Is(fact.value));
        let groups = self.layout.groups_of(fact).iter();
        self.taken.extend(groups.map(|group| (*group, fact)));
    }

    /// Returns the shortest conjunction equivalent to these consequences, given the consequences `before`.
    pub(super) fn beyond(&self, before: &Self) -> Vec<Literal> {
        let mut literals = Vec::new();
        for (var, value) in &self.values {
            match value {
                KnownValue::Is(value) => literals.push(Fact { var: *var, value: *value }.into()),
                KnownValue::IsNot(values) => {
                    let facts = values.iter().map(|value| Fact { var: *var, value: *value });
                    literals.extend(
                        facts.filter(|fact| !self.is_excluded(*fact)).map(|fact| !Literal::from(fact)),
                    );
                }
            }
        }
        literals.extend(self.derived.iter().map(|(id, holds)| Literal { positive: *holds, ..(*id).into() }));
        literals.retain(|literal| before.value(*literal).is_none());
        literals
    }
}
