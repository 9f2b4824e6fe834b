//! A board of pieces and the rules of their moves: all that a viewer needs for play.

use serde::Serialize;

/// A board on which one piece moves at a time, through empty cells. Cells are numbers, row · columns + column, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayableBoard {
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub columns: u8,
    /// Cells that no piece may enter.
    pub walls: Vec<usize>,
    /// Pieces, in the order of the film's actors.
    pub pieces: Vec<PlayablePiece>,
    /// Metric: `units` (one piece by one cell), `slides` (straight, by any distance) or `moves` (any path).
    pub metric: String,
}

/// A piece of such a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayablePiece {
    /// Name of the piece.
    pub name: String,
    /// Cells at the start in reading order; an actor's place is that of the first one.
    pub cells: Vec<usize>,
    /// Lane that it moves along; `None` for any direction.
    pub axis: Option<Axis>,
    /// Place of its first cell at the end, for it or for another piece of its group.
    pub goal: Option<usize>,
    /// Number that interchangeable pieces share.
    pub group: usize,
}

/// Direction of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
}
