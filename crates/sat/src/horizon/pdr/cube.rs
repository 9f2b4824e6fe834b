//! Cubes, which are states and sets of states, and proof obligations, which are states on the way to the goal.

use std::mem;

use bmcplan_formula::Lit;

/// Conjunction of literals of one frame, sorted, without repetitions. Its negation is a clause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cube {
    lits: Vec<Lit>,
    /// One bit for several literals. It quickly excludes most cubes as subsets.
    signature: u64,
}

impl Cube {
    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Checks whether every state of `other` is also a state of this cube.
    pub(super) fn contains(&self, other: &Self) -> bool {
        if self.signature & !other.signature != 0 {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|lit| rest.by_ref().find(|other| lit <= other) == Some(lit))
    }

    /// Returns the clause that is false exactly in the states of this cube.
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

/// State from which the goal is reached in the steps that are left after its frame. It is to be shown unreachable in its frame.
#[derive(Debug)]
struct Obligation {
    state: Cube,
    /// Obligation of the state after the next step; `None` if that is a goal.
    next: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Obligations {
    all: Vec<Obligation>,
    /// Obligations to be discharged, by frame.
    open: Vec<Vec<usize>>,
    /// Obligations of the next iteration, by frame.
    put_off: Vec<Vec<usize>>,
}

impl Obligations {
    /// Opens the obligations that were put off, in an iteration of `n_frames` frames.
    pub(super) fn renew(&mut self, n_frames: usize) {
        self.open = mem::take(&mut self.put_off);
        self.open.resize(n_frames, Vec::new());
        self.put_off.resize(n_frames + 1, Vec::new());
    }

    pub(super) fn add(&mut self, frame: usize, state: Cube, next: Option<usize>) {
        self.open[frame].push(self.all.len());
        self.all.push(Obligation { state, next });
    }

    /// Returns the frame and the number of the next obligation to be discharged: the youngest of the earliest frame.
    pub(super) fn first(&self) -> Option<(usize, usize)> {
        let mut open = self.open.iter().enumerate();
        open.find_map(|(frame, open)| open.last().map(|number| (frame, *number)))
    }

    pub(super) fn state(&self, number: usize) -> &Cube {
        &self.all[number].state
    }

    /// Puts off the first obligation of the frame, which is discharged. In the next iteration there is one more step before it.
    pub(super) fn put_off(&mut self, frame: usize) {
        self.put_off[frame + 1].extend(self.open[frame].pop());
    }

    /// Returns the states from that of an obligation to the last before the goal.
    pub(super) fn path(&self, number: usize) -> Vec<Cube> {
        let numbers = std::iter::successors(Some(number), |number| self.all[*number].next);
        numbers.map(|number| self.state(number).clone()).collect()
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
