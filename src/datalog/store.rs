//! The atoms known, by relation.

use super::relation::IndexedRelation;
use super::{Symbol, TermId, Terms};

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// By the number of the symbol.
    relations: Vec<IndexedRelation>,
    /// Relations that do not grow any more, in the same way.
    complete: Vec<bool>,
    /// Which terms are atoms that were added.
    is_known: Vec<bool>,
}

impl Store {
    /// Adds an atom that is not in it.
    pub(crate) fn insert(&mut self, atom: TermId, terms: &Terms) {
        mark(&mut self.is_known, atom.index());
        self.relation_mut(terms.symbol(atom)).insert(atom, terms);
    }

    /// Says that the relation grows no more.
    pub(crate) fn complete(&mut self, symbol: Symbol) {
        mark(&mut self.complete, symbol.index());
    }

    /// Whether all atoms of the relation are known, so that others certainly fail.
    pub(crate) fn is_complete(&self, symbol: Symbol) -> bool {
        self.complete.get(symbol.index()).copied().unwrap_or(false)
    }

    /// Is the atom known?
    pub(crate) fn contains(&self, atom: TermId) -> bool {
        self.is_known.get(atom.index()).copied().unwrap_or(false)
    }

    /// The atoms of a relation, in the order in which they were added.
    pub(crate) fn atoms(&self, symbol: Symbol) -> &[TermId] {
        self.relation(symbol).map_or(&[], IndexedRelation::atoms)
    }

    /// All relations and their atoms.
    pub(crate) fn into_atoms(self) -> impl Iterator<Item = (Symbol, Vec<TermId>)> {
        (0..).map(Symbol).zip(self.relations.into_iter().map(IndexedRelation::into_atoms))
    }

    pub(super) fn relation(&self, symbol: Symbol) -> Option<&IndexedRelation> {
        self.relations.get(symbol.index())
    }

    pub(super) fn relation_mut(&mut self, symbol: Symbol) -> &mut IndexedRelation {
        if self.relations.len() <= symbol.index() {
            self.relations.resize_with(symbol.index() + 1, IndexedRelation::default);
        }
        &mut self.relations[symbol.index()]
    }
}

/// Sets a bit; whether it was not set before.
pub(super) fn mark(bits: &mut Vec<bool>, number: usize) -> bool {
    if bits.len() <= number {
        bits.resize(2 * number + 1, false);
    }
    !std::mem::replace(&mut bits[number], true)
}
