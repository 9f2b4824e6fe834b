//! Sliding-block puzzles: what is read, that the task of a puzzle is the puzzle, and that every
//! way of solving it finds its optimum.

mod endings;
mod instances;
pub(crate) mod oracle;
pub(crate) mod random;
mod reading;
mod semantics;
mod shared;
