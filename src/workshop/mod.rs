//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`harden()`] finds the positions of the same pieces that are farthest from a goal.

mod harden;

pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
