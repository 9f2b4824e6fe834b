//! The source of a problem's text: a file, standard input, or a string on the command line.

use std::io;
use std::path::{Path, PathBuf};

use crate::frontend::{Diagnostic, MAX_BYTES, MAX_INPUT_BYTES, Source};

/// A place to read a problem from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// The value of an option.
    Typed { option: String, text: String },
}

impl Input {
    /// A path that was typed; `-` is standard input.
    pub(crate) fn at(path: PathBuf) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path) }
    }

    /// Whether it is a folder, of which all files are meant.
    pub(crate) fn is_folder(&self) -> bool {
        matches!(self, Self::File(path) if path.is_dir())
    }

    /// What the problem is called, as far as can be told.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Stdin => "standard input".to_owned(),
            Self::Typed { text, .. } => text.clone(),
        }
    }

    /// The file, as it was named.
    pub(crate) fn file(&self) -> Option<String> {
        match self {
            Self::File(path) => Some(path.display().to_string()),
            Self::Stdin | Self::Typed { .. } => None,
        }
    }

    /// Reads a text that people write.
    pub(crate) fn read(&self) -> Result<Source, Diagnostic> {
        self.read_at_most(MAX_BYTES)
    }

    /// Reads the text of a problem, or of a collection of problems, which programs may have written.
    pub(crate) fn read_large(&self) -> Result<Source, Diagnostic> {
        self.read_at_most(MAX_INPUT_BYTES)
    }

    fn read_at_most(&self, bytes: usize) -> Result<Source, Diagnostic> {
        match self {
            Self::File(path) => Source::open_at_most(path, bytes),
            Self::Stdin => Source::read("standard input", io::stdin().lock(), bytes),
            Self::Typed { option, text } => Ok(Source::new(option, text).in_one_row()),
        }
    }
}
