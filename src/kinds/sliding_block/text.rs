//! Puzzles as plain text, the form of puzzle collections: a line `start`, the rows of the start, a line `goal`, the rows
//! of the goal.
//!
//! Lines that start with `%` are comments, blank lines do not count, spaces around a line neither.

use super::check::Drawing;
use super::check::PuzzleDraft;
use crate::text::rows::{TextRow, lines};
use crate::text::{Diagnostic, Source};

const FORM: &str = "write a line 'start', the rows of the board, a line 'goal', and its rows";

pub(super) fn read(source: &Source) -> Result<PuzzleDraft, Diagnostic> {
    let rows = lines(source.text(), 0);
    let is_heading = |row: &TextRow<'_>| matches!(row.text, "start" | "goal");
    if let Some(stray) = rows.first().filter(|row| !is_heading(row)) {
        return Err(Diagnostic::new(source, "this row is neither of the start nor of the goal")
            .at(stray.span(), "before any 'start'")
            .help(FORM));
    }
    let section = |what: &str| {
        let mut headings = rows.iter().enumerate().filter(|(_, row)| row.text == what);
        let Some((index, heading)) = headings.next() else {
            return Err(Diagnostic::new(source, format!("there is no {what}"))
                .at(source.text().len()..source.text().len(), format!("no line '{what}' up to here"))
                .help(FORM));
        };
        if let Some((_, second)) = headings.next() {
            return Err(Diagnostic::new(source, format!("there are two lines '{what}'"))
                .at(second.span(), "the second")
                .also(heading.span(), "the first")
                .help(format!("{FORM}; a board with a row '{what}' can be written in TOML")));
        }
        let body = &rows[index + 1..];
        let end = body.iter().position(is_heading).unwrap_or(body.len());
        Drawing::read(source, what, heading.span(), &body[..end])
    };
    Ok(PuzzleDraft {
        start: section("start")?,
        goal: section("goal")?,
        interchangeable: Vec::new(),
        costs: None,
    })
}

/// Has a text the headings of this format?
pub(super) fn looks_like(text: &str) -> bool {
    ["start", "goal"].iter().all(|heading| lines(text, 0).iter().any(|row| row.text == *heading))
}
