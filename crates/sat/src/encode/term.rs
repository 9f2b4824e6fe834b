//! Literals or constants: atoms after reachability has settled the easy cases.

use bmcplan_formula::{Lit, Var};

/// Distance of a literal's variable from its copy in the next frame while a system is being built.
pub(super) const NEXT: usize = 1 << 26;

/// Returns the same literal, one frame later. Only for clauses of [`Part::Transition`](super::Part), and twice for
/// [`Part::Succession`](super::Part).
pub fn next(lit: Lit) -> Lit {
    debug_assert!(lit.var().index() < 2 * NEXT, "only three frames are in reach");
    Var::from_index(lit.var().index() + NEXT).lit(lit.is_positive())
}

/// Literal of a frame, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// Always true.
    True,
    /// Never true.
    False,
    /// True when the literal is.
    Lit(Lit),
}

impl Term {
    /// Returns the same term, one frame later. For transition clauses only.
    pub fn next(self) -> Self {
        match self {
            Self::Lit(lit) => Self::Lit(next(lit)),
            constant => constant,
        }
    }
}

impl From<Lit> for Term {
    fn from(lit: Lit) -> Self {
        Self::Lit(lit)
    }
}

impl std::ops::Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Lit(lit) => Self::Lit(!lit),
        }
    }
}
