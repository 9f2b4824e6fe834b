//! A grid of names in a frame: what all boards are drawn on.

use itertools::Itertools;

/// A side of the frame that is marked, at a row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Left { row: u8 },
    Right { row: u8 },
    Top { column: u8 },
    Bottom { column: u8 },
}

/// What stands in the cells, row by row.
pub(super) struct Grid {
    width: usize,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A board of empty cells, to be as wide as the longest name.
    pub(super) fn empty(rows: u8, columns: u8, width: usize) -> Self {
        let row = vec![".".to_owned(); usize::from(columns)];
        Self { width, rows: vec![row; usize::from(rows)] }
    }

    /// Writes a name into a cell, if there is such a cell.
    pub(super) fn write(&mut self, row: u8, column: u8, name: &str) {
        if let Some(cell) = self.rows.get_mut(usize::from(row)).and_then(|r| r.get_mut(usize::from(column))) {
            name.clone_into(cell);
        }
    }

    /// The framed board, as lines that all end in a line feed.
    pub(super) fn to_string(&self, exit: Option<Exit>) -> String {
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
            Some(Exit::Left { row }) => left = Some((row, '<')),
            Some(Exit::Right { row }) => right = Some((row, '>')),
            Some(Exit::Top { column }) => top = Some((column, '^')),
            Some(Exit::Bottom { column }) => bottom = Some((column, 'v')),
            None => {}
        }
        let mut drawn = edge(top);
        for (index, row) in self.rows.iter().enumerate() {
            let cells = row.iter().map(|cell| format!("{cell:width$}")).join(" ");
            drawn += &format!("{} {cells} {}\n", side(index, left), side(index, right));
        }
        drawn + &edge(bottom)
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
