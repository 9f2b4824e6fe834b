//! The clauses that a solver has learned, as it tells them: how many, and the short ones.

use std::cell::RefCell;
use std::rc::Rc;

use crate::formula::{Cnf, Lit};

/// Learned clauses since the last question about them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Learned {
    /// The number of all.
    pub n_clauses: usize,
    /// The short ones, in the order in which they were learned.
    pub short: Cnf,
}

/// A notebook of learned clauses, in the hands of a solver and of its callback. It stays empty until it is opened.
#[derive(Clone, Default)]
pub(super) struct Notebook(Rc<RefCell<Option<Notes>>>);

struct Notes {
    longest: usize,
    learned: Learned,
}

impl Notebook {
    /// Notes clauses of at most so many literals from now on.
    pub(super) fn open(&self, longest: usize) {
        *self.0.borrow_mut() = Some(Notes { longest, learned: Learned::default() });
    }

    /// True if clauses are noted.
    #[cfg(feature = "varisat")]
    pub(super) fn is_open(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Counts a learned clause of so many literals; true if it is short and so is to be noted.
    pub(super) fn count(&self, n_literals: usize) -> bool {
        self.0.borrow_mut().as_mut().is_some_and(|notes| {
            notes.learned.n_clauses += 1;
            n_literals <= notes.longest
        })
    }

    pub(super) fn note(&self, clause: &[Lit]) {
        if let Some(notes) = &mut *self.0.borrow_mut() {
            notes.learned.short.push(clause);
        }
    }

    /// The clauses since the last call.
    pub(super) fn take(&self) -> Learned {
        self.0.borrow_mut().as_mut().map(|notes| std::mem::take(&mut notes.learned)).unwrap_or_default()
    }
}
