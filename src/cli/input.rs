//! Where a board comes from.

use std::io::{self, Read};
use std::path::PathBuf;

use bmcplan::frontend::rush_hour::{self, Board, Format};
use bmcplan::frontend::{Diagnostic, MAX_BYTES, Source};

/// A place to read a board from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// The command line.
    Typed(String),
}

impl Input {
    /// Reads the board.
    pub(crate) fn read(&self) -> Result<Board, Diagnostic> {
        match self {
            Self::File(path) => rush_hour::read_path(path),
            Self::Stdin => rush_hour::read(&stdin()?),
            Self::Typed(text) => rush_hour::read_as(&Source::new("--board", text), Format::Text),
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
