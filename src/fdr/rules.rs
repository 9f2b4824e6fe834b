//! A table of derived variables under construction: each is defined by rules over facts and earlier derived variables;
//! equal definitions share one.

use crate::ordered::{sort, sort_by};
use std::collections::HashMap;

use crate::stop::Stop;
use crate::task::{Atom, Derived, DerivedId, Literal};

/// The value of a definition: a constant or a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DerivedValue {
    Always,
    Never,
    Is(Literal),
}

impl From<Literal> for DerivedValue {
    fn from(literal: Literal) -> Self {
        Self::Is(literal)
    }
}

impl DerivedValue {
    pub(crate) fn signed(self, positive: bool) -> Self {
        match self {
            value if positive => value,
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::Is(literal) => Self::Is(!literal),
        }
    }

    /// The literals of a conjunction; `None` if it cannot hold.
    pub(crate) fn all(values: impl IntoIterator<Item = Self>) -> Option<Vec<Literal>> {
        let mut literals = Vec::new();
        for value in values {
            match value {
                Self::Always => {}
                Self::Never => return None,
                Self::Is(literal) => literals.push(literal),
            }
        }
        Some(literals)
    }
}

/// The derived variables defined so far.
#[derive(Debug, Default)]
pub(crate) struct RuleTable {
    derived: Vec<Derived>,
    known: HashMap<Vec<Vec<Literal>>, DerivedId>,
    bytes: usize,
    stop: Stop,
}

/// The greatest number of rules among which implied ones are searched for.
const MAX_COMPARED: usize = 64;

impl RuleTable {
    pub(crate) fn until(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// The disjunction of bodies, as a value.
    pub(crate) fn define(
        &mut self,
        name: impl FnOnce() -> String,
        mut bodies: Vec<Vec<Literal>>,
    ) -> DerivedValue {
        bodies.retain_mut(is_possible);
        sort_by(&mut bodies, |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        bodies.dedup();
        if bodies.len() <= MAX_COMPARED {
            let mut kept: Vec<Vec<Literal>> = Vec::with_capacity(bodies.len());
            for body in bodies {
                let implies = |other: &Vec<Literal>| other.iter().all(|lit| body.binary_search(lit).is_ok());
                if !kept.iter().any(implies) {
                    kept.push(body);
                }
            }
            bodies = kept;
        }
        match bodies.as_slice() {
            [] => return DerivedValue::Never,
            [first, ..] if first.is_empty() => return DerivedValue::Always,
            [only] if only.len() == 1 => return DerivedValue::Is(only[0]),
            _ => {}
        }
        if let Some(id) = self.known.get(&bodies) {
            return DerivedValue::Is((*id).into());
        }
        let literals = bodies.iter().flatten().count();
        // Stored twice: as rules, and for lookup.
        self.bytes += 2 * (literals * size_of::<Literal>() + bodies.len() * size_of::<Vec<Literal>>() + 64);
        self.stop.needs("the rules of derived variables", self.bytes);
        let id = DerivedId::from_index(self.derived.len());
        self.derived.push(Derived { name: name(), rules: bodies.clone() });
        self.known.insert(bodies, id);
        DerivedValue::Is(id.into())
    }

    pub(crate) fn into_derived(self) -> Vec<Derived> {
        self.derived
    }
}

/// Sorts a body. False if its literals contradict each other.
fn is_possible(body: &mut Vec<Literal>) -> bool {
    sort(body);
    body.dedup();
    let exclude = |a: Literal, b: Literal| match (a.atom, b.atom) {
        (Atom::Fact(one), Atom::Fact(other)) => {
            one.var == other.var && (one == other || a.positive && b.positive)
        }
        (one, other) => one == other,
    };
    // Facts of one variable follow each other, the positive ones not always.
    !body.iter().enumerate().any(|(place, a)| body[..place].iter().any(|b| exclude(*a, *b)))
}
