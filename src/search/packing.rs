//! States in bit fields: one field per state variable, no field across a word boundary.
//!
//! Only values that are reachable in the delete relaxation get a code, and the initial value's code is 0. So
//! variables that never change take no bits, and *the initial state is packed as all zeros*: a zeroed slot of
//! the [state table](super::table) can then mean "free", as the initial state is never looked for there.

use std::cmp::Reverse;

use crate::task::{Fact, Reachability, Task, VarId};

/// The numbers of words that the search is compiled for. More words than the last: too large to search.
pub(super) const WIDTHS: [usize; 11] = [1, 2, 3, 4, 6, 8, 16, 32, 64, 128, 256];

/// Where a variable's code stands in a packed state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    /// The word.
    pub(super) word: usize,
    /// The lowest bit.
    pub(super) shift: u32,
    /// As many ones as the field has bits, at the low end.
    pub(super) ones: u64,
}

impl Field {
    /// A field of no bits, whose code is 0 in every state.
    pub(super) const NONE: Self = Self { word: 0, shift: 0, ones: 0 };

    /// The code in a packed state (or in scratch words that begin with one).
    pub(super) fn code(self, words: &[u64]) -> usize {
        index((words[self.word] >> self.shift) & self.ones)
    }

    /// The field's bits in its word.
    pub(super) fn mask(self) -> u64 {
        self.ones << self.shift
    }
}

/// The fields and codes of a task's variables.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    fields: Vec<Field>,
    codes: Vec<Vec<Option<u64>>>,
    width: usize,
}

impl Packing {
    /// Lays out the fields; `None` if they need more words than the search is compiled for.
    pub(super) fn of(task: &Task, reachable: &Reachability) -> Option<Self> {
        let codes: Vec<Vec<Option<u64>>> = task
            .variable_ids()
            .zip(task.initial().values())
            .map(|(var, initial)| codes(task, reachable, var, *initial))
            .collect();
        let sizes: Vec<u32> = codes.iter().map(|codes| bits(codes)).collect();
        let mut widest_first: Vec<usize> = (0..sizes.len()).collect();
        widest_first.sort_by_key(|var| Reverse(sizes[*var]));
        let mut fields = vec![Field::NONE; sizes.len()];
        let mut used: Vec<u32> = vec![0];
        for var in widest_first {
            let size = sizes[var];
            let fits = used.iter().position(|bits| bits + size <= u64::BITS);
            let word = fits.unwrap_or(used.len());
            if used.len() <= word {
                used.push(0);
            }
            if 0 < size {
                fields[var] = Field { word, shift: used[word], ones: u64::MAX >> (u64::BITS - size) };
            }
            used[word] += size;
            if WIDTHS[WIDTHS.len() - 1] < used.len() {
                return None;
            }
        }
        let width = WIDTHS.into_iter().find(|width| used.len() <= *width)?;
        Some(Self { fields, codes, width })
    }

    /// How many words a packed state has, one of [`WIDTHS`].
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// A variable's field.
    pub(super) fn field(&self, var: VarId) -> Field {
        self.fields[var.index()]
    }

    /// How many codes a variable has.
    pub(super) fn n_codes(&self, var: VarId) -> usize {
        self.codes[var.index()].iter().flatten().count()
    }

    /// The code of a fact's value; `None` for a fact that is never true.
    pub(super) fn code(&self, fact: Fact) -> Option<u64> {
        self.codes[fact.var.index()][fact.value_index()]
    }
}

/// The codes of one variable's values: the initial one first, then the other reachable ones in order.
fn codes(task: &Task, reachable: &Reachability, var: VarId, initial: u32) -> Vec<Option<u64>> {
    let mut next = 0;
    task.facts(var)
        .map(|fact| {
            if fact.value == initial {
                return Some(0);
            }
            reachable.fact(fact).then(|| {
                next += 1;
                next
            })
        })
        .collect()
}

/// How many bits hold every code.
fn bits(codes: &[Option<u64>]) -> u32 {
    let greatest = codes.iter().flatten().max().copied().unwrap_or(0);
    u64::BITS - greatest.leading_zeros()
}

/// A code as an index. Codes count values of one variable, so they always fit.
pub(super) fn index(code: u64) -> usize {
    usize::try_from(code).unwrap_or(usize::MAX)
}
