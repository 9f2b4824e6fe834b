//! Points of a picture, in cells of the board.

use crate::text::Cell;

/// A point, or a distance from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// The distance to the right.
    pub x: f64,
    /// The distance downwards.
    pub y: f64,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The upper left corner of a cell of a board whose own upper left corner is here.
    pub fn corner_of(self, cell: Cell) -> Self {
        Self { x: self.x + f64::from(cell.column), y: self.y + f64::from(cell.row) }
    }

    /// The point that far away.
    pub fn plus(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }
}
