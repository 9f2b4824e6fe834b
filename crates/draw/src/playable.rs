//! Boards of pieces and games of named moves, with their rules: all that a viewer needs for play.

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

/// Rules of a game: operators over variables with values from 0, and a goal. Conditions are conjunctions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayableRules {
    /// Unit of lengths, in the plural.
    pub metric: String,
    /// Variable that every move advances, its number of values, and the value after the last one.
    pub clock: Option<(usize, u32, u32)>,
    /// Derived variables, each with the bodies of its rules; they refer to earlier ones only.
    pub derived: Vec<Vec<Vec<PlayableLiteral>>>,
    /// Moves. Several operators may share a name.
    pub operators: Vec<PlayableOperator>,
    /// Condition of a state at the end.
    pub goal: Vec<PlayableLiteral>,
}

/// Operator: its name, its precondition, and its effects as condition, variable and new value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayableOperator {
    /// Name of the move.
    pub name: String,
    /// Condition under which the move is possible.
    pub precondition: Vec<PlayableLiteral>,
    /// Effects. The move is impossible where they contradict each other.
    pub effects: Vec<(Vec<PlayableLiteral>, usize, u32)>,
}

/// Condition on a variable; true if it is to hold, false if not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PlayableLiteral {
    /// The variable has the value.
    Fact(bool, usize, u32),
    /// The derived variable is true.
    Derived(bool, usize),
}
