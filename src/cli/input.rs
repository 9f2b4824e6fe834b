//! The source of a problem's text: a file, standard input, or a string on the command line.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::frontend::{Diagnostic, MAX_BYTES, Source};

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

    /// What the problem is called, as far as can be told.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Stdin => "standard input".to_owned(),
            Self::Typed { text, .. } => text.clone(),
        }
    }

    /// Reads the text.
    pub(crate) fn read(&self) -> Result<Source, Diagnostic> {
        match self {
            Self::File(path) => Source::open(path),
            Self::Stdin => stdin(),
            Self::Typed { option, text } => Ok(Source::new(option, text)),
        }
    }
}

fn stdin() -> Result<Source, Diagnostic> {
    const NAME: &str = "standard input";
    let mut bytes = Vec::new();
    // One byte past the limit tells an input that is too large from one that just fits.
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    match io::stdin().lock().take(limit).read_to_end(&mut bytes) {
        Ok(_) => Source::from_bytes(NAME, &bytes),
        Err(error) => Err(Diagnostic::without_text(NAME, format!("cannot be read: {error}"))),
    }
}
