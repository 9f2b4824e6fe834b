//! Conditions: literals over facts and derived variables. A conjunction is a slice of them.

use super::{DerivedId, Fact};

/// What a literal speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A state variable has a value.
    Fact(Fact),
    /// A derived variable is true.
    Derived(DerivedId),
}

/// An atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The atom.
    pub atom: Atom,
    /// Is the atom to be true?
    pub positive: bool,
}

impl Literal {
    /// The fact that is to be true, if the literal says no more.
    pub fn as_fact(self) -> Option<Fact> {
        match self {
            Self { atom: Atom::Fact(fact), positive: true } => Some(fact),
            _ => None,
        }
    }
}

impl From<Fact> for Literal {
    fn from(fact: Fact) -> Self {
        Self { atom: Atom::Fact(fact), positive: true }
    }
}

impl From<DerivedId> for Literal {
    fn from(id: DerivedId) -> Self {
        Self { atom: Atom::Derived(id), positive: true }
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}
