//! The part of a state that is compared with other states: all of it, or all but the clock.

use super::width::Width;

#[derive(Debug, Clone)]
pub(super) struct Keys<W: Width> {
    /// The bits in which states differ.
    mask: W::Owned,
    are_all: bool,
}

impl<W: Width> Keys<W> {
    pub(super) fn all(width: W) -> Self {
        let mut mask = width.zeros();
        W::of_mut(&mut mask).as_mut().fill(u64::MAX);
        Self { mask, are_all: true }
    }

    /// A state without some bits of each word.
    pub(super) fn without(width: W, left_out: impl Fn(usize) -> u64) -> Self {
        let mut keys = Self::all(width);
        for (number, word) in W::of_mut(&mut keys.mask).as_mut().iter_mut().enumerate() {
            *word = !left_out(number);
            keys.are_all &= *word == u64::MAX;
        }
        keys
    }

    /// The key of a state. What is written into the room does not matter.
    #[inline]
    pub(super) fn of<'a>(&'a self, state: &'a W::State, room: &'a mut W::Owned) -> &'a W::State {
        if self.are_all {
            return state;
        }
        let key = W::of_mut(room);
        W::copy(state, key);
        for (place, word) in key.as_mut().iter_mut().enumerate() {
            *word &= W::of(&self.mask).as_ref()[place];
        }
        key
    }
}
