//! Ground terms, each stored once: equal terms have equal numbers.
//!
//! A ground atom is stored as a term, too: its relation applied to its arguments.

use super::tuples::TupleTable;
use super::{Symbol, TermId};

/// All ground terms met so far.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    table: TupleTable,
    measures: Vec<Measure>,
}

/// How large a term is, written out.
#[derive(Debug, Clone, Copy)]
struct Measure {
    depth: u32,
    size: u32,
}

impl Terms {
    /// Functions are nested no deeper than this.
    pub(crate) const MAX_DEPTH: u32 = 128;
    /// A term has no more symbols than this.
    pub(crate) const MAX_SIZE: u32 = 1 << 12;

    /// The term of a symbol and its arguments; `None` if that is too large.
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

    /// The term of a symbol and its arguments if it was met.
    pub(crate) fn find(&self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        self.table.find(symbol, arguments).and_then(|number| u32::try_from(number).ok()).map(TermId)
    }

    pub(crate) fn symbol(&self, term: TermId) -> Symbol {
        self.table.symbol(term.index())
    }

    pub(crate) fn arguments(&self, term: TermId) -> &[TermId] {
        self.table.terms(term.index())
    }

    /// About how much memory they take.
    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes() + size_of::<Measure>() * self.measures.capacity()
    }
}
