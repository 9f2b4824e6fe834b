//! All interesting Rush Hour boards of a size: the hardest position of each cluster, if every car of it is needed.
//!
//! Cars have two or three cells; the red car has two and is alone in the exit row. Cars of a lane never pass each other, so a
//! *signature*, the sequence of lengths in each lane, never changes. Its placements are numbered without gaps, and its *clusters*,
//! the sets of positions that lead to each other, are found in one backward search from all goals of the signature.
//!
//! The definition of an interesting board is that of M. Fogleman, "Solving Rush Hour, the Puzzle" (2018).

mod board;
mod clusters;
mod lanes;
mod parts;
mod position;
mod question;
mod removal;
mod rows;
mod run;
mod space;

pub use board::{BoardObject, InterestingBoard};
pub use question::{AllBoardsError, AllBoardsQuestion, BoardShard};
pub use run::{AllBoards, AllBoardsNews, all_boards};
