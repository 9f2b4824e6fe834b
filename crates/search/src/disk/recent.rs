//! Recent successors, so that most duplicates are neither sorted nor written.
//!
//! Layers are expanded in the order of their states, and states that are close to each other have many successors in common. So
//! a table in which a new state replaces an old one finds most duplicates by one look-up. Every state in it was passed on
//! before: it is in a complete layer or among the successors of the current one. So dropping it loses nothing, and the table
//! need not be emptied. Where it is empty, it seems to hold the initial state, which is known from the beginning.

use super::super::width::{Keys, States, Width};
use super::run::add;

/// Table of states.
#[derive(Debug)]
pub struct Recent<W> {
    states: States<W>,
    shift: u32,
}

impl<W: Width> Recent<W> {
    /// Builds a table of about `bytes` bytes.
    pub fn new(width: W, bytes: usize) -> Self {
        let n_bits = (bytes / width.n_bytes()).max(2).ilog2();
        let mut states = States::new(width);
        states.words_mut().resize(width.n_words() << n_bits, 0);
        Self { states, shift: u64::BITS - n_bits }
    }

    /// Adds states; `fresh` gets the indices of those that are new. Without branches, so that one look-up does not wait for the
    /// memory access of another.
    pub fn add_all(&mut self, states: &States<W>, keys: &Keys<W>, fresh: &mut Vec<usize>) {
        fresh.clear();
        fresh.resize(states.len(), 0);
        let mut n_fresh = 0;
        let mut room = states.width().zeros();
        for (place, state) in states.iter().enumerate() {
            let key = keys.of(state, &mut room);
            // The highest bits of a product depend on all bits.
            let hash = match key.as_ref() {
                [word] => word.wrapping_mul(FACTOR),
                words => words.iter().fold(0, |sum, word| add(sum, *word)),
            };
            let met = self.states.get_mut((hash >> self.shift) as usize);
            fresh[n_fresh] = place;
            n_fresh += usize::from(&*met != key);
            W::copy(key, met);
        }
        fresh.truncate(n_fresh);
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.states.n_bytes()
    }
}

/// An odd number, the fraction of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::super::super::width::Fixed;
    use super::*;

    #[test]
    fn a_state_is_new_once_unless_others_came_between() {
        let mut recent = Recent::new(Fixed::<1>, 64);
        let mut fresh = |states: &[[u64; 1]]| {
            let (mut list, mut fresh) = (States::new(Fixed::<1>), Vec::new());
            states.iter().for_each(|state| list.push(state));
            recent.add_all(&list, &Keys::all(Fixed), &mut fresh);
            fresh
        };
        // The initial state is 0.
        assert_eq!(fresh(&[[0], [7], [7], [0], [9], [7]]), [1, 4]);
        let others: Vec<[u64; 1]> = (10..1000).map(|state| [state]).collect();
        assert_eq!(fresh(&others).len(), others.len());
        assert_eq!(fresh(&[[7]]), [0]);
    }
}
