//! The size limit of a sheet while it is brought into normal form.

use super::sheet::{Atom, Condition, Term};

/// Symbols that may still be written down. A name or a variable counts as one.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: Self::MAX_SYMBOLS }
    }
}

impl Budget {
    /// A sheet as large as any that is read has at most a quarter of this as it stands.
    pub(super) const MAX_SYMBOLS: usize = 1 << 21;

    /// Takes so many symbols; `None` if fewer are left.
    pub(super) fn spend(&mut self, symbols: usize) -> Option<()> {
        self.left = self.left.checked_sub(symbols)?;
        Some(())
    }
}

/// How many symbols a condition has.
pub(super) fn condition_size(condition: &Condition) -> usize {
    match condition {
        Condition::Holds(atom) | Condition::Fails(atom) => atom_size(atom),
        Condition::Distinct(a, b) => 1 + term_size(a) + term_size(b),
    }
}

/// How many symbols an atom has.
pub(super) fn atom_size(atom: &Atom) -> usize {
    1 + atom.arguments.iter().map(term_size).sum::<usize>()
}

/// How many symbols a term has.
pub(super) fn term_size(term: &Term) -> usize {
    match term {
        Term::Constant(_) | Term::Variable(_) => 1,
        Term::Function(_, arguments) => 1 + arguments.iter().map(term_size).sum::<usize>(),
    }
}
