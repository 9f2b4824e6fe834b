//! Detection and parsing of a puzzle's format, with a warning where the goal is not written.

use std::path::Path;

use bmcplan_base::text::rows::{TextRow, lines};
use bmcplan_base::text::{Diagnostic, Source};

use super::check::{Drawing, PuzzleDraft};
use super::{Puzzle, bare, toml};

/// Format of sliding-block puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PuzzleFormat {
    /// TOML with `start` and `goal`.
    Toml,
    /// Rows of characters under the lines `start` and `goal`.
    Text,
}

impl PuzzleFormat {
    /// Detects the format of a text: by the extension of its name if known (`.toml`, `.txt`), otherwise by its contents.
    pub fn of(source: &Source) -> Self {
        match Path::new(source.name()).extension().and_then(|extension| extension.to_str()) {
            Some("toml") => Self::Toml,
            Some("txt") => Self::Text,
            _ if source
                .text()
                .lines()
                .any(|line| line.contains('=') && !line.trim_start().starts_with('%')) =>
            {
                Self::Toml
            }
            _ => Self::Text,
        }
    }
}

/// Puzzle that was read, with warnings about its text.
#[derive(Debug, Clone)]
pub struct PuzzleReading {
    /// What was read.
    pub puzzle: Puzzle,
    /// Warnings about likely mistakes.
    pub warnings: Vec<Diagnostic>,
}

/// Checks whether a text is a sliding-block puzzle, valid or not, rather than something else: it has both a `start` and a
/// `goal`, as TOML keys or as lines, or it is a drawing with pieces that are not cars of Rush Hour.
pub fn looks_like(source: &Source) -> bool {
    let text = source.text();
    let has = |heading: &&str| lines(text, 0).iter().any(|row| row.text == *heading);
    toml::looks_like(text)
        || ["start", "goal"].iter().all(has)
        || PuzzleFormat::of(source) == PuzzleFormat::Text && bare::looks_like(source)
}

/// Parses a puzzle in any format.
pub fn read(source: &Source) -> Result<Puzzle, Diagnostic> {
    read_as(source, PuzzleFormat::of(source))
}

/// Parses a puzzle in a given format.
pub fn read_as(source: &Source, format: PuzzleFormat) -> Result<Puzzle, Diagnostic> {
    reading(source, format).map(|reading| reading.puzzle)
}

/// Parses a puzzle like [`read`], with the warnings about the text.
pub fn read_with_warnings(source: &Source) -> Result<PuzzleReading, Diagnostic> {
    reading(source, PuzzleFormat::of(source))
}

fn reading(source: &Source, format: PuzzleFormat) -> Result<PuzzleReading, Diagnostic> {
    if source.text().trim().is_empty() {
        return Err(Diagnostic::new(source, "the input is empty")
            .at(0..0, "nothing here")
            .help("write a puzzle in TOML with start and goal, or as rows under lines 'start' and 'goal'"));
    }
    let (draft, warning) = match format {
        PuzzleFormat::Toml => (toml::read(source)?, None),
        PuzzleFormat::Text => read_text(source)?,
    };
    Ok(PuzzleReading { puzzle: draft.check(source)?, warnings: warning.into_iter().collect() })
}

/// Reads the puzzle in a file.
pub fn read_path(path: &Path) -> Result<Puzzle, Diagnostic> {
    read(&Source::open(path)?)
}

const TEXT_FORM: &str = "write a line 'start', the rows of the board, a line 'goal', and its rows";

/// Parses plain text, the form of puzzle collections: a line `start`, the rows of the start, a line `goal`, the rows of the
/// goal. A drawing alone may have the goal of Klotski, with a warning.
///
/// Lines that start with `%` are comments; blank lines and spaces around a line are ignored.
fn read_text(source: &Source) -> Result<(PuzzleDraft, Option<Diagnostic>), Diagnostic> {
    let rows = lines(source.text(), 0);
    let is_heading = |row: &TextRow<'_>| matches!(row.text, "start" | "goal");
    if !rows.iter().any(is_heading)
        && let Some(drawn) = bare::read(source, &rows)
    {
        return drawn.map(|(draft, warning)| (draft, Some(warning)));
    }
    if let Some(stray) = rows.first().filter(|row| !is_heading(row)) {
        return Err(Diagnostic::new(source, "this row is neither of the start nor of the goal")
            .at(stray.span(), "before any 'start'")
            .help(TEXT_FORM));
    }
    let section = |what: &str| {
        let mut headings = rows.iter().enumerate().filter(|(_, row)| row.text == what);
        let Some((index, heading)) = headings.next() else {
            return Err(Diagnostic::new(source, format!("there is no {what}"))
                .at(source.text().len()..source.text().len(), format!("no line '{what}' up to here"))
                .help(TEXT_FORM));
        };
        if let Some((_, second)) = headings.next() {
            return Err(Diagnostic::new(source, format!("there are two lines '{what}'"))
                .at(second.span(), "the second")
                .also(heading.span(), "the first")
                .help(format!("{TEXT_FORM}; a board with a row '{what}' can be written in TOML")));
        }
        let body = &rows[index + 1..];
        let end = body.iter().position(is_heading).unwrap_or(body.len());
        Drawing::read(source, what, heading.span(), &body[..end])
    };
    let (start, goal) = (section("start")?, section("goal")?);
    Ok((PuzzleDraft { start, goal, interchangeable: Vec::new(), costs: None }, None))
}
