//! Ground terms, each stored once: equal terms have equal numbers.
//!
//! A ground atom is stored as a term, too: its relation applied to its arguments.

use std::collections::HashMap;

use super::{Symbol, Symbols};

/// A ground term or atom: an index into [`Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TermId(u32);

impl TermId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TermNode {
    symbol: Symbol,
    arguments: Box<[TermId]>,
}

/// All ground terms met so far.
#[derive(Debug, Default)]
pub(super) struct Terms {
    nodes: Vec<TermNode>,
    numbers: HashMap<TermNode, TermId>,
    measures: Vec<Measure>,
    bytes: usize,
}

/// How large a term is, written out.
#[derive(Debug, Clone, Copy)]
struct Measure {
    depth: u32,
    size: u32,
}

impl Terms {
    /// Functions are nested no deeper than this.
    pub(super) const MAX_DEPTH: u32 = 128;
    /// A term has no more symbols than this.
    pub(super) const MAX_SIZE: u32 = 1 << 12;

    /// The term of a symbol and its arguments; `None` if that is too large.
    pub(super) fn intern(&mut self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        let node = TermNode { symbol, arguments: arguments.into() };
        if let Some(known) = self.numbers.get(&node) {
            return Some(*known);
        }
        let depth = arguments.iter().map(|argument| self.measures[argument.index()].depth).max();
        let size = arguments
            .iter()
            .fold(1_u32, |size, argument| size.saturating_add(self.measures[argument.index()].size));
        let measure = Measure { depth: depth.map_or(0, |depth| depth + 1), size };
        if Self::MAX_DEPTH < measure.depth || Self::MAX_SIZE < measure.size {
            return None;
        }
        let term = TermId(u32::try_from(self.nodes.len()).ok()?);
        self.bytes += 2 * (size_of::<TermNode>() + size_of_val(arguments)) + 32;
        self.nodes.push(node.clone());
        self.numbers.insert(node, term);
        self.measures.push(measure);
        Some(term)
    }

    pub(super) fn symbol(&self, term: TermId) -> Symbol {
        self.nodes[term.index()].symbol
    }

    pub(super) fn arguments(&self, term: TermId) -> &[TermId] {
        &self.nodes[term.index()].arguments
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The term as it is written.
    pub(super) fn text(&self, symbols: &Symbols, term: TermId) -> String {
        let name = symbols.name(self.symbol(term));
        if self.arguments(term).is_empty() {
            return name.to_owned();
        }
        let mut text = format!("({name}");
        for argument in self.arguments(term) {
            text.push(' ');
            text.push_str(&self.text(symbols, *argument));
        }
        text + ")"
    }
}
