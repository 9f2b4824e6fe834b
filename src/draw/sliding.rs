//! Sliding-block puzzles as text: one column per cell, plain ASCII around the letters of the pieces.
//!
//! ```text
//! +---------+
//! | A B B C |
//! | A B B C |
//! | D E E . |    an empty cell
//! | D # # . |    two walls
//! +---------+
//! ```

use super::grid::{Grid, titled};
use crate::frontend::sliding_block::{Play, Positions, Puzzle};

/// A board with its pieces where they stand, as lines that all end in a line feed.
pub fn board(puzzle: &Puzzle, positions: &Positions) -> String {
    let mut grid = Grid::empty(puzzle.rows(), puzzle.columns(), 1);
    for cell in puzzle.cells().filter(|cell| puzzle.is_wall(*cell)) {
        grid.write(cell.row, cell.column, "#");
    }
    for id in puzzle.piece_ids() {
        let piece = puzzle.piece(id);
        let cells = positions.of(id).and_then(|anchor| piece.shape.cells_at(anchor));
        for cell in cells.into_iter().flatten() {
            grid.write(cell.row, cell.column, &piece.name.to_string());
        }
    }
    grid.to_string(None)
}

/// The boards of a plan one below the other, each after the first under the name of the move that leads to it.
pub fn frames(puzzle: &Puzzle, play: &Play) -> String {
    let names = play.names(puzzle);
    let boards = play.positions().iter().map(|positions| board(puzzle, positions));
    titled(boards, names.iter().map(String::as_str))
}
