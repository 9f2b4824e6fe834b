//! Validation: do start, goal and groups fit each other? If so, they are a puzzle.

use std::collections::BTreeMap;

use super::drawing::{Drawing, count, size};
use super::{Piece, PieceId, PieceShape, Puzzle};
use crate::text::{Diagnostic, Source, Span};

/// A puzzle as somebody wrote it, not yet believed.
#[derive(Debug)]
pub(super) struct PuzzleDraft {
    pub(super) start: Drawing,
    pub(super) goal: Drawing,
    /// Groups of pieces, each written as their letters.
    pub(super) interchangeable: Vec<(Span, String)>,
}

impl PuzzleDraft {
    /// Makes the puzzle, or points at what is wrong with it.
    pub(super) fn check(self, source: &Source) -> Result<Puzzle, Diagnostic> {
        let Self { start, goal, interchangeable } = self;
        check_goal(source, &start, &goal)?;
        let mut pieces = check_pieces(source, &start, &goal)?;
        // In reading order of their first cells.
        pieces.sort_by_key(|piece| piece.start);
        let groups = check_groups(source, &pieces, &interchangeable)?;
        let floor = start.cells.iter().filter(|(_, (c, _))| *c != '#').map(|(cell, _)| *cell).collect();
        Ok(Puzzle { rows: start.rows, columns: start.columns, floor, pieces, groups })
    }
}

/// Checks the size and the walls of the goal.
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
        pieces.push(Piece { name, shape, start: cells[0], goal: there.first().copied() });
    }
    // In reading order: what is complained about should be the first of its kind in the text.
    if let Some((cell, name)) = at_goal.iter().map(|(name, cells)| (cells[0], name)).min() {
        return Err(Diagnostic::new(source, format!("the goal names a piece '{name}' that there is not"))
            .at(goal.span_of(cell), format!("no '{name}' at the start"))
            .help("every piece of the goal stands somewhere at the start, under the same letter"));
    }
    Ok(pieces)
}

/// Finds the pieces of each group.
fn check_groups(
    source: &Source,
    pieces: &[Piece],
    written: &[(Span, String)],
) -> Result<Vec<Vec<PieceId>>, Diagnostic> {
    let mut seen = BTreeMap::new();
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
            group.push(PieceId::from_index(index));
        }
        if group.len() < 2 {
            return Err(refusal("this group needs two or more pieces".into(), "in this group".into()));
        }
        group.sort_unstable();
        groups.push(group);
    }
    Ok(groups)
}
