//! Conditions as masked comparisons on scratch words: a packed state, copies of variables that share a field
//! there, then one bit per derived variable.
//!
//! What the delete relaxation already decides is decided here: a literal that can never be false needs no
//! test, and a conjunction with a literal that can never be true is never satisfied.

use super::packing::Packing;
use crate::task::{Atom, DerivedId, Literal, Reachability};

/// `(scratch[word] & mask == expected) == wanted`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Test {
    /// The scratch word.
    pub(super) word: usize,
    /// The bits compared.
    pub(super) mask: u64,
    /// Their value.
    pub(super) expected: u64,
    /// Whether they are to have that value or any other.
    pub(super) wanted: bool,
}

impl Test {
    /// The test that always holds.
    pub(super) const ALWAYS: Self = Self { word: 0, mask: 0, expected: 0, wanted: true };

    /// A comparison; of a single bit, always a positive one, so that it can be merged with others.
    fn new(word: usize, mask: u64, expected: u64, wanted: bool) -> Self {
        if mask.is_power_of_two() && !wanted {
            return Self { word, mask, expected: expected ^ mask, wanted: true };
        }
        Self { word, mask, expected, wanted }
    }

    /// Whether it holds.
    pub(super) fn holds(&self, scratch: &[u64]) -> bool {
        (scratch[self.word] & self.mask == self.expected) == self.wanted
    }

    /// Whether the two never hold together: they ask the same bits for different values, or for a value and not for it.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        self.word == other.word
            && self.mask == other.mask
            && match (self.wanted, other.wanted) {
                (true, true) => self.expected != other.expected,
                (true, false) | (false, true) => self.expected == other.expected,
                (false, false) => false,
            }
    }

    /// The one test that says what both say, if there is one.
    pub(super) fn merge(&self, other: &Self) -> Option<Self> {
        let mergeable = self.wanted && other.wanted && self.word == other.word && self.mask & other.mask == 0;
        mergeable.then_some(Self {
            mask: self.mask | other.mask,
            expected: self.expected | other.expected,
            ..*self
        })
    }
}

/// Where the atoms of a task stand in the scratch words, and which of them are constant.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// The packing of the state words.
    pub(super) packing: Packing,
    reachable: Reachability,
    bits: Vec<usize>,
    n_derived: usize,
}

impl Layout {
    /// The layout in which each derived variable marked in `needed` has a bit after the state words.
    pub(super) fn new(packing: Packing, reachable: Reachability, needed: &[bool]) -> Self {
        let mut n_derived = 0;
        let bits = needed
            .iter()
            .map(|needed| {
                let bit = n_derived;
                n_derived += usize::from(*needed);
                bit
            })
            .collect();
        Self { packing, reachable, bits, n_derived }
    }

    /// How many scratch words there are.
    pub(super) fn n_words(&self) -> usize {
        self.packing.n_words() + self.n_derived.div_ceil(64)
    }

    /// The word and the mask of a derived variable that has a bit.
    pub(super) fn derived_bit(&self, id: DerivedId) -> (usize, u64) {
        let bit = self.bits[id.index()];
        (self.packing.n_words() + bit / 64, 1 << (bit % 64))
    }

    /// The tests that together say what a conjunction says; `None` if it never holds.
    pub(super) fn tests(&self, condition: &[Literal]) -> Option<Vec<Test>> {
        if !self.reachable.condition(condition) {
            return None;
        }
        let mut tests = Vec::with_capacity(condition.len());
        for literal in condition.iter().filter(|literal| self.reachable.literal(!**literal)) {
            match literal.atom {
                Atom::Fact(fact) => {
                    let field = self.packing.variable(fact.var).field;
                    let expected = self.packing.code(fact)? << field.shift;
                    tests.push(Test::new(field.word, field.mask(), expected, literal.positive));
                }
                Atom::Derived(id) => {
                    let (word, bit) = self.derived_bit(id);
                    tests.push(Test::new(word, bit, bit, literal.positive));
                }
            }
        }
        tests.sort_unstable();
        tests.dedup();
        Some(tests)
    }
}
