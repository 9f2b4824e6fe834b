//! The numbers of symbols and of terms.

/// A name: of a relation, a function or a constant. Who reads a text has the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub(crate) u32);

/// A ground term or atom: an index into [`Terms`](super::Terms).
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
