//! Boards with blanks as empty cells.
//!
//! A blank is an empty cell where a board has no other sign of one, and where every letter is a car then. Such a board is square:
//! as many rows as cells in the longest row. So blanks that an editor cut off at the ends of rows do no harm, and a blank line
//! between rows is a row of empty cells or nothing. Texts that can be read in two ways are refused.

use itertools::Itertools as _;

use bmcplan_base::ordered::Map;
use bmcplan_base::text::printed::{FrameMark, FrameSide, PrintedBoard};
use bmcplan_base::text::rows::TextRow;
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::{Cell, MAX_SIDE};
use crate::pieces::is_straight;

/// Cells of a board, row by row, with the arrows behind its rows. Blanks have become dots.
#[derive(Debug)]
pub(super) struct BlankBoard<'a> {
    pub(super) rows: Vec<Cells<'a>>,
    pub(super) exits: Vec<FrameMark>,
}

type Cells<'a> = Vec<(Span, &'a str)>;

/// Letters and digits that may be empty cells, too. With them, blanks are not.
const EMPTY: [char; 2] = ['o', '0'];

/// Reads a board with blanks as empty cells; `None` if these rows are no such board.
///
/// # Errors
/// The blanks may be something else, or cells are missing.
pub(super) fn read<'a>(
    source: &'a Source,
    rows: &[TextRow<'a>],
) -> Result<Option<BlankBoard<'a>>, Diagnostic> {
    let Some(drawn) = drawn(source, rows) else { return Ok(None) };
    let width = drawn.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let n_blank: usize = drawn.iter().map(|row| row.n_blank_lines).sum();
    let has_blank_rows = drawn.len() + n_blank == width;
    let mut board = BlankBoard { rows: Vec::new(), exits: Vec::new() };
    for row in &drawn {
        let n_blank = if has_blank_rows { row.n_blank_lines } else { 0 };
        board.rows.extend((0..n_blank).map(|_| Vec::new()));
        let at = board.rows.len();
        let mark = |span| FrameMark { sign: '>', at, side: FrameSide::Right, span };
        board.exits.extend(row.exit.clone().map(mark));
        board.rows.push(row.cells.clone());
    }
    if !are_cars(&board.rows) {
        return Ok(None);
    }
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(None) };
    let refuse = |message: String, at: Span, label: String| {
        Err(Diagnostic::new(source, message).at(at, label).help("write '.' for an empty cell"))
    };
    let printed = PrintedBoard::of(&rows.iter().map(|row| without_exit(*row).0).collect_vec())
        .map(|printed| printed.rows);
    if printed.is_some_and(|rows| rows.iter().map(Vec::len).all_equal() && are_cars(&rows)) {
        let message = "blanks may be empty cells here, or stand between the cells".to_owned();
        return refuse(message, first.span(), "every letter is a car both ways".to_owned());
    }
    if drawn.iter().all(|row| 0 < row.indent) {
        let message = "blanks before all rows may be empty cells, or set the board off".to_owned();
        return refuse(message, first.span(), "a blank before this row".to_owned());
    }
    if board.rows.len() != width {
        let message =
            format!("a board with blanks as empty cells has {} rows and {width} columns", board.rows.len());
        return refuse(message, last.span(), "is it square, with blanks or lines cut off?".to_owned());
    }
    for row in &mut board.rows {
        let end = row.last().map_or(0, |(span, _)| span.end);
        row.resize(width, (end..end, "."));
    }
    Ok(Some(board))
}

/// A row as it is drawn.
struct DrawnRow<'a> {
    /// Number of blanks before the row.
    indent: usize,
    /// Its cells up to the last that is not blank.
    cells: Cells<'a>,
    /// Arrow behind it.
    exit: Option<Span>,
    /// Number of blank lines between the row before and this one.
    n_blank_lines: usize,
}

/// Returns the rows, if they have blanks, but no other sign of an empty cell.
fn drawn<'a>(source: &'a Source, rows: &[TextRow<'a>]) -> Option<Vec<DrawnRow<'a>>> {
    let most = usize::from(MAX_SIDE);
    if most < rows.len() {
        return None;
    }
    let mut drawn: Vec<DrawnRow<'a>> = Vec::new();
    let mut end = None;
    for row in rows {
        let (bare, exit) = without_exit(*row);
        let before = source.text().get(..row.at)?;
        let margin = before.trim_end_matches(' ');
        let indent = before.len() - margin.len();
        let is_cell = |c: char| c == ' ' || c == '#' || c.is_alphanumeric() && !EMPTY.contains(&c);
        let begins_line = margin.is_empty() || margin.ends_with(['\n', '"', '\'']);
        if !begins_line || most < indent + bare.text.chars().count() || !bare.text.chars().all(is_cell) {
            return None;
        }
        let cell = |(span, c): (Span, char)| {
            (span.clone(), if c == ' ' { "." } else { source.text().get(span).unwrap_or_default() })
        };
        let margin = (row.at - indent..row.at).map(|at| (at..at + 1, "."));
        let cells = margin.chain(bare.characters().map(cell)).collect();
        let between = end.and_then(|end| source.text().get(end..row.at)).unwrap_or_default();
        let blank_lines = between.split('\n').filter(|line| line.trim().is_empty());
        // The first and the last are the ends of rows.
        let n_blank_lines = blank_lines.count().saturating_sub(2);
        end = Some(row.span().end);
        drawn.push(DrawnRow { indent, cells, exit, n_blank_lines });
    }
    // Rows of one length without blanks between their cells are a board as it is.
    let bare = || drawn.iter().map(|row| &row.cells[row.indent..]);
    let is_plain = bare().map(<[_]>::len).all_equal() && !bare().flatten().any(|(_, name)| *name == ".");
    let has_blanks = drawn.iter().any(|row| row.cells.iter().any(|(_, name)| *name == "."));
    (has_blanks && !is_plain).then_some(drawn)
}

/// Returns the row without an arrow behind it, and the arrow.
fn without_exit(row: TextRow<'_>) -> (TextRow<'_>, Option<Span>) {
    match row.text.strip_suffix('>') {
        Some(text) => {
            let arrow = row.at + text.len()..row.span().end;
            (TextRow { text: text.trim_end_matches(' '), ..row }, Some(arrow))
        }
        None => (row, None),
    }
}

/// Checks whether the cells of every name are side by side in one row or column, two or more.
fn are_cars(rows: &[Cells<'_>]) -> bool {
    let mut cars: Map<&str, Vec<Cell>> = Map::new();
    for (row, cells) in (0..).zip(rows) {
        for (column, (_, name)) in (0..).zip(cells).filter(|(_, (_, name))| !matches!(*name, "." | "#" | "x"))
        {
            cars.entry(name).or_default().push(Cell { row, column });
        }
    }
    !cars.is_empty() && cars.values().all(|cells| 1 < cells.len() && is_straight(cells))
}
