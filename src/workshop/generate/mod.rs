//! Puzzles made by the program: by chance, or all interesting Rush Hour boards of a size.

mod by_chance;
mod exhaustive;

pub use by_chance::{
    FigureFilter, FigureRange, InventEnd, InventNews, InventQuestion, NewPuzzle, NoRange, SAME, invent,
};
pub use exhaustive::{
    AllBoards, AllBoardsError, AllBoardsNews, AllBoardsQuestion, BoardObject, BoardShard, InterestingBoard,
    all_boards,
};
