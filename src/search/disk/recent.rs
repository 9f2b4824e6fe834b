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

    /// Adds states; `fresh` gets the places of those that are new. Without branches, so that one does not wait for the other to come from
    /// memory.
    pub fn add_all(
        &mut self,
        states: &[[u64; W]],
        key: impl Fn(&[u64; W]) -> [u64; W],
        fresh: &mut Vec<usize>,
    ) {
        fresh.clear();
        fresh.resize(states.len(), 0);
        let mut n_fresh = 0;
        for (place, state) in states.iter().enumerate() {
            let key = key(state);
            // The highest bits of a product depend on all bits.
            let hash = match W {
                1 => key[0].wrapping_mul(FACTOR),
                _ => key.iter().fold(0, |sum, word| add(sum, *word)),
            };
            let met = &mut self.states[(hash >> self.shift) as usize];
            fresh[n_fresh] = place;
            n_fresh += usize::from(*met != key);
            *met = key;
        }
        fresh.truncate(n_fresh);
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
        let mut fresh = |states: &[[u64; 1]]| {
            let mut fresh = Vec::new();
            recent.add_all(states, |state| *state, &mut fresh);
            fresh
        };
        // The initial state is 0.
        assert_eq!(fresh(&[[0], [7], [7], [0], [9], [7]]), [1, 4]);
        let others: Vec<[u64; 1]> = (10..1000).map(|state| [state]).collect();
        assert_eq!(fresh(&others).len(), others.len());
        assert_eq!(fresh(&[[7]]), [0]);
    }
}
