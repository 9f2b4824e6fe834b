//! Rows of characters as a draft: the part that text files, `--board` strings and TOML's `board` key share.
//!
//! `.` or `o` is an empty cell, `#` or `x` a wall, any other letter or digit a cell of the car of that name. (So
//! a lower-case `x` is a wall and an upper-case `X` the red car.)

use std::collections::BTreeMap;

use super::located::Located;
use super::{Car, Cell, MAX_SIDE, Orientation};
use crate::frontend::rows::TextRow;
use crate::frontend::{Diagnostic, Source, Span};

/// Whether the character can stand in a row.
pub(super) fn is_cell(c: char) -> bool {
    matches!(c, '.' | '#') || c.is_alphanumeric()
}

/// There are no rows.
pub(super) fn empty(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(source, "there is no board here")
        .at(span, "no rows of characters")
        .help("write one line of characters per row of the board, such as '..XX.a'")
}

/// Reads rows that are all of the same length.
pub(super) fn read_rows(source: &Source, rows: &[TextRow<'_>]) -> Result<Located, Diagnostic> {
    let side = usize::from(MAX_SIDE);
    let size = rows.first().map_or(0..0, |row| row.span());
    let columns = rows.first().map_or(0, |row| row.text.chars().count());
    if side < rows.len() || side < columns {
        return Err(Diagnostic::new(source, format!("a board of {} rows and {columns} columns", rows.len()))
            .at(rows.get(side).map_or(size, |row| row.span()), "too large")
            .help(format!("a board has at most {side} rows and {side} columns")));
    }
    let mut located = Located { size: size.clone(), ..Located::default() };
    let mut cars: BTreeMap<char, Vec<(Cell, Span)>> = BTreeMap::new();
    for (row, text) in (0..).zip(rows) {
        let length = text.text.chars().count();
        if length != columns {
            return Err(Diagnostic::new(source, "the rows of the board differ in length")
                .at(text.span(), format!("this row has {length} cells"))
                .also(size, format!("the first row has {columns}"))
                .help("give all rows the same number of cells; '.' is an empty cell"));
        }
        for (column, (span, c)) in (0..).zip(text.characters()) {
            let cell = Cell { row, column };
            match c {
                '.' | 'o' => {}
                '#' | 'x' => located.wall(cell, span),
                c if c.is_alphanumeric() => cars.entry(c).or_default().push((cell, span)),
                c => {
                    return Err(Diagnostic::new(source, format!("{c:?} is not a cell of a board"))
                        .at(span, "this character")
                        .help(
                            "write '.' or 'o' for an empty cell, '#' or 'x' for a wall, a letter for a car",
                        ));
                }
            }
        }
    }
    located.draft.rows = (0..).zip(rows).map(|(row, _)| row + 1).last().unwrap_or(0);
    located.draft.columns = u8::try_from(columns).unwrap_or(u8::MAX);
    // Cars in reading order, by their first cells.
    let mut cars = cars.into_iter().collect::<Vec<_>>();
    cars.sort_by_key(|(_, cells)| cells.first().map(|(cell, _)| *cell));
    for (name, cells) in cars {
        let span = cells.first().map_or(0..0, |(_, span)| span.clone());
        located.car(car(source, name, &cells)?, span);
    }
    Ok(located)
}

/// The car whose cells, in reading order, are these.
fn car(source: &Source, name: char, cells: &[(Cell, Span)]) -> Result<Car, Diagnostic> {
    let [(first, span), rest @ ..] = cells else {
        return Err(Diagnostic::new(source, format!("car '{name}' has no cells")));
    };
    let Some((second, _)) = rest.first() else {
        return Err(Diagnostic::new(source, format!("car '{name}' has a single cell"))
            .at(span.clone(), "does it move along its row or along its column?")
            .help(
                "write a board with such a car as a list of cars: \
                 [[car]] with name, length = 1, orientation, row, column in a TOML file",
            ));
    };
    let orientation = if first.row == second.row { Orientation::Horizontal } else { Orientation::Vertical };
    for ((expected, (cell, span)), (_, before)) in (1..).zip(rest).zip(cells) {
        if *cell != orientation.cell(orientation.across(*first), orientation.along(*first) + expected) {
            return Err(Diagnostic::new(source, format!("car '{name}' is bent or split"))
                .at(span.clone(), "not in line with the rest")
                .also(before.clone(), "the cell before it")
                .help("the cells of a car lie side by side in one row or one column; each car has its own letter"));
        }
    }
    let length = (1..).zip(cells).map(|(count, _)| count).last().unwrap_or(0);
    Ok(Car { name: name.to_string(), length, orientation, cell: *first })
}
