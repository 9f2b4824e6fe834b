//! Proof obligations: states from which the goal can be reached, each to be shown out of reach of its frame.

use super::cube::Cube;

/// A state from which the goal is reached in the steps that are left after its frame.
pub(super) struct Obligation {
    pub(super) state: Cube,
    /// The state that a step leads to; none where that is a goal.
    next: Option<usize>,
}

/// The obligations of one iteration. Those of the earliest frame come first, the youngest of them.
pub(super) struct Obligations {
    all: Vec<Obligation>,
    /// By frame.
    open: Vec<Vec<usize>>,
}

impl Obligations {
    /// None, of that many frames.
    pub(super) fn new(n_frames: usize) -> Self {
        Self { all: Vec::new(), open: vec![Vec::new(); n_frames] }
    }

    /// Another one.
    pub(super) fn add(&mut self, frame: usize, state: Cube, next: Option<usize>) {
        self.all.push(Obligation { state, next });
        self.open[frame].push(self.all.len() - 1);
    }

    /// The next one: its frame and its number.
    pub(super) fn first(&self) -> Option<(usize, usize)> {
        let (frame, open) = self.open.iter().enumerate().find(|(_, open)| !open.is_empty())?;
        Some((frame, *open.last()?))
    }

    /// The state of one.
    pub(super) fn state(&self, number: usize) -> &Cube {
        &self.all[number].state
    }

    /// The first one of a frame was met.
    pub(super) fn meet(&mut self, frame: usize) {
        self.open[frame].pop();
    }

    /// The states from one to the last one before the goal.
    pub(super) fn path(&self, number: usize) -> Vec<&Cube> {
        let follow = |number: &usize| self.all[*number].next;
        std::iter::successors(Some(number), follow).map(|number| self.state(number)).collect()
    }
}
