//! Detection of a puzzle's format, and reading it.

use std::path::Path;

use super::{Puzzle, text, toml};
use crate::text::{Diagnostic, Source};

/// A format that sliding-block puzzles are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PuzzleFormat {
    /// TOML with `start` and `goal`.
    Toml,
    /// Rows of characters under the lines `start` and `goal`.
    Text,
}

impl PuzzleFormat {
    /// The format of a text: by the extension of its name if that tells (`.toml`, `.txt`), else by its look.
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

/// True if a text is a sliding-block puzzle rather than something else, right or wrong: it has both a `start` and a
/// `goal`, as TOML keys or as lines.
pub fn looks_like(source: &Source) -> bool {
    toml::looks_like(source.text()) || text::looks_like(source.text())
}

/// Reads a puzzle in whatever format it is.
///
/// # Errors
/// The first fault of the puzzle, with its place and the remedy.
pub fn read(source: &Source) -> Result<Puzzle, Diagnostic> {
    read_as(source, PuzzleFormat::of(source))
}

/// Reads a puzzle in a given format.
///
/// # Errors
/// As [`read`].
pub fn read_as(source: &Source, format: PuzzleFormat) -> Result<Puzzle, Diagnostic> {
    if source.text().trim().is_empty() {
        return Err(Diagnostic::new(source, "the input is empty")
            .at(0..0, "nothing here")
            .help("write a puzzle in TOML with start and goal, or as rows under lines 'start' and 'goal'"));
    }
    let sheet = match format {
        PuzzleFormat::Toml => toml::read(source),
        PuzzleFormat::Text => text::read(source),
    };
    sheet?.check(source)
}

/// Reads the puzzle in a file.
///
/// # Errors
/// As [`Source::open`] and [`read`].
pub fn read_path(path: &Path) -> Result<Puzzle, Diagnostic> {
    read(&Source::open(path)?)
}
