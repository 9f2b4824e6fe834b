//! Ground terms, each stored once: equal terms have equal numbers.
//!
//! A ground atom is stored as a term, too: its relation applied to its arguments.

/// Number of a name: of a relation, a function or a constant. The parser of a text keeps the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub(crate) u32);

/// Ground term or atom: an index into [`Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TermId(pub(super) u32);

impl Symbol {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl TermId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All ground terms so far.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    table: TupleTable,
    measures: Vec<Measure>,
}

#[derive(Debug, Clone, Copy)]
struct Measure {
    depth: u32,
    size: u32,
}

impl Terms {
    pub(crate) const MAX_DEPTH: u32 = 128;
    pub(crate) const MAX_SIZE: u32 = 1 << 12;

    /// Returns the term of a symbol and its arguments, which is added if new; `None` if it is too large.
    pub(crate) fn intern(&mut self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        if let Some(known) = self.find(symbol, arguments) {
            return Some(known);
        }
        let depth = arguments.iter().map(|argument| self.measures[argument.index()].depth).max();
        let size = arguments
            .iter()
            .fold(1_u32, |size, argument| size.saturating_add(self.measures[argument.index()].size));
        let measure = Measure { depth: depth.map_or(0, |depth| depth + 1), size };
        if Self::MAX_DEPTH < measure.depth || Self::MAX_SIZE < measure.size {
            return None;
        }
        let term = TermId(u32::try_from(self.table.add(symbol, arguments)?).ok()?);
        self.measures.push(measure);
        Some(term)
    }

    /// Returns the term of a symbol and its arguments if it exists.
    pub(crate) fn find(&self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        self.table.find(symbol, arguments).and_then(|number| u32::try_from(number).ok()).map(TermId)
    }

    pub(crate) fn symbol(&self, term: TermId) -> Symbol {
        self.table.symbol(term.index())
    }

    pub(crate) fn arguments(&self, term: TermId) -> &[TermId] {
        self.table.terms(term.index())
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes() + size_of::<Measure>() * self.measures.capacity()
    }
}

/// Table of tuples of terms, each with a symbol in front, stored once, one after the other in one vector, and found by hashing.
///
/// The hash table has open addressing with linear probing, and is at most half full; nothing is ever removed. Tuples are
/// numbered in the order in which they were added, so nothing depends on the hash.
#[derive(Debug, Default)]
pub(super) struct TupleTable {
    symbols: Vec<Symbol>,
    /// End of each tuple in `terms`.
    ends: Vec<usize>,
    terms: Vec<TermId>,
    /// For each slot a tuple's number plus 1, or 0 if it is free. The number of slots is a power of two.
    slots: Vec<u32>,
}

impl TupleTable {
    pub(super) fn len(&self) -> usize {
        self.symbols.len()
    }

    pub(super) fn symbol(&self, number: usize) -> Symbol {
        self.symbols[number]
    }

    pub(super) fn terms(&self, number: usize) -> &[TermId] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[number]]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<TermId>() * self.terms.capacity()
            + (size_of::<Symbol>() + size_of::<usize>()) * self.symbols.capacity()
            + size_of::<u32>() * self.slots.len()
    }

    pub(super) fn find(&self, symbol: Symbol, terms: &[TermId]) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        self.number_at(self.slot(symbol, terms))
    }

    /// Adds a tuple that is not in the table. `None` if there are too many.
    pub(super) fn add(&mut self, symbol: Symbol, terms: &[TermId]) -> Option<usize> {
        if self.slots.len() <= 2 * self.len() {
            self.grow();
        }
        let number = self.len();
        let stored = u32::try_from(number).ok()?.checked_add(1)?;
        let slot = self.slot(symbol, terms);
        self.slots[slot] = stored;
        self.symbols.push(symbol);
        self.terms.extend_from_slice(terms);
        self.ends.push(self.terms.len());
        Some(number)
    }

    fn number_at(&self, slot: usize) -> Option<usize> {
        (self.slots[slot] as usize).checked_sub(1)
    }

    /// Returns the slot of the tuple, or the free slot where it would be stored. There are free slots.
    fn slot(&self, symbol: Symbol, terms: &[TermId]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(symbol, terms) & mask;
        while let Some(number) = self.number_at(slot) {
            if self.symbols[number] == symbol && self.terms(number) == terms {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        const FEWEST: usize = 8;
        self.slots = vec![0; FEWEST.max(2 * self.slots.len())];
        let mask = self.slots.len() - 1;
        for number in 0..self.len() {
            let mut slot = hash(self.symbols[number], self.terms(number)) & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = u32::try_from(number + 1).unwrap_or(u32::MAX);
        }
    }
}

/// Multiplies and folds word by word (Wang Yi's wyhash).
fn hash(symbol: Symbol, terms: &[TermId]) -> usize {
    let mut hash = fold(0x9e37_79b9_7f4a_7c15 ^ u64::from(symbol.0));
    for term in terms {
        hash = fold(hash ^ u64::from(term.0));
    }
    usize::try_from(hash >> 1).unwrap_or(0)
}

/// Returns the XOR of both halves of a product of 128 bits.
fn fold(value: u64) -> u64 {
    let product = u128::from(value) * 0xa076_1d64_78bd_642f;
    ((product >> 64) as u64) ^ (product as u64)
}

#[cfg(test)]
mod tests {
    use bmcplan_base::ordered::Map;

    use super::*;

    #[test]
    fn equal_tuples_are_found_and_others_are_not() {
        let (mut table, mut known) = (TupleTable::default(), Map::new());
        for number in 0_u32..5000 {
            let symbol = Symbol(number % 3);
            let tuple: Vec<TermId> = (0..number % 4).map(|place| TermId((number / 7) % 50 + place)).collect();
            assert_eq!(table.find(symbol, &tuple), known.get(&(symbol, tuple.clone())).copied());
            known.entry((symbol, tuple.clone())).or_insert_with(|| table.add(symbol, &tuple).unwrap());
        }
        assert_eq!(table.len(), known.len());
        for ((symbol, tuple), number) in known {
            assert_eq!((table.symbol(number), table.terms(number)), (symbol, tuple.as_slice()));
        }
    }
}
