//! Drawings without `start` and `goal`, as people copy them from books and web pages.
//!
//! Where the pieces are those of Klotski, its goal is taken: the square at the middle of the last two rows. Any other drawing
//! needs a goal.

use bmcplan_base::text::rows::{TextRow, lines};
use bmcplan_base::text::{Cell, Diagnostic, Source, Span};

use super::check::{Drawing, PuzzleDraft};
use super::{MAX_SIDE, PieceShape};
use crate::pieces::is_straight;

const GOAL_FORM: &str = "write a line 'start' before these rows, and after them a line 'goal' and the board at the end: only \
                         the pieces that have to be somewhere, '.' elsewhere";

/// Letters that are not pieces but empty cells or walls where the drawing is a Rush Hour board.
const SIGNS: [char; 3] = ['o', 'x', '0'];

/// Greatest length of a row in bytes, with spaces between its cells and a frame. Longer ones need not be read to be no drawing.
const MAX_ROW_BYTES: usize = 256;

/// Checks whether a text is one drawing with pieces that are not cars of Rush Hour.
pub(super) fn looks_like(source: &Source) -> bool {
    let rows = lines(source.text(), 0);
    // A frame takes two rows.
    let is_small = (2..=usize::from(MAX_SIDE) + 2).contains(&rows.len())
        && rows.iter().all(|row| row.text.len() <= MAX_ROW_BYTES);
    is_small && Drawing::read(source, "start", 0..0, &rows).is_ok_and(|start| odd_piece(&start).is_some())
}

/// Returns the place of the first piece that makes the drawing a puzzle other than Rush Hour: a connected piece that is not
/// straight, or one of several single cells.
///
/// A straight `X` is the red car, and then another shape is a slip. So is one car of a single cell.
fn odd_piece(start: &Drawing) -> Option<Span> {
    let pieces = start.pieces();
    let is_red_car = |(name, cells): (&char, &Vec<Cell>)| *name == 'X' && is_straight(cells);
    if SIGNS.iter().any(|sign| pieces.contains_key(sign)) || pieces.iter().any(is_red_car) {
        return None;
    }
    let is_bent = |cells: &&Vec<Cell>| !is_straight(cells) && is_connected(cells);
    let singles = || pieces.values().filter(|cells| cells.len() == 1);
    let several = singles().nth(1).and(singles().next());
    let odd = pieces.values().find(is_bent).or(several)?;
    Some(start.span_of(*odd.first()?))
}

/// Checks whether each cell can be reached from the last, over sides.
fn is_connected(cells: &[Cell]) -> bool {
    let mut rest = cells.to_vec();
    let mut open: Vec<Cell> = rest.pop().into_iter().collect();
    while let Some(at) = open.pop() {
        let is_beside = |cell: &Cell| cell.row.abs_diff(at.row) + cell.column.abs_diff(at.column) == 1;
        let (beside, others) = rest.into_iter().partition::<Vec<_>, _>(is_beside);
        open.extend(beside);
        rest = others;
    }
    rest.is_empty()
}

/// Reads a drawing without a goal, if these rows are one: the puzzle with the goal of Klotski, and a warning about it.
///
/// # Errors
/// The goal is missing, and it is not that of Klotski.
pub(super) fn read(
    source: &Source,
    rows: &[TextRow<'_>],
) -> Option<Result<(PuzzleDraft, Diagnostic), Diagnostic>> {
    let start = Drawing::read(source, "start", 0..0, rows).ok()?;
    let Some((square, goal)) = klotski_goal(&start) else {
        let missing = Diagnostic::new(source, "this sliding-block puzzle has no goal")
            .at(start.span.clone(), "its start");
        let missing = match odd_piece(&start) {
            Some(span) => missing.also(span, "no car of Rush Hour: those are straight"),
            None => missing,
        };
        return Some(Err(missing.help(GOAL_FORM)));
    };
    let warning = Diagnostic::warning(source, "no goal is written, so that of Klotski is taken")
        .at(start.span_of(square), "this square has to get to the middle of the last two rows")
        .help(format!("for another goal, {GOAL_FORM}"));
    Some(Ok((PuzzleDraft { start, goal, interchangeable: Vec::new(), costs: None }, warning)))
}

/// Returns the first cell of the square and the goal, if the pieces are those of Klotski: one square of 2×2, and others of at
/// most two cells. The square has to stand elsewhere than at the goal.
fn klotski_goal(start: &Drawing) -> Option<(Cell, Drawing)> {
    let shape = |rows: u8, columns: u8| {
        let row = |row| (0..columns).map(move |column| Cell { row, column });
        PieceShape::of(&(0..rows).flat_map(row).collect::<Vec<_>>())
    };
    let (square, small) = (shape(2, 2), [shape(1, 1), shape(1, 2), shape(2, 1)]);
    let pieces = start.pieces();
    let (squares, others): (Vec<_>, Vec<_>) =
        pieces.iter().partition(|(_, cells)| PieceShape::of(cells) == square);
    let [(name, cells)] = &*squares else { return None };
    let is_small = others.iter().all(|(_, cells)| small.contains(&PieceShape::of(cells)));
    let corner = Cell { row: start.rows.checked_sub(2)?, column: (start.columns / 2).checked_sub(1)? };
    let end = square.cells_at(corner)?;
    let has_room = start.columns.is_multiple_of(2) && end.iter().all(|cell| start.at(*cell) != Some('#'));
    let first = *cells.first()?;
    let content = |cell: &Cell| match start.at(*cell) {
        _ if end.contains(cell) => **name,
        Some('#') => '#',
        _ => '.',
    };
    let cells = start.cells.iter().map(|(cell, (_, span))| (*cell, (content(cell), span.clone()))).collect();
    let goal = Drawing { rows: start.rows, columns: start.columns, cells, span: start.span.clone() };
    (is_small && !others.is_empty() && has_room && first != corner).then_some((first, goal))
}
