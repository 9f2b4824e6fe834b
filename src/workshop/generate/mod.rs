//! Puzzles made by the program: all interesting Rush Hour boards of a size.

mod exhaustive;

pub use exhaustive::{
    AllBoards, AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardShard, InterestingBoard, all_boards,
};
