//! Cells of a board. Inside, rows and columns count from 0; in files and messages they count from 1.

use std::fmt;

/// A cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from the top, from 0.
    pub row: u8,
    /// The column, from the left, from 0.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}
