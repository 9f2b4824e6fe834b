//! Successors that were met not long ago, so that most duplicates are neither sorted nor written.
//!
//! Layers are expanded in the order of their states, and states that are close to each other have many successors in common. So a table in
//! which a new state takes the place of an old one finds most duplicates at the price of one look. Every state in it was handed on
//! before: it is in a complete layer or among the successors of the one at hand. So to drop it loses nothing, and the table need not be
//! emptied. Where it is empty, it seems to hold the initial state, which is known from the beginning.

use super::checksum::add;

/// A table of states.
#[derive(Debug)]
pub struct Recent<const W: usize> {
    states: Vec<[u64; W]>,
    shift: u32,
}

impl<const W: usize> Recent<W> {
    /// A table of about so many bytes.
    pub fn new(bytes: usize) -> Self {
        let n_bits = (bytes / size_of::<[u64; W]>()).max(2).ilog2();
        Self { states: vec![[0; W]; 1 << n_bits], shift: u64::BITS - n_bits }
    }

    /// Adds a state. False if it is there already.
    #[inline]
    pub fn add(&mut self, state: &[u64; W]) -> bool {
        // The highest bits of a product depend on all bits.
        let hash = if W == 1 {
            state[0].wrapping_mul(FACTOR)
        } else {
            state.iter().fold(0, |sum, word| add(sum, *word))
        };
        let place = &mut self.states[(hash >> self.shift) as usize];
        let is_new = place != state;
        *place = *state;
        is_new
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.states)
    }
}

/// An odd number, the fraction of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_new_once_unless_others_came_between() {
        let mut recent = Recent::<1>::new(64);
        assert!(!recent.add(&[0]), "the initial state");
        assert!(recent.add(&[7]) && !recent.add(&[7]));
        let n_new = (8..1000).filter(|state| recent.add(&[*state])).count();
        assert_eq!(n_new, 1000 - 8);
        assert!(recent.add(&[7]));
    }
}
