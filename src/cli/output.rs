//! Standard output, and files that are written piece by piece. A closed pipe is no error: `bmcplan … | head` ends quietly,
//! with the code of the answer.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;
use super::failure::Failure;
use super::files::NewFile;
use super::terminal::visible_but_colours;
pub(crate) use super::terminal::{paint, print_error, visible};

/// Set once anything was written to stdout.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Set once anything was written to stdout.
pub(crate) fn has_printed() -> bool {
    HAS_PRINTED.load(Ordering::Relaxed)
}

/// Set once standard output was closed by whoever read it.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Was standard output closed? Then nobody waits for more of a long answer.
pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

/// Writes an answer to stdout.
pub(crate) fn print(text: &str) -> Result<Exit, Failure> {
    put(&visible(text))
}

/// As [`print()`], but colours are left as they are.
pub(crate) fn print_painted(text: &str) -> Result<Exit, Failure> {
    put(&visible_but_colours(text))
}

/// Set where standard output is for something else than the answer.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// From now on answers go to stderr: standard output is for a file that was asked for as `-`.
pub(crate) fn leave_stdout() {
    IS_TAKEN.store(true, Ordering::Relaxed);
}

fn put(text: &str) -> Result<Exit, Failure> {
    HAS_PRINTED.store(true, Ordering::Relaxed);
    if IS_TAKEN.load(Ordering::Relaxed) {
        let _ = io::stderr().write_all(text.as_bytes());
        return Ok(Exit::Solved);
    }
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { place: place(None), cause })
        }
        written => {
            IS_CLOSED.fetch_or(written.is_err(), Ordering::Relaxed);
            Ok(Exit::Solved)
        }
    }
}

/// A file or stdout, for what is written as it is made. The file is there when it is finished.
pub(crate) enum OutputSink {
    Printed(BufWriter<StdoutLock<'static>>),
    File(NewFile),
}

impl OutputSink {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        Ok(match path {
            None => Self::Printed(BufWriter::new(io::stdout().lock())),
            Some(path) => Self::File(NewFile::create(path)?),
        })
    }

    /// Ends the output. A closed standard output is no error.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::File(file) => file.finish(),
            Self::Printed(mut out) => match out.flush() {
                Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                    Err(Failure::Output { place: place(None), cause })
                }
                Ok(()) | Err(_) => Ok(()),
            },
        }
    }
}

impl Write for OutputSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Printed(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Printed(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// The name of a file, or of standard output.
pub(crate) fn place(path: Option<&Path>) -> String {
    path.map_or("standard output".to_owned(), |path| path.display().to_string())
}
