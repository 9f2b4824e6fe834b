//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`harden()`] finds the positions of the same pieces that are farthest from a goal. [`exhibit`] puts a problem on show in a
//! gallery.

#[cfg(feature = "pictures")]
mod gallery;
mod harden;

#[cfg(feature = "pictures")]
pub use gallery::{exhibit, solved_exhibit, solved_figures};
pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
