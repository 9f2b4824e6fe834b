//! A grid of names in a frame, the base of all boards drawn as text.

use itertools::Itertools;

use super::palette::Colour;
use super::terminal;
use crate::frontend::{Cell, Paint};

/// A side of the frame that is marked, at a row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardExit {
    Left { row: u8 },
    Right { row: u8 },
    Top { column: u8 },
    Bottom { column: u8 },
}

/// What stands in a cell.
#[derive(Clone, PartialEq)]
struct Square {
    name: String,
    colour: Option<Colour>,
}

/// What stands in the cells, row by row.
pub(super) struct Grid {
    width: usize,
    rows: Vec<Vec<Square>>,
}

impl Grid {
    /// A board of empty cells, to be as wide as the longest name.
    pub(super) fn empty(rows: u8, columns: u8, width: usize) -> Self {
        let row = vec![Square { name: ".".to_owned(), colour: None }; usize::from(columns)];
        Self { width, rows: vec![row; usize::from(rows)] }
    }

    /// Writes a name into a cell, if there is such a cell.
    pub(super) fn write(&mut self, cell: Cell, name: &str) {
        self.set(cell, Square { name: name.to_owned(), colour: None });
    }

    /// Writes a name of that colour into a cell, if there is such a cell.
    pub(super) fn paint(&mut self, cell: Cell, name: &str, colour: Colour) {
        self.set(cell, Square { name: name.to_owned(), colour: Some(colour) });
    }

    fn set(&mut self, Cell { row, column }: Cell, square: Square) {
        if let Some(found) = self.rows.get_mut(usize::from(row)).and_then(|r| r.get_mut(usize::from(column)))
        {
            *found = square;
        }
    }

    /// The framed board, as lines that all end in a line feed.
    pub(super) fn to_string(&self, exit: Option<BoardExit>, paint: Paint) -> String {
        let width = self.width;
        let edge = |gap: Option<(u8, char)>| {
            let columns = 0..self.rows.first().map_or(0, Vec::len);
            let cells = columns.map(|column| match gap {
                Some((exit, arrow)) if usize::from(exit) == column => format!("-{arrow:-<width$}"),
                _ => "-".repeat(width + 1),
            });
            format!("+{}-+\n", cells.format(""))
        };
        let side = |row: usize, gap: Option<(u8, char)>| {
            gap.filter(|(exit, _)| usize::from(*exit) == row).map_or('|', |(_, arrow)| arrow)
        };
        let (mut left, mut right, mut top, mut bottom) = (None, None, None, None);
        match exit {
            Some(BoardExit::Left { row }) => left = Some((row, '<')),
            Some(BoardExit::Right { row }) => right = Some((row, '>')),
            Some(BoardExit::Top { column }) => top = Some((column, '^')),
            Some(BoardExit::Bottom { column }) => bottom = Some((column, 'v')),
            None => {}
        }
        let mut drawn = edge(top);
        for (index, row) in self.rows.iter().enumerate() {
            // Neighbours with one colour and name are one piece, and so is the room between them.
            let pieces = row.chunk_by(|one, next| one == next && one.colour.is_some());
            let cells = pieces.map(|piece| painted(piece, width, paint)).join(" ");
            drawn += &format!("{} {cells} {}\n", side(index, left), side(index, right));
        }
        drawn + &edge(bottom)
    }
}

/// Cells of one piece.
fn painted(piece: &[Square], width: usize, paint: Paint) -> String {
    let text = piece.iter().map(|Square { name, .. }| format!("{name:width$}")).join(" ");
    match piece.first().and_then(|square| square.colour).filter(|_| paint == Paint::Colored) {
        Some(colour) => terminal::painted(&text, colour),
        None => text,
    }
}

/// Boards one below the other, the first one under `start`, each later one under the name of the move that leads to it.
pub fn titled<'a>(
    boards: impl IntoIterator<Item = String>,
    moves: impl ExactSizeIterator<Item = &'a str> + Clone,
) -> String {
    let titles = ["start".to_owned()].into_iter().chain(numbered(moves));
    titles.zip(boards).map(|(title, board)| format!("{title}\n{board}")).join("\n")
}

/// The names of the moves with their numbers, which count from 1 and are aligned.
pub fn numbered<'a>(moves: impl ExactSizeIterator<Item = &'a str> + Clone) -> impl Iterator<Item = String> {
    let width = moves.len().to_string().len();
    (1..).zip(moves).map(move |(number, name)| format!("{number:width$}  {name}"))
}
