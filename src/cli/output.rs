//! The only place that writes to stdout and stderr. Whoever closed them is not interested any more, which is no
//! error: `bmcplan … | head` ends quietly, with the code of the answer.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use bmcplan::frontend::Paint;

use super::exit::Exit;
use super::failure::Failure;

/// Writes an answer to stdout.
pub(crate) fn print(text: &str) -> Result<Exit, Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { place: place(None), cause })
        }
        Ok(()) | Err(_) => Ok(Exit::Solved),
    }
}

/// Where something long is written as it is made: a file, or stdout. The file is made, or emptied, at the first byte, so that
/// an old one stays as it is where there is nothing to write.
pub(crate) fn open(path: Option<&Path>) -> Box<dyn Write + '_> {
    match path {
        None => Box::new(BufWriter::new(io::stdout().lock())),
        Some(path) => Box::new(BufWriter::new(LateFile { path, file: None })),
    }
}

struct LateFile<'a> {
    path: &'a Path,
    file: Option<File>,
}

impl Write for LateFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::create(self.path)?),
        };
        file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

/// What that place is called.
pub(crate) fn place(path: Option<&Path>) -> String {
    path.map_or("standard output".to_owned(), |path| path.display().to_string())
}

/// Writes a line to stderr.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// How diagnostics are drawn on stderr (see <https://no-color.org>).
pub(crate) fn paint() -> Paint {
    let colorless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !colorless { Paint::Colored } else { Paint::Plain }
}
