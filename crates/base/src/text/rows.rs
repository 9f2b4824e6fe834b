//! Cells of a board, and rows of characters with their places in the text, for all drawn formats. In code, rows and columns
//! count from 0; in files and messages they count from 1.

use std::fmt;

use super::{Source, Span};

/// One row of characters, and the byte offset of the first in the source.
#[derive(Debug, Clone, Copy)]
pub struct TextRow<'a> {
    /// Byte offset of its first character in the source.
    pub at: usize,
    /// Its characters.
    pub text: &'a str,
}

impl Source {
    /// Checks whether the text is a single row of the characters of a board.
    pub fn is_single_row(&self) -> bool {
        matches!(&*lines(self.text(), 0), [row] if row.text.chars().all(is_cell))
    }
}

impl<'a> TextRow<'a> {
    /// Returns the characters, each with its place in the source.
    pub fn characters(self) -> impl Iterator<Item = (Span, char)> + use<'a> {
        self.text
            .char_indices()
            .map(move |(offset, c)| (self.at + offset..self.at + offset + c.len_utf8(), c))
    }

    /// Returns its place in the source.
    pub fn span(self) -> Span {
        self.at..self.at + self.text.len()
    }
}

/// Checks whether the character is allowed in a row of a board.
pub fn is_cell(c: char) -> bool {
    matches!(c, '.' | '#' | '-' | '_') || c.is_alphanumeric()
}

/// Returns the trimmed rows of `text`, which starts at byte `at` of the source. Blank lines and comments (`%`) are left out.
pub fn lines(text: &str, at: usize) -> Vec<TextRow<'_>> {
    let mut start = at;
    let mut rows = Vec::new();
    for line in text.split_inclusive('\n') {
        let row = line.trim();
        if !row.is_empty() && !row.starts_with('%') {
            rows.push(TextRow { at: start + (line.len() - line.trim_start().len()), text: row });
        }
        start += line.len();
    }
    rows
}

/// Cell of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, from the top, from 0.
    pub row: u8,
    /// Column, from the left, from 0.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}
