//! A valid puzzle, on which every other part of the front end relies.
//!
//! The only way to a [`Puzzle`] is to read one, so its pieces have different names and share no cell, with each other
//! or with a wall, at the start or at the goal; and at least one piece has a goal. Whether the goal can be reached is
//! not known.

use super::geometry::CellSet;
use super::{PieceId, PieceShape};
use crate::text::Cell;

/// A sliding-block puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// The cells of the board that are not walls.
    pub(super) floor: CellSet,
    pub(super) pieces: Vec<Piece>,
    pub(super) groups: Vec<Vec<PieceId>>,
    pub(super) has_costs: bool,
}

/// A piece of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its letter.
    pub name: char,
    /// Its cells, seen from its first one.
    pub shape: PieceShape,
    /// Its first cell in reading order, at the start.
    pub start: Cell,
    /// Where that cell has to be at the end, if the goal names the piece.
    pub goal: Option<Cell>,
    /// The cost of each of its moves.
    pub cost: u64,
}

impl Puzzle {
    /// The number of rows, 1 to 16.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns, 1 to 16.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// Is the cell of the board a wall?
    pub fn is_wall(&self, cell: Cell) -> bool {
        !self.floor.contains(cell)
    }

    /// The pieces, indexed by [`PieceId`].
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The ids of all pieces.
    pub fn piece_ids(&self) -> impl ExactSizeIterator<Item = PieceId> + Clone + use<> {
        (0..self.pieces.len()).map(PieceId::from_index)
    }

    /// One piece.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The groups of pieces of one shape that may stand in each other's goals.
    pub fn interchangeable(&self) -> &[Vec<PieceId>] {
        &self.groups
    }

    /// Do pieces have costs, so that plans of least cost are looked for?
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }

    /// The number of cells that are neither wall nor piece, in every state.
    pub fn n_empty(&self) -> usize {
        self.cells().filter(|cell| !self.is_wall(*cell)).count()
            - self.pieces.iter().map(|piece| piece.shape.area()).sum::<usize>()
    }

    /// The cells that a shape covers at an anchor; `None` unless all of them are on the board and no walls.
    pub(super) fn cover(&self, shape: &PieceShape, anchor: Cell) -> Option<CellSet> {
        let cells = shape.cells_at(anchor)?;
        cells.iter().all(|cell| self.floor.contains(*cell)).then(|| cells.into_iter().collect())
    }
}
