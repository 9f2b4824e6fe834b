//! The limits on size and time while a sheet is brought into normal form.

use super::sheet::{Condition, GdlAtom, GdlTerm};

/// Symbols that may still be written down. A name or a variable counts as one.
pub(super) struct SymbolBudget<'a> {
    left: usize,
    stop: &'a dyn Fn() -> bool,
    is_stopped: bool,
}

impl<'a> SymbolBudget<'a> {
    /// A sheet as large as any that is read has at most a quarter of this as it stands.
    pub(super) const MAX_SYMBOLS: usize = 1 << 21;

    /// All of it, until `stop` says true.
    pub(super) fn until(stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: Self::MAX_SYMBOLS, stop, is_stopped: false }
    }

    /// Must the work stop?
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Takes so many symbols; `None` if fewer are left, or the work is to stop.
    pub(super) fn spend(&mut self, symbols: usize) -> Option<()> {
        self.is_stopped |= (self.stop)();
        if self.is_stopped {
            return None;
        }
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
pub(super) fn atom_size(atom: &GdlAtom) -> usize {
    1 + atom.arguments.iter().map(term_size).sum::<usize>()
}

/// How many symbols a term has.
pub(super) fn term_size(term: &GdlTerm) -> usize {
    match term {
        GdlTerm::Constant(_) | GdlTerm::Variable(_) => 1,
        GdlTerm::Function(_, arguments) => 1 + arguments.iter().map(term_size).sum::<usize>(),
    }
}
