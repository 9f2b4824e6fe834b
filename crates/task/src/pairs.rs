//! Symmetric relation between facts as rows of bits. A variable without a value is found by operations on whole words.
//!
//! The values of a variable are adjacent bits, its field. Fields of up to 64 bits do not cross words, so one addition shows for
//! all fields of a word which are empty. Adding ones to each field's bits below its top bit carries into the top bit unless all
//! are zero. Greater fields have words of their own.

use std::ops::Range;

use bmcplan_base::stop::Stop;

use super::{Fact, Task};

const WIDTH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bit(usize);

impl Bit {
    pub(super) fn index(self) -> usize {
        self.0
    }

    fn word(self) -> usize {
        self.0 / WIDTH
    }

    fn mask(self) -> u64 {
        1 << (self.0 % WIDTH)
    }
}

pub(super) type PairRow = Vec<u64>;

/// Pairs of facts reached together, and pairs known to exclude each other.
#[derive(Debug)]
pub(super) struct Pairs {
    fields: Vec<Range<usize>>,
    facts: Vec<Option<Fact>>,
    field_of: Vec<usize>,
    /// In each word the top bits of its fields of up to 64 bits, and all bits below them.
    tops: PairRow,
    below: PairRow,
    /// Words of the fields that cross words.
    wide: Vec<Range<usize>>,
    reached: Vec<PairRow>,
    excluded: Vec<PairRow>,
}

impl Pairs {
    /// Starts with no fact reached and the task's mutexes excluded. `None` if that takes more words than `limit`, or if `stop`
    /// is raised.
    pub(super) fn of(task: &Task, limit: u64, stop: &Stop) -> Option<Self> {
        let mut fields = Vec::with_capacity(task.variables().len());
        let mut end = 0_usize;
        for var in task.variable_ids() {
            let size =
                if task.clock().is_some_and(|clock| clock.var == var) { 0 } else { task.facts(var).len() };
            let room = end.next_multiple_of(WIDTH) - end;
            let start = if size <= room { end } else { end + room };
            end = if size <= WIDTH { start + size } else { (start + size).next_multiple_of(WIDTH) };
            fields.push(start..start + size);
        }
        let n_words = end.div_ceil(WIDTH);
        let n_bits = n_words * WIDTH;
        let size = u64::try_from(n_bits).ok()?.checked_mul(u64::try_from(n_words).ok()?)?;
        if limit < size.checked_mul(2)? {
            return None;
        }
        let rows =
            || (0..n_bits).map(|_| (!stop.is_raised()).then(|| vec![0; n_words])).collect::<Option<_>>();
        let mut pairs = Self {
            facts: vec![None; n_bits],
            field_of: vec![0; n_bits],
            tops: vec![0; n_words],
            below: vec![0; n_words],
            wide: Vec::new(),
            reached: rows()?,
            excluded: rows()?,
            fields,
        };
        for (index, var) in task.variable_ids().enumerate() {
            let field = pairs.fields[index].clone();
            for (bit, fact) in field.clone().zip(task.facts(var)) {
                pairs.facts[bit] = Some(fact);
                pairs.field_of[bit] = index;
            }
            if WIDTH < field.len() {
                pairs.wide.push(field.start / WIDTH..field.end.div_ceil(WIDTH));
            } else if let Some((top, rest)) = field.map(Bit).collect::<Vec<_>>().split_last() {
                pairs.tops[top.word()] |= top.mask();
                rest.iter().for_each(|bit| pairs.below[bit.word()] |= bit.mask());
            }
        }
        for [a, b] in task.mutexes() {
            if let (Some(a), Some(b)) = (pairs.bit(*a), pairs.bit(*b)) {
                pairs.excluded[a.0][b.word()] |= b.mask();
                pairs.excluded[b.0][a.word()] |= a.mask();
            }
        }
        Some(pairs)
    }

    pub(super) fn n_bits(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn row_words(&self) -> u64 {
        u64::try_from(self.tops.len()).unwrap_or(u64::MAX)
    }

    pub(super) fn size(&self) -> u64 {
        self.row_words().saturating_mul(u64::try_from(2 * self.n_bits()).unwrap_or(u64::MAX))
    }

    /// Returns the place of `fact`, unless it is the clock's.
    pub(super) fn bit(&self, fact: Fact) -> Option<Bit> {
        let field = &self.fields[fact.var.index()];
        Some(Bit(field.start + fact.value_index())).filter(|bit| bit.0 < field.end)
    }

    pub(super) fn is_reached(&self, bit: Bit) -> bool {
        self.contains(bit, bit)
    }

    fn contains(&self, a: Bit, b: Bit) -> bool {
        self.reached[a.0][b.word()] & b.mask() != 0
    }

    /// Records that `a` and `b` were reached together, unless they exclude each other, as facts of one variable do. A fact
    /// paired with itself was reached. Returns true if the pair is new.
    pub(super) fn connect(&mut self, a: Bit, b: Bit) -> bool {
        let excluded = (a != b && self.field_of[a.0] == self.field_of[b.0])
            || self.excluded[a.0][b.word()] & b.mask() != 0;
        if excluded || self.contains(a, b) {
            return false;
        }
        self.reached[a.0][b.word()] |= b.mask();
        self.reached[b.0][a.word()] |= a.mask();
        true
    }

    /// Returns the facts reached together with each of `these`, without `those`.
    pub(super) fn together(&self, these: &[Bit], those: &[Bit]) -> PairRow {
        let mut row = match these.split_first() {
            Some((first, rest)) => {
                let mut row = self.reached[first.0].clone();
                for bit in rest {
                    row.iter_mut().zip(&self.reached[bit.0]).for_each(|(word, other)| *word &= other);
                }
                row
            }
            None => {
                let mut row = vec![0; self.tops.len()];
                let reached = (0..self.n_bits()).map(Bit).filter(|bit| self.is_reached(*bit));
                reached.for_each(|bit| row[bit.word()] |= bit.mask());
                row
            }
        };
        those.iter().for_each(|bit| row[bit.word()] &= !bit.mask());
        row
    }

    /// Checks whether a set has a fact of every variable.
    pub(super) fn leaves_every_variable_a_value(&self, row: &[u64]) -> bool {
        self.has_all_fields(|word| row[word])
    }

    /// Checks whether for every variable the set has a fact that was reached together with `bit`.
    pub(super) fn go_together(&self, bit: Bit, row: &[u64]) -> bool {
        let with = &self.reached[bit.0];
        self.has_all_fields(|word| row[word] & with[word])
    }

    fn has_all_fields(&self, word: impl Fn(usize) -> u64) -> bool {
        let narrow = self.tops.iter().zip(&self.below).enumerate();
        let mut narrow = narrow.map(|(index, (tops, below))| (word(index), tops, below));
        narrow.all(|(word, tops, below)| (((word & below) + below) | word) & tops == *tops)
            && self.wide.iter().all(|words| words.clone().any(|index| word(index) != 0))
    }

    /// Removes the facts of a fact's variable from a set.
    pub(super) fn clear_variable(&self, row: &mut [u64], bit: Bit) {
        let field = self.fields[self.field_of[bit.0]].clone();
        field.map(Bit).for_each(|bit| row[bit.word()] &= !bit.mask());
    }

    /// Returns the facts of a set that were not reached together with one of `these`, though they do not exclude each other.
    pub(super) fn lacking(&self, these: &[Bit], row: &[u64]) -> Vec<Bit> {
        let mut lacking = Vec::new();
        for (word, candidates) in row.iter().enumerate() {
            let new = these.iter().map(|bit| !(self.reached[bit.0][word] | self.excluded[bit.0][word]));
            let mut left = candidates & new.fold(0, std::ops::BitOr::bitor);
            while left != 0 {
                lacking.extend(usize::try_from(left.trailing_zeros()).map(|bit| Bit(word * WIDTH + bit)));
                left &= left - 1;
            }
        }
        lacking
    }

    /// Returns the pairs of facts of two variables, both reached, that were not reached together and are not excluded already.
    /// Each unreached fact is paired with itself.
    pub(super) fn unreached(&self) -> Vec<[Fact; 2]> {
        let facts: Vec<(Bit, Fact)> =
            self.facts.iter().enumerate().filter_map(|(bit, fact)| Some((Bit(bit), (*fact)?))).collect();
        let mut unreached = Vec::new();
        for (index, (a, fact)) in facts.iter().enumerate() {
            if !self.is_reached(*a) {
                unreached.push([*fact; 2]);
                continue;
            }
            for (b, other) in &facts[index..] {
                let is_known = fact.var == other.var || self.excluded[a.0][b.word()] & b.mask() != 0;
                if !is_known && self.is_reached(*b) && !self.contains(*a, *b) {
                    unreached.push([*fact, *other]);
                }
            }
        }
        unreached
    }
}
