//! The queue of atoms that were derived and not yet joined with the others.

use std::collections::VecDeque;

use super::TermId;
use super::store::mark;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct AtomQueue {
    seen: Vec<bool>,
    waiting: VecDeque<TermId>,
}

impl AtomQueue {
    /// Puts an atom at the end, unless it ever was in the queue.
    pub(crate) fn push(&mut self, atom: TermId) {
        if mark(&mut self.seen, atom.index()) {
            self.waiting.push_back(atom);
        }
    }

    /// Takes the first one.
    pub(super) fn pop(&mut self) -> Option<TermId> {
        self.waiting.pop_front()
    }
}
