//! Literals of conditions: a condition by its number, or its negation.

/// A condition or its negation: an index into [`Formulas`](super::conditions::Formulas).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CondLit(u32);

impl CondLit {
    pub(super) const TRUE: Self = Self(0);
    pub(super) const FALSE: Self = Self(1);

    pub(super) fn of(node: usize) -> Self {
        Self(u32::try_from(2 * node).unwrap_or(u32::MAX - 1))
    }

    /// The condition that it asserts or denies.
    pub(super) fn node(self) -> usize {
        (self.0 / 2) as usize
    }

    /// Its number among all literals, for tables.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// Itself, or its negation if not `positive`.
    pub(super) fn signed(self, positive: bool) -> Self {
        if positive { self } else { !self }
    }
}

impl std::ops::Not for CondLit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
