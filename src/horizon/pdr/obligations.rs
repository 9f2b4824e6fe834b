//! Proof obligations: states from which the goal can be reached, each to be shown out of reach of its frame.

use std::mem;

use super::cube::Cube;

/// A state from which the goal is reached in the steps that are left after its frame.
#[derive(Debug)]
struct Obligation {
    state: Cube,
    /// The state that a step leads to; none where that is a goal.
    next: Option<usize>,
}

/// The obligations of one iteration, and those of the next.
#[derive(Debug, Default)]
pub(super) struct Obligations {
    all: Vec<Obligation>,
    /// By frame, those that are to be discharged.
    open: Vec<Vec<usize>>,
    /// By frame, those of the next iteration.
    put_off: Vec<Vec<usize>>,
}

impl Obligations {
    /// Opens what was put off, in an iteration of so many frames.
    pub(super) fn renew(&mut self, n_frames: usize) {
        self.open = mem::take(&mut self.put_off);
        self.open.resize(n_frames, Vec::new());
        self.put_off.resize(n_frames + 1, Vec::new());
    }

    /// Another one.
    pub(super) fn add(&mut self, frame: usize, state: Cube, next: Option<usize>) {
        self.open[frame].push(self.all.len());
        self.all.push(Obligation { state, next });
    }

    /// The next to be discharged: the youngest of the earliest frame. Its frame and its number.
    pub(super) fn first(&self) -> Option<(usize, usize)> {
        let mut open = self.open.iter().enumerate();
        open.find_map(|(frame, open)| open.last().map(|number| (frame, *number)))
    }

    /// The state of one.
    pub(super) fn state(&self, number: usize) -> &Cube {
        &self.all[number].state
    }

    /// The first one of this frame is discharged; in the next iteration there is one step more before it.
    pub(super) fn put_off(&mut self, frame: usize) {
        self.put_off[frame + 1].extend(self.open[frame].pop());
    }

    /// The states from one to the last before the goal.
    pub(super) fn path(&self, number: usize) -> Vec<Cube> {
        let numbers = std::iter::successors(Some(number), |number| self.all[*number].next);
        numbers.map(|number| self.state(number).clone()).collect()
    }
}
