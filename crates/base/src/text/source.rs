//! A source text with its origin, so that a diagnostic can quote it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Range of byte offsets in a [`Source`]'s text.
pub type Span = Range<usize>;

/// Named text. Cloning is cheap.
#[derive(Clone, PartialEq, Eq)]
pub struct Source {
    name: Arc<str>,
    path: Option<Arc<Path>>,
    text: Arc<str>,
    first_line: usize,
    is_one_row: bool,
}

/// Shows the size of the text in place of all of it.
impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, bytes) = (&self.name, self.text.len());
        f.debug_struct("Source").field("name", name).field("bytes", &bytes).finish_non_exhaustive()
    }
}

impl Source {
    /// Builds a text with the name for diagnostics, such as a path or `--board`.
    ///
    /// A carriage return without a line feed, as in files of old Macintoshes, becomes a line feed. So every format and every
    /// diagnostic handles all three line ends, and offsets stay those of the file.
    pub fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.into(),
            path: None,
            text: with_line_feeds(text).into(),
            first_line: 1,
            is_one_row: false,
        }
    }

    /// Sets the file that the text was read from.
    #[must_use]
    pub fn from_file(self, path: &Path) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Sets the number of the text's first line in its file.
    #[must_use]
    pub fn starting_at(self, line: usize) -> Self {
        Self { first_line: line, ..self }
    }

    /// Declares that a single row of characters in the text is all cells of a square board, row after row.
    #[must_use]
    pub fn in_one_row(self) -> Self {
        Self { is_one_row: true, ..self }
    }

    /// Returns the name for diagnostics.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file that it was read from, if it is a whole one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the number of its first line in its file, from 1.
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    /// Checks whether a single row of characters is all cells of a square board.
    pub fn is_one_row(&self) -> bool {
        self.is_one_row
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let mut lines = text.split('\r').peekable();
    if lines.clone().skip(1).all(|rest| rest.starts_with('\n')) {
        return text.into();
    }
    let mut changed = String::with_capacity(text.len());
    while let Some(line) = lines.next() {
        changed += line;
        match lines.peek() {
            Some(rest) if rest.starts_with('\n') => changed.push('\r'),
            Some(_) => changed.push('\n'),
            None => {}
        }
    }
    changed.into()
}
