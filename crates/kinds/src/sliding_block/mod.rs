//! Sliding-block puzzles: rigid pieces of any shape on a board with walls, moved one at a time through empty cells. *Klotski*
//! is the best known one.
//!
//! A [`Puzzle`] is checked once, when it is read. [`task()`] makes a planning task of it, and [`Play`] follows the letters of
//! its pieces through a plan.

mod bare;
mod check;
#[cfg(feature = "encodings")]
mod encoding;
pub mod film;
mod format;
mod geometry;
mod kind;
mod layout;
mod paths;
mod play;
mod puzzle;
mod task;
mod toml;
mod variants;

#[cfg(feature = "encodings")]
pub use encoding::encodings;
pub use format::{PuzzleFormat, PuzzleReading, looks_like, read, read_as, read_path, read_with_warnings};
pub use geometry::{Direction, MAX_SIDE, PieceId, PieceShape};
pub use kind::SLIDING_BLOCK;
pub use layout::Labelling;
pub use paths::{PuzzleMetric, UnknownPuzzleMetric};
pub use play::{Move, Play, Positions, WrittenMoves};
pub use puzzle::{Piece, Puzzle};
pub use task::{PuzzleTaskError, task};
