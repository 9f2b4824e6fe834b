//! A board of pieces with the rules that they move by: what a viewer needs to let people play.

use serde::Serialize;

/// A board on which one piece moves at a time, through empty cells. Cells are numbers, row · columns + column, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayableBoard {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// The cells that no piece may enter.
    pub walls: Vec<usize>,
    /// The pieces, in the order of the film's actors.
    pub pieces: Vec<PlayablePiece>,
    /// The metric: `units` (one piece by one cell), `slides` (straight, by any distance) or `moves` (any way).
    pub metric: String,
}

/// A piece of such a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayablePiece {
    /// The name.
    pub name: String,
    /// The cells at the start in reading order; an actor's place is that of the first one.
    pub cells: Vec<usize>,
    /// The lane that it moves along; any direction if there is none.
    pub axis: Option<Axis>,
    /// The place of its first cell at the end, for it or for another piece of its group.
    pub goal: Option<usize>,
    /// A number that interchangeable pieces share.
    pub group: usize,
}

/// A direction in which a lane runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
}
