//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`harden()`] finds the positions of the same pieces that are farthest from a goal, and [`all_boards()`] makes all interesting Rush Hour boards
//! of a size.

mod generate;
mod harden;

pub use generate::{
    AllBoards, AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardShard, InterestingBoard, all_boards,
};
pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
