//! The division of one horizon: the obstacles by which it is divided, and the frame in which they are looked at.

use std::fmt;

use crate::encode::TransitionSystem;
use crate::formula::Lit;

/// A division is never deeper at first: there are twice as many cubes for each obstacle.
pub(super) const DEEPEST: usize = 14;

/// A division. Its text can be read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Division {
    /// The frame.
    pub(super) frame: usize,
    /// The number of obstacles by which the horizon is divided from the start.
    pub(super) depth: usize,
    /// The places of obstacles among those of the system: the first divides the whole.
    pub(super) obstacles: Vec<usize>,
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.frame, self.depth)?;
        self.obstacles.iter().try_for_each(|obstacle| write!(f, " {obstacle}"))
    }
}

impl Division {
    /// The division with this text, if it is one of the system: its frame is none behind the horizon, and no obstacle comes twice.
    pub(super) fn read(text: &str, system: &TransitionSystem, horizon: usize) -> Option<Self> {
        let numbers: Option<Vec<usize>> = text.split(' ').map(|number| number.parse().ok()).collect();
        let [frame, depth, ref obstacles @ ..] = *numbers? else { return None };
        let mut is_new = vec![true; system.obstacles().len()];
        let mut meets = |obstacle: &usize| is_new.get_mut(*obstacle).is_some_and(std::mem::take);
        let is_sound = frame <= horizon && depth <= DEEPEST && obstacles.iter().all(&mut meets);
        is_sound.then(|| Self { frame, depth, obstacles: obstacles.to_vec() })
    }

    /// The literals by which nodes are split: is the obstacle there?
    pub(super) fn literals(&self, system: &TransitionSystem) -> Vec<Lit> {
        let obstacles = self.obstacles.iter().filter_map(|obstacle| system.obstacles().get(*obstacle));
        obstacles.map(|obstacle| system.at(obstacle.there, self.frame)).collect()
    }
}
