//! Boards as rows of characters: a file of rows, or one string of n·n cells, the form that puzzle collections use.
//!
//! Lines that start with `%` are comments, blank lines do not count, spaces around a row neither. The characters are
//! explained in [`grid`](super::grid).

use super::grid::{empty, read_rows};
use super::located::Located;
use crate::text::rows::{TextRow, lines};
use crate::text::{Diagnostic, Source};

/// Reads rows of characters.
pub(super) fn read(source: &Source) -> Result<Located, Diagnostic> {
    read_all(source, lines(source.text(), 0))
}

/// Reads a single row of n·n cells: n rows of n cells, written one after the other.
pub(super) fn read_line(source: &Source) -> Result<Located, Diagnostic> {
    read_all(source, square(source, lines(source.text(), 0))?)
}

fn read_all(source: &Source, rows: Vec<TextRow<'_>>) -> Result<Located, Diagnostic> {
    if rows.is_empty() {
        return Err(empty(source, 0..0));
    }
    let mut located = read_rows(source, &rows)?;
    located.how_to_name_red = "name the red car X, A or r; a small x is a wall";
    Ok(located)
}

/// Cuts a single row of n·n cells into n rows.
fn square<'a>(source: &Source, rows: Vec<TextRow<'a>>) -> Result<Vec<TextRow<'a>>, Diagnostic> {
    let [row] = rows.as_slice() else { return Ok(rows) };
    let count = row.text.chars().count();
    let side = count.isqrt();
    if side * side != count {
        return Err(Diagnostic::new(source, format!("a board string of {count} cells is not square"))
            .at(row.span(), format!("{count} cells; {side}×{side} would be {}", side * side))
            .help(
                "a board in one line has n·n cells, row after row; \
                 write any other board as lines of text, or as a list of cars in a TOML file",
            ));
    }
    let starts = row.text.char_indices().map(|(offset, _)| offset).step_by(side.max(1));
    let ends = starts.clone().skip(1).chain([row.text.len()]);
    Ok(starts
        .zip(ends)
        .map(|(start, end)| TextRow { at: row.at + start, text: &row.text[start..end] })
        .collect())
}
