//! Variables and literals, and their conversion to and from numbers.
//!
//! A literal is one `u32`: twice the index of its variable, plus one when negated. Negation is one XOR. Both literals of a
//! variable are adjacent when sorted. Tables over literals are indexed by [`Lit::code`]. The signed one-based integers of the
//! DIMACS format appear at the border only ([`Lit::to_dimacs`], [`Lit::from_dimacs`]).

use std::fmt;
use std::ops::Not;

/// Propositional variable, by its zero-based index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Var(u32);

impl Var {
    /// Greatest index of a variable: 2²⁸ − 1, the smallest limit among the solvers (varisat's).
    pub const MAX_INDEX: usize = (1 << 28) - 1;

    /// Returns the variable with this index.
    ///
    /// # Panics
    /// If `index` is above [`Var::MAX_INDEX`]; a formula so large exceeds the memory of any solver.
    pub fn from_index(index: usize) -> Self {
        assert!(index <= Self::MAX_INDEX, "variable index {index} above the limit of {}", Self::MAX_INDEX);
        Self(index as u32)
    }

    /// Returns the zero-based index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal that is true when the variable is.
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// Returns the literal that is true when the variable is false.
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// Returns the literal that is true exactly when the variable has `value`.
    pub fn lit(self, value: bool) -> Lit {
        if value { self.positive() } else { self.negative() }
    }
}

/// Format: `v` and the index, as in `v7`.
impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// Variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(u32);

impl Lit {
    /// Returns the literal's variable.
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Returns true for the variable itself, false for its negation. This is also the value that makes the literal true.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns twice the index of the variable, plus one when negated; an index for tables over literals.
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// Returns the literal with this [`code`](Lit::code).
    ///
    /// # Panics
    /// If its variable would be above [`Var::MAX_INDEX`].
    pub fn from_code(code: usize) -> Self {
        Var::from_index(code / 2).lit(code.is_multiple_of(2))
    }

    /// Returns the literal in DIMACS form: the one-based variable, negative when negated; never 0.
    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// Returns the literal with the DIMACS form `number`; `None` for 0 and for variables above [`Var::MAX_INDEX`].
    pub fn from_dimacs(number: i32) -> Option<Self> {
        let index = number.unsigned_abs().checked_sub(1)? as usize;
        (index <= Var::MAX_INDEX).then(|| Var::from_index(index).lit(0 < number))
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Format: the variable, with `!` if negated, as in `v7` and `!v7`.
impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_positive() { "" } else { "!" }, self.var())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_way_to_write_a_literal_leads_back(index in 0..=Var::MAX_INDEX, value: bool) {
            let lit = Var::from_index(index).lit(value);
            prop_assert_eq!((lit.var().index(), lit.is_positive()), (index, value));
            prop_assert_eq!(lit.code(), 2 * index + usize::from(!value));
            prop_assert_eq!(Lit::from_code(lit.code()), lit);
            prop_assert_eq!(Lit::from_dimacs(lit.to_dimacs()), Some(lit));
            prop_assert_eq!((!lit).to_dimacs(), -lit.to_dimacs());
            prop_assert_eq!(!!lit, lit);
        }
    }

    #[test]
    fn dimacs_numbers_that_are_no_literals() {
        for number in [0, i32::MIN, i32::MAX, 1 + (1 << 28)] {
            assert_eq!(Lit::from_dimacs(number), None, "{number}");
        }
    }

    #[test]
    #[should_panic(expected = "above the limit")]
    fn a_variable_above_the_limit() {
        Var::from_index(Var::MAX_INDEX + 1);
    }
}
