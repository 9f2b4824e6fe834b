//! Cubes: conjunctions of literals of one frame. A state is one, and so is a set of states; its negation is a clause.

use crate::formula::Lit;

/// A conjunction of literals, sorted, without repetitions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cube {
    lits: Vec<Lit>,
    /// A bit for each literal, several literals to a bit: what is no subset by this is none.
    signature: u64,
}

impl Cube {
    /// The literals, sorted.
    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Is every state of `other` one of this cube, too?
    pub(super) fn contains(&self, other: &Self) -> bool {
        if self.signature & !other.signature != 0 {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|lit| rest.by_ref().find(|other| lit <= other) == Some(lit))
    }

    /// The clause that is false in the states of this cube alone.
    pub(super) fn clause(&self) -> Vec<Lit> {
        self.lits.iter().map(|lit| !*lit).collect()
    }
}

impl FromIterator<Lit> for Cube {
    fn from_iter<I: IntoIterator<Item = Lit>>(lits: I) -> Self {
        let mut lits: Vec<Lit> = lits.into_iter().collect();
        lits.sort_unstable();
        lits.dedup();
        let signature = lits.iter().fold(0, |bits, lit| bits | 1 << (lit.code() % 64));
        Self { lits, signature }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cube(codes: &[usize]) -> Cube {
        codes.iter().map(|code| Lit::from_code(*code)).collect()
    }

    proptest! {
        #[test]
        fn fewer_literals_are_more_states(
            a in prop::collection::vec(0..200_usize, 0..6),
            b in prop::collection::vec(0..200_usize, 0..12),
            both: bool,
        ) {
            let b = if both { [a.clone(), b].concat() } else { b };
            prop_assert_eq!(cube(&a).contains(&cube(&b)), a.iter().all(|code| b.contains(code)));
        }
    }
}
