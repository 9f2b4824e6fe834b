//! Conditions as masked comparisons on scratch words. These are a packed state, copies of variables that share a field there,
//! one bit per derived variable, then the views of [lookup tables](super::groups).
//!
//! The delete relaxation simplifies conditions: a literal that can never be false needs no test, and a conjunction with a
//! literal that can never be true is never satisfied.

use std::cmp::Reverse;

use bmcplan_base::ordered::{distinct, sort_by_key};
use bmcplan_task::{Atom, DerivedId, Literal, Reachability};

use super::packing::{Field, Packing, allocate};

/// Test `(scratch[word] & mask == expected) == wanted`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Test {
    pub(super) word: usize,
    pub(super) mask: u64,
    pub(super) expected: u64,
    pub(super) wanted: bool,
}

impl Test {
    pub(super) const ALWAYS: Self = Self { word: 0, mask: 0, expected: 0, wanted: true };

    fn new(word: usize, mask: u64, expected: u64, wanted: bool) -> Self {
        if mask.is_power_of_two() && !wanted {
            return Self { word, mask, expected: expected ^ mask, wanted: true };
        }
        Self { word, mask, expected, wanted }
    }

    #[inline]
    pub(super) fn holds(&self, scratch: &[u64]) -> bool {
        (scratch[self.word] & self.mask == self.expected) == self.wanted
    }

    /// Checks whether the two tests never hold together: they compare the same bits with different values, or with a value and
    /// against it.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        self.word == other.word
            && self.mask == other.mask
            && match (self.wanted, other.wanted) {
                (true, true) => self.expected != other.expected,
                (true, false) | (false, true) => self.expected == other.expected,
                (false, false) => false,
            }
    }

    pub(super) fn merge(&self, other: &Self) -> Option<Self> {
        let mergeable = self.wanted && other.wanted && self.word == other.word && self.mask & other.mask == 0;
        mergeable.then_some(Self {
            mask: self.mask | other.mask,
            expected: self.expected | other.expected,
            ..*self
        })
    }
}

/// Places of a task's atoms in the scratch words; constant atoms have none.
#[derive(Debug, Clone)]
pub(super) struct ScratchLayout {
    pub(super) packing: Packing,
    reachable: Reachability,
    bits: Vec<usize>,
    n_derived: usize,
    /// Lists of atoms whose truth values are adjacent, with their fields.
    views: Vec<(Vec<Atom>, Field)>,
}

impl ScratchLayout {
    /// Lays out the scratch words after the state words. First a bit for each derived variable marked in `needed`, then a
    /// field for each list in `asked`, of fewer than 64 atoms. `None` if that takes too many words.
    pub(super) fn new(
        packing: Packing,
        reachable: Reachability,
        needed: &[bool],
        asked: &[&[Atom]],
    ) -> Option<Self> {
        let mut n_derived = 0;
        let bits = needed
            .iter()
            .map(|needed| {
                let bit = n_derived;
                n_derived += usize::from(*needed);
                bit
            })
            .collect();
        let mut longest_first = asked.to_vec();
        sort_by_key(&mut longest_first, |atoms| Reverse(atoms.len()));
        let mut apart: Vec<&[Atom]> = Vec::new();
        for atoms in longest_first.into_iter().filter(|atoms| !atoms.is_empty()) {
            if !apart.iter().any(|longer| part_of(longer, atoms).is_some()) {
                apart.push(atoms);
            }
        }
        let sizes: Vec<u64> = apart.iter().map(|atoms| 1 << atoms.len()).collect();
        let fields = allocate(&sizes, packing.n_words() + n_derived.div_ceil(64))?;
        let views = apart.into_iter().map(<[_]>::to_vec).zip(fields).collect();
        Some(Self { packing, reachable, bits, n_derived, views })
    }

    pub(super) fn views(&self) -> &[(Vec<Atom>, Field)] {
        &self.views
    }

    pub(super) fn view(&self, atoms: &[Atom]) -> Field {
        let field = self
            .views
            .iter()
            .find_map(|(longer, field)| Some(field.part(part_of(longer, atoms)?, atoms.len())));
        field.unwrap_or(Field::NONE)
    }

    pub(super) fn n_words(&self) -> usize {
        let of_views = self.views.iter().map(|(_, field)| field.word + 1).max();
        of_views.unwrap_or(self.packing.n_words() + self.n_derived.div_ceil(64))
    }

    pub(super) fn derived_bit(&self, id: DerivedId) -> (usize, u64) {
        let bit = self.bits[id.index()];
        (self.packing.n_words() + bit / 64, 1 << (bit % 64))
    }

    /// Compiles a conjunction into tests; `None` if it never holds.
    pub(super) fn tests(&self, condition: &[Literal]) -> Option<Vec<Test>> {
        let mut tests = Vec::with_capacity(condition.len());
        for literal in open(&self.reachable, condition)? {
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
        Some(distinct(tests))
    }
}

/// Returns the literals of a conjunction that remain to be tested, in order; `None` if it never holds.
pub(super) fn open(reachable: &Reachability, condition: &[Literal]) -> Option<Vec<Literal>> {
    let is_open = |literal: &Literal| reachable.literal(!*literal);
    let open: Vec<Literal> = distinct(condition.iter().copied().filter(is_open).collect());
    let is_contradictory = open.windows(2).any(|pair| pair[0].atom == pair[1].atom);
    (reachable.condition(condition) && !is_contradictory).then_some(open)
}

fn part_of(longer: &[Atom], atoms: &[Atom]) -> Option<usize> {
    if atoms.is_empty() {
        return None;
    }
    longer.windows(atoms.len()).position(|window| window == atoms)
}
