//! Boards as rows of characters, one for the start and one for the goal, and their validation: if start, goal and groups fit
//! each other, they are a puzzle.
//!
//! `.` is an empty cell (in a goal: one with any contents), `#` a wall, any letter or digit a cell of the piece of that name.
//! Printed boards, with a frame or with spaces, can be read, too.

use bmcplan_base::ordered::{Map, sort, sort_by_key};
use bmcplan_base::text::printed::PrintedBoard;
use bmcplan_base::text::rows::TextRow;
use bmcplan_base::text::{Cell, Diagnostic, Source, Span};

use super::{MAX_SIDE, Piece, PieceId, PieceShape, Puzzle};
use crate::piece_costs::PieceCosts;

/// Puzzle as written, unchecked.
#[derive(Debug)]
pub(super) struct PuzzleDraft {
    pub(super) start: Drawing,
    pub(super) goal: Drawing,
    /// Groups of pieces, each written as their letters.
    pub(super) interchangeable: Vec<(Span, String)>,
    pub(super) costs: Option<PieceCosts>,
}

impl PuzzleDraft {
    /// Makes the puzzle, or points at its fault.
    pub(super) fn check(self, source: &Source) -> Result<Puzzle, Diagnostic> {
        let Self { start, goal, interchangeable, costs } = self;
        check_goal(source, &start, &goal)?;
        let mut pieces = check_pieces(source, &start, &goal)?;
        // In reading order of their first cells.
        sort_by_key(&mut pieces, |piece| piece.start);
        if let Some(costs) = &costs {
            let names: Vec<String> = pieces.iter().map(|piece| piece.name.to_string()).collect();
            let costs = costs.of(source, &names)?;
            pieces.iter_mut().zip(costs).for_each(|(piece, cost)| piece.cost = cost);
        }
        let groups = check_groups(source, &pieces, &interchangeable, costs.as_ref())?;
        let floor = start.cells.iter().filter(|(_, (c, _))| *c != '#').map(|(cell, _)| *cell).collect();
        let (rows, columns, has_costs) = (start.rows, start.columns, costs.is_some());
        Ok(Puzzle { rows, columns, floor, pieces, groups, has_costs })
    }
}

fn check_goal(source: &Source, start: &Drawing, goal: &Drawing) -> Result<(), Diagnostic> {
    let size = |drawing: &Drawing| size(usize::from(drawing.rows), usize::from(drawing.columns));
    if (start.rows, start.columns) != (goal.rows, goal.columns) {
        return Err(Diagnostic::new(source, "start and goal differ in size")
            .at(goal.span.clone(), format!("the goal has {}", size(goal)))
            .also(start.span.clone(), format!("the start has {}", size(start)))
            .help("draw the whole board both times; in the goal, '.' is a cell where anything may be"));
    }
    for (cell, (c, span)) in &goal.cells {
        let wall_at_start = start.at(*cell) == Some('#');
        let message = match c {
            '#' if !wall_at_start => format!("the goal has a wall at {cell}, the start does not"),
            '#' | '.' => continue,
            _ if wall_at_start => format!("the goal puts piece '{c}' on the wall at {cell}"),
            _ => continue,
        };
        return Err(Diagnostic::new(source, message)
            .at(span.clone(), "in the goal")
            .also(start.span_of(*cell), "the same cell at the start")
            .help("walls stay where they are; in the goal they may be left out"));
    }
    Ok(())
}

/// Makes the pieces, each with its goal if it has one.
fn check_pieces(source: &Source, start: &Drawing, goal: &Drawing) -> Result<Vec<Piece>, Diagnostic> {
    let at_start = start.pieces();
    let mut at_goal = goal.pieces();
    if at_start.is_empty() {
        return Err(Diagnostic::new(source, "the start has no pieces")
            .at(start.span.clone(), "no letter or digit in these rows")
            .help("write the cells of each piece with a letter or digit of its own"));
    }
    if at_goal.is_empty() {
        return Err(Diagnostic::new(source, "the goal names no piece")
            .at(goal.span.clone(), "no letter or digit in these rows")
            .help("write the pieces that have to be somewhere at the end, and '.' in all other cells"));
    }
    let mut pieces = Vec::new();
    for (name, cells) in at_start {
        let shape = PieceShape::of(&cells);
        let there = at_goal.remove(&name).unwrap_or_default();
        if let Some(first) = there.first()
            && PieceShape::of(&there) != shape
        {
            return Err(Diagnostic::new(source, format!("piece '{name}' changes its shape"))
                .at(goal.span_of(*first), format!("{} in the goal", count(there.len(), "cell")))
                .also(start.span_of(cells[0]), format!("{} at the start", count(cells.len(), "cell")))
                .help("a piece moves as a whole and does not turn: draw all of it, as it is at the start"));
        }
        pieces.push(Piece { name, shape, start: cells[0], goal: there.first().copied(), cost: 1 });
    }
    // In reading order: the reported fault should be the first of its kind in the text.
    if let Some((cell, name)) = at_goal.iter().map(|(name, cells)| (cells[0], name)).min() {
        return Err(Diagnostic::new(source, format!("the goal names a piece '{name}' that does not exist"))
            .at(goal.span_of(cell), format!("no '{name}' at the start"))
            .help("every piece of the goal stands somewhere at the start, under the same letter"));
    }
    Ok(pieces)
}

fn check_groups(
    source: &Source,
    pieces: &[Piece],
    written: &[(Span, String)],
    costs: Option<&PieceCosts>,
) -> Result<Vec<Vec<PieceId>>, Diagnostic> {
    let mut seen = Map::new();
    let mut groups = Vec::new();
    for (span, letters) in written {
        let refusal = |message: String, label: String| {
            Diagnostic::new(source, message).at(span.clone(), label).help(
                "a group lists pieces of one shape, each in no other group: interchangeable = [\"ABC\", \"DE\"]",
            )
        };
        let mut group: Vec<PieceId> = Vec::new();
        for letter in letters.chars() {
            let Some(index) = pieces.iter().position(|piece| piece.name == letter) else {
                return Err(refusal(
                    format!("there is no piece '{}'", letter.escape_debug()),
                    "in this group".into(),
                ));
            };
            if seen.insert(letter, ()).is_some() {
                return Err(refusal(format!("piece '{letter}' is listed twice"), "the second time".into()));
            }
            if let Some(first) = group.first()
                && pieces[first.index()].shape != pieces[index].shape
            {
                let first = pieces[first.index()].name;
                return Err(refusal(
                    format!("pieces '{first}' and '{letter}' differ in shape"),
                    "they cannot be interchangeable".into(),
                ));
            }
            if let Some(first) = group.first().map(|first| &pieces[first.index()])
                && first.cost != pieces[index].cost
            {
                let refused = refusal(
                    format!("pieces '{}' and '{letter}' differ in cost", first.name),
                    "they cannot be interchangeable".into(),
                );
                let of = |name: char| costs.and_then(|costs| costs.span(&name.to_string()));
                return Err(match of(letter).or_else(|| of(first.name)) {
                    Some(span) => refused.also(span, "a cost"),
                    None => refused,
                });
            }
            group.push(PieceId::from_index(index));
        }
        if group.len() < 2 {
            return Err(refusal("this group needs two or more pieces".into(), "in this group".into()));
        }
        sort(&mut group);
        groups.push(group);
    }
    Ok(groups)
}

/// Refuses marks on a frame, and names after it: the rows of the goal suffice.
fn check_frame(source: &Source, printed: &PrintedBoard<'_>) -> Result<(), Diagnostic> {
    let marks = printed.frame.iter().flatten().map(|mark| &mark.span);
    match marks.chain(printed.named.iter().map(|(span, _)| span)).next() {
        Some(span) => {
            Err(Diagnostic::new(source, "the frame of a sliding-block puzzle has no marks and no names")
                .at(span.clone(), "this one")
                .help("leave it out: where pieces are to go is drawn in the rows of the goal"))
        }
        None => Ok(()),
    }
}

/// Start or goal as written; all rows are of the same length.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// Character of each cell, with its place in the text.
    pub(super) cells: Map<Cell, (char, Span)>,
    /// Span of the first row.
    pub(super) span: Span,
}

impl Drawing {
    /// Parses the rows of `what` (`start` or `goal`), which is written at `place`.
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
        let board = match PrintedBoard::of(rows) {
            Some(printed) => {
                check_frame(source, &printed)?;
                printed.rows
            }
            None => rows.iter().map(|row| row.characters().map(cell).collect()).collect(),
        };
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
        let mut cells = Map::new();
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

    pub(super) fn pieces(&self) -> Map<char, Vec<Cell>> {
        let mut pieces: Map<char, Vec<Cell>> = Map::new();
        for (cell, (c, _)) in &self.cells {
            if !matches!(c, '.' | '#') {
                pieces.entry(*c).or_default().push(*cell);
            }
        }
        pieces
    }

    pub(super) fn at(&self, cell: Cell) -> Option<char> {
        self.cells.get(&cell).map(|(c, _)| *c)
    }

    pub(super) fn span_of(&self, cell: Cell) -> Span {
        self.cells.get(&cell).map_or(self.span.clone(), |(_, span)| span.clone())
    }
}

/// Formats a size, such as `4 rows and 1 column`.
pub(super) fn size(rows: usize, columns: usize) -> String {
    format!("{} and {}", count(rows, "row"), count(columns, "column"))
}

/// Formats a number, such as `1 cell` or `2 cells`.
pub(super) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
