//! Sentences that say where things are on a board, for those who cannot see it: `b1: row 4, columns 4 to 6`.

use itertools::Itertools as _;

use crate::text::Cell;

/// A line that says which cells something covers, given in reading order; nothing if there are none.
pub(crate) fn line(name: &str, cells: &[Cell]) -> String {
    if cells.is_empty() { String::new() } else { format!("{name}: {}\n", place(cells)) }
}

/// `row 4, columns 4 to 6`, with more such parts where the cells are no rectangle.
fn place(cells: &[Cell]) -> String {
    let mut parts: Vec<[u8; 4]> = Vec::new();
    for (row, run) in runs(cells) {
        let (left, right) = (run[0], run[1]);
        let above = parts.iter_mut().find(|[_, last, l, r]| *last + 1 == row && (*l, *r) == (left, right));
        match above {
            Some(part) => part[1] = row,
            None => parts.push([row, row, left, right]),
        }
    }
    let part = |[top, bottom, left, right]: &[u8; 4]| {
        format!("{}, {}", range("row", *top, *bottom), range("column", *left, *right))
    };
    parts.iter().map(part).join("; ")
}

/// The rows with the runs of neighbours in them, each its first and last column.
fn runs(cells: &[Cell]) -> Vec<(u8, [u8; 2])> {
    let mut runs: Vec<(u8, [u8; 2])> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some((row, [_, last])) if *row == cell.row && *last + 1 == cell.column => *last = cell.column,
            _ => runs.push((cell.row, [cell.column; 2])),
        }
    }
    runs
}

/// `row 4` or `rows 4 to 6`; counted from 1.
fn range(what: &str, first: u8, last: u8) -> String {
    let (first, last) = (u16::from(first) + 1, u16::from(last) + 1);
    if first == last { format!("{what} {first}") } else { format!("{what}s {first} to {last}") }
}
