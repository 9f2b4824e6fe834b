//! A board as rows of characters: one for the start and one for the goal.
//!
//! `.` is an empty cell (in a goal: one where anything may be), `#` a wall, any letter or digit a cell of the piece of
//! that name. Boards as they are printed, with a frame or with spaces, are read, too.

use std::collections::BTreeMap;

use super::MAX_SIDE;
use crate::text::printed::PrintedBoard;
use crate::text::rows::TextRow;
use crate::text::{Cell, Diagnostic, Source, Span};

/// A start or a goal as written; all rows are of the same length.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// The character of each cell, with its place in the text.
    pub(super) cells: BTreeMap<Cell, (char, Span)>,
    /// The first row.
    pub(super) span: Span,
}

impl Drawing {
    /// Reads the rows of `what` (`start` or `goal`), which is written at `place`.
    pub(super) fn read(
        source: &Source,
        what: &str,
        place: Span,
        rows: &[TextRow<'_>],
    ) -> Result<Self, Diagnostic> {
        let Some(first) = rows.first() else {
            return Err(Diagnostic::new(source, format!("the {what} has no rows"))
                .at(place, "no rows of characters")
                .help("write one line of characters per row of the board, such as 'AA.#'"));
        };
        let cell = |(span, _): (Span, char)| (span.clone(), source.text().get(span).unwrap_or_default());
        let board = PrintedBoard::of(rows).map(|printed| printed.rows);
        let board =
            board.unwrap_or_else(|| rows.iter().map(|row| row.characters().map(cell).collect()).collect());
        let span_of = |row: &Vec<(Span, &str)>| match (row.first(), row.last()) {
            (Some((first, _)), Some((last, _))) => first.start..last.end,
            _ => place.clone(),
        };
        let n_columns = board.first().map_or(0, Vec::len);
        let [n_rows, columns] = [board.len(), n_columns].map(|side| u8::try_from(side).unwrap_or(u8::MAX));
        if MAX_SIDE < n_rows || MAX_SIDE < columns {
            let row = board.get(usize::from(MAX_SIDE)).map_or(first.span(), span_of);
            return Err(Diagnostic::new(source, format!("a board of {}", size(board.len(), n_columns)))
                .at(row, "too large")
                .help(format!("a board has at most {MAX_SIDE} rows and {MAX_SIDE} columns")));
        }
        let mut cells = BTreeMap::new();
        for (row, names) in (0..n_rows).zip(&board) {
            let length = names.len();
            if length != n_columns {
                return Err(Diagnostic::new(source, format!("the rows of the {what} differ in length"))
                    .at(span_of(names), format!("this row has {}", count(length, "cell")))
                    .also(first.span(), format!("the first row has {n_columns}"))
                    .help("give all rows the same number of cells; '.' is an empty cell"));
            }
            for (column, (span, name)) in (0..columns).zip(names) {
                let mut letters = name.chars();
                let (c, more) = (letters.next().unwrap_or_default(), letters.next());
                let odd = [Some(c), more].into_iter().flatten().find(|c| !c.is_alphanumeric());
                match (odd, more) {
                    (None, None) | (Some('.' | '#'), None) => {
                        cells.insert(Cell { row, column }, (c, span.clone()));
                    }
                    (None, Some(_)) => {
                        return Err(Diagnostic::new(source, format!("the piece '{name}' has a long name"))
                            .at(span.clone(), "more than one letter")
                            .help("pieces of a sliding-block puzzle have names of one letter or digit"));
                    }
                    (Some(odd), _) => {
                        return Err(Diagnostic::new(source, format!("{odd:?} is not a cell of a board"))
                            .at(span.clone(), "this character")
                            .help(
                                "write '.' for an empty cell, '#' for a wall, a letter or digit for a piece",
                            ));
                    }
                }
            }
        }
        Ok(Self { rows: n_rows, columns, cells, span: first.span() })
    }

    /// The pieces' cells in reading order.
    pub(super) fn pieces(&self) -> BTreeMap<char, Vec<Cell>> {
        let mut pieces: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (cell, (c, _)) in &self.cells {
            if !matches!(c, '.' | '#') {
                pieces.entry(*c).or_default().push(*cell);
            }
        }
        pieces
    }

    /// The character of a cell.
    pub(super) fn at(&self, cell: Cell) -> Option<char> {
        self.cells.get(&cell).map(|(c, _)| *c)
    }

    /// Where a cell is written.
    pub(super) fn span_of(&self, cell: Cell) -> Span {
        self.cells.get(&cell).map_or(self.span.clone(), |(_, span)| span.clone())
    }
}

/// `4 rows and 1 column`.
pub(super) fn size(rows: usize, columns: usize) -> String {
    format!("{} and {}", count(rows, "row"), count(columns, "column"))
}

/// `1 cell`, `2 cells`.
pub(super) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
