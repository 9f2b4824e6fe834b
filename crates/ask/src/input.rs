//! The source of a problem's text: a file, standard input, or a string on the command line.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use bmcplan_base::text::{Diagnostic, MAX_BYTES, MAX_INPUT_BYTES, Source};

/// A place to read a problem from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// One problem of a collection in a file.
    Entry {
        /// The file.
        path: PathBuf,
        /// The line of the problem, or its id.
        entry: String,
    },
    /// Standard input.
    Stdin,
    /// A text that was typed, as the value of an option or in a program.
    Typed {
        /// The option, or a name of the text.
        option: String,
        /// The text in place of a file.
        text: String,
    },
}

impl Input {
    /// Reads a typed path; `-` is standard input.
    pub fn at(path: PathBuf) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path) }
    }

    /// Works as [`Input::at`], for a problem: `boards.txt:7` is the one on line 7 of a file, and `boards.txt:card07` the one with that
    /// id, unless there is a file of the whole name.
    pub fn of_problem(path: PathBuf) -> Self {
        match entry(&path) {
            Some((path, entry)) => Self::Entry { path, entry },
            None => Self::at(path),
        }
    }

    /// Returns the name of the problem in a collection.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::Entry { entry, .. } => Some(entry),
            Self::File(_) | Self::Stdin | Self::Typed { .. } => None,
        }
    }

    /// Returns the file that is read.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Entry { path, .. } => Some(path),
            Self::Stdin | Self::Typed { .. } => None,
        }
    }

    /// Checks whether its text has an end: it is a folder or a regular file, not a pipe.
    pub fn has_an_end(&self) -> bool {
        self.path().is_none_or(|path| path.is_dir() || path.is_file()) && *self != Self::Stdin
    }

    /// Checks whether it is a folder, which stands for all its files.
    pub fn is_folder(&self) -> bool {
        matches!(self, Self::File(path) if path.is_dir())
    }

    /// Returns the name of the problem, as far as it can be told.
    pub fn title(&self) -> String {
        let stem = |path: &Path| path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        match self {
            Self::File(path) => stem(path),
            Self::Entry { path, entry } => format!("{}:{entry}", stem(path)),
            Self::Stdin => "standard input".to_owned(),
            Self::Typed { option, text } if text.contains(['\n', '\r']) => option.clone(),
            Self::Typed { text, .. } => text.clone(),
        }
    }

    /// Returns the file, as it was named.
    pub fn file(&self) -> Option<String> {
        match self {
            Self::File(path) => Some(path.display().to_string()),
            Self::Entry { path, entry } => Some(format!("{}:{entry}", path.display())),
            Self::Stdin | Self::Typed { .. } => None,
        }
    }

    /// Returns the words that name it on a command line.
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Typed { option, text } => vec![option.clone(), text.clone()],
            Self::Stdin => vec!["-".to_owned()],
            Self::File(_) | Self::Entry { .. } => {
                let file = self.file().unwrap_or_default();
                // No option, whatever its name.
                vec![if file.starts_with('-') { format!("./{file}") } else { file }]
            }
        }
    }

    /// Reads a text that people write.
    ///
    /// # Errors
    /// The file cannot be read, or is too large.
    pub fn read(&self) -> Result<Source, Diagnostic> {
        self.read_at_most(MAX_BYTES)
    }

    /// Reads the text of a problem, or of a collection of problems, which programs may have written.
    ///
    /// # Errors
    /// The file cannot be read, or is too large.
    pub fn read_large(&self) -> Result<Source, Diagnostic> {
        self.read_at_most(MAX_INPUT_BYTES)
    }

    fn read_at_most(&self, bytes: usize) -> Result<Source, Diagnostic> {
        match self {
            Self::File(path) | Self::Entry { path, .. } => {
                Source::open_at_most(path, bytes).map_err(|error| match looks_like_board(path) {
                    true => error.help("if this is a board, and no file, give it with --board"),
                    false => error,
                })
            }
            Self::Stdin => Source::read("standard input", io::stdin().lock(), bytes),
            Self::Typed { option, text } => Ok(match in_rows(text) {
                Some(rows) => Source::new(option, &rows),
                None if text.contains(['\n', '\r']) => Source::new(option, text),
                None => Source::new(option, text).in_one_row(),
            }),
        }
    }
}

/// Writes a board whose rows, of equal length, are parted by `/`, `|` or blanks with one row a line.
fn in_rows(text: &str) -> Option<String> {
    let separator = ['/', '|', ' '].into_iter().find(|sign| text.trim().contains(*sign))?;
    let rows = text.split(separator).map(str::trim).filter(|row| !row.is_empty());
    let mut lengths = rows.map(|row| row.trim_matches(['<', '>']).trim().chars().count());
    let first = lengths.next().filter(|length| 1 < *length && !text.contains(['\n', '\r']))?;
    let n_equal = lengths.clone().take_while(|length| *length == first).count();
    (0 < n_equal && n_equal == lengths.count()).then(|| text.replace(separator, "\n"))
}

/// Splits off the name of a problem in a file.
fn entry(path: &Path) -> Option<(PathBuf, String)> {
    if path.exists() {
        return None;
    }
    let text = path.to_str()?;
    text.match_indices(':').find_map(|(at, _)| {
        let (file, entry) = (Path::new(&text[..at]), &text[at + 1..]);
        (file.is_file() && !entry.is_empty()).then(|| (file.to_owned(), entry.to_owned()))
    })
}

/// Checks whether this looks like a board of n·n cells, typed in place of a file.
pub fn looks_like_board(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let cells = text.chars().count();
    let is_cell = |c: char| matches!(c, '.' | '#') || c.is_alphanumeric();
    9 <= cells && cells.isqrt().pow(2) == cells && text.chars().all(is_cell) && !path.exists()
}
