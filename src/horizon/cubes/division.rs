//! The division of one horizon: the obstacles by which it is divided, and the frame in which they are looked at.

use crate::encode::TransitionSystem;
use crate::formula::Lit;

/// A division is never deeper at first: there are twice as many cubes for each obstacle.
pub(super) const DEEPEST: usize = 14;

pub(super) struct Division {
    pub(super) frame: usize,
    /// The number of obstacles by which the horizon is divided from the start.
    pub(super) depth: usize,
    /// The places of obstacles among those of the system: the first divides the whole.
    pub(super) obstacles: Vec<usize>,
}

impl Division {
    /// The literals by which nodes are split: is the obstacle there?
    pub(super) fn literals(&self, system: &TransitionSystem) -> Vec<Lit> {
        let obstacles = self.obstacles.iter().filter_map(|obstacle| system.obstacles().get(*obstacle));
        obstacles.map(|obstacle| system.at(obstacle.there, self.frame)).collect()
    }
}
