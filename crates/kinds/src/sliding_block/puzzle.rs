//! A valid puzzle, on which every other part of the front end relies.
//!
//! The only way to a first [`Puzzle`] is to read one. So its pieces have different names and share no cell, with each other or
//! with a wall, at the start or at the goal; and at least one piece has a goal. Whether the goal can be reached is unknown.

use bmcplan_base::ordered::Set;
use bmcplan_base::text::Cell;

use super::geometry::CellSet;
use super::{PieceId, PieceShape};
use crate::problem::Element;

/// Sliding-block puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// Cells of the board that are not walls.
    pub(super) floor: CellSet,
    pub(super) pieces: Vec<Piece>,
    pub(super) groups: Vec<Vec<PieceId>>,
    pub(super) has_costs: bool,
}

/// Piece of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Letter of the piece.
    pub name: char,
    /// Cells relative to the first one.
    pub shape: PieceShape,
    /// First cell in reading order, at the start.
    pub start: Cell,
    /// Place of that cell at the goal, if the goal names the piece.
    pub goal: Option<Cell>,
    /// Cost of each of its moves.
    pub cost: u64,
}

impl Puzzle {
    /// Returns the pieces that are elements: neither they nor pieces interchangeable with them have a goal.
    fn loose(&self) -> impl Iterator<Item = PieceId> {
        let is_in_goal = |group: &Vec<PieceId>| group.iter().any(|id| self.piece(*id).goal.is_some());
        self.piece_ids().filter(move |id| {
            let mut groups = self.groups.iter().filter(|group| group.contains(id));
            self.piece(*id).goal.is_none() && !groups.any(is_in_goal)
        })
    }

    /// Returns the elements: the pieces that no goal names, then the walls.
    pub(super) fn elements(&self) -> Vec<Element> {
        let piece = |id: PieceId| {
            let piece = self.piece(id);
            Element::piece(piece.name, piece.shape.cells_at(piece.start).unwrap_or_default())
        };
        let walls = self.cells().filter(|cell| self.is_wall(*cell)).map(Element::wall);
        self.loose().map(piece).chain(walls).collect()
    }

    pub(super) fn with_elements(&self, kept: &Set<usize>) -> Self {
        let loose: Vec<PieceId> = self.loose().collect();
        let is_kept =
            |id: &PieceId| loose.iter().position(|one| one == id).is_none_or(|number| kept.contains(&number));
        let ids: Vec<PieceId> = self.piece_ids().filter(is_kept).collect();
        let renumbered = |id: &PieceId| ids.iter().position(|one| one == id).map(PieceId::from_index);
        let groups = self.groups.iter().map(|group| group.iter().filter_map(renumbered).collect::<Vec<_>>());
        let walls = (loose.len()..).zip(self.cells().filter(|cell| self.is_wall(*cell)));
        let opened = walls.filter(|(number, _)| !kept.contains(number)).map(|(_, cell)| cell);
        Self {
            floor: self.floor.union(opened.collect()),
            pieces: ids.iter().map(|id| self.piece(*id).clone()).collect(),
            // A group of one piece is dropped.
            groups: groups.filter(|group| 1 < group.len()).collect(),
            ..*self
        }
    }

    /// Returns the number of rows, 1 to 16.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of columns, 1 to 16.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Iterates over all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// Checks whether the cell of the board is a wall.
    pub fn is_wall(&self, cell: Cell) -> bool {
        !self.floor.contains(cell)
    }

    /// Returns the pieces, indexed by [`PieceId`].
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.pieces.iter().map(|piece| piece.name.to_string()).collect()
    }

    /// Returns the ids of all pieces.
    pub fn piece_ids(&self) -> impl ExactSizeIterator<Item = PieceId> + Clone + use<> {
        (0..self.pieces.len()).map(PieceId::from_index)
    }

    /// Returns the piece with this id.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// Returns the groups of pieces of one shape that may be in each other's goals.
    pub fn interchangeable(&self) -> &[Vec<PieceId>] {
        &self.groups
    }

    /// Checks whether pieces have costs, so that plans of least cost are searched for.
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }

    /// Returns the number of cells that are neither wall nor piece, in every state.
    pub fn n_empty(&self) -> usize {
        self.cells().filter(|cell| !self.is_wall(*cell)).count()
            - self.pieces.iter().map(|piece| piece.shape.area()).sum::<usize>()
    }

    /// Returns the cells that a shape covers at an anchor; `None` unless all of them are on the board and not walls.
    pub(super) fn cover(&self, shape: &PieceShape, anchor: Cell) -> Option<CellSet> {
        let cells = shape.cells_at(anchor)?;
        cells.iter().all(|cell| self.floor.contains(*cell)).then(|| cells.into_iter().collect())
    }
}
