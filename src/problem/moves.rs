//! The moves of a plan in parts, for programs: piece, direction, distance and path.

use serde::{Deserialize, Serialize};

use crate::text::Cell;

/// A move in parts. Where the problem has no pieces, it has a name only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveDetails {
    /// Its name, as where moves are listed.
    pub name: String,
    /// The name of the piece that moves.
    pub piece: Option<String>,
    /// `up`, `down`, `left` or `right`; none where it goes around corners.
    pub direction: Option<String>,
    /// How many cells it goes.
    pub cells: Option<usize>,
    /// Row and column, from 1, of the first of its cells in reading order: before the move, and after each step by one cell.
    pub path: Option<Vec<[usize; 2]>>,
}

impl MoveDetails {
    /// A move of which nothing is known but its name.
    pub fn named(name: String) -> Self {
        Self { name, piece: None, direction: None, cells: None, path: None }
    }

    /// A move of a piece along these places, the first of which it leaves.
    pub fn of_piece(name: String, piece: String, direction: Option<&str>, places: &[Cell]) -> Self {
        let place = |cell: &Cell| [usize::from(cell.row) + 1, usize::from(cell.column) + 1];
        Self {
            name,
            piece: Some(piece),
            direction: direction.map(str::to_owned),
            cells: Some(places.len().saturating_sub(1)),
            path: Some(places.iter().map(place).collect()),
        }
    }
}
