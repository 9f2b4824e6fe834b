//! Standard output, and files that are written piece by piece, or that options name: standard output for `-`; the answer then
//! goes to standard error. A closed pipe is no error: `bmcplan … | head` ends quietly, with the code of the answer.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;
use super::failure::Failure;
use super::files::{self, Files, NewFile};
use super::identity::is_stdout;
use super::terminal::visible_but_colours;

pub(crate) use super::terminal::{paint, print_error, visible};

/// Set once anything was written to stdout.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

pub(crate) fn has_printed() -> bool {
    HAS_PRINTED.load(Ordering::Relaxed)
}

/// Set once the reader of standard output has closed it.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

pub(crate) fn print(text: &str) -> Result<Exit, Failure> {
    put(&visible(text))
}

/// Works as [`print()`], but colours are left as they are.
pub(crate) fn print_painted(text: &str) -> Result<Exit, Failure> {
    put(&visible_but_colours(text))
}

/// Set where standard output is for something else than the answer.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Redirects answers to stderr: standard output is for a file requested as `-`.
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
    let is_open = unless_closed(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))?;
    IS_CLOSED.fetch_or(!is_open, Ordering::Relaxed);
    Ok(Exit::Solved)
}

/// Converts the result of writing to standard output: false if it was closed, which is no error.
pub(crate) fn unless_closed(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { place: place(None), cause })
        }
        written => Ok(written.is_ok()),
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

    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::File(file) => file.finish(),
            Self::Printed(mut out) => unless_closed(out.flush()).map(drop),
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

pub(crate) fn place(path: Option<&Path>) -> String {
    path.map_or("standard output".to_owned(), |path| path.display().to_string())
}

pub(crate) fn name(files: &mut Files, option: &str, path: &Path) -> Option<String> {
    if is_stdout(path) {
        return Some(format!("{option} -"));
    }
    files.writes(option, path);
    None
}

/// Returns true if standard output is for one of the `options`; each has a flag for writing text. `other` is the option by which an
/// answer for scripts goes there. Fails if two outputs go there, or if it is a terminal and the output is no text.
pub(crate) fn takes_stdout(options: &[(String, bool)], other: Option<&str>) -> Result<bool, Failure> {
    let mut names = options.iter().map(|(option, _)| option.as_str()).chain(other);
    match (options, names.next(), names.next()) {
        ([], ..) => Ok(false),
        (_, Some(first), Some(second)) => {
            Err(Failure::Usage(format!("{first} and {second}: both write to standard output")))
        }
        ([(option, false), ..], ..) if io::stdout().is_terminal() => Err(Failure::Usage(format!(
            "{option}: standard output is a terminal; name a file, or send it on to one"
        ))),
        _ => Ok(true),
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if !is_stdout(path) {
        files::write(path, bytes)?;
        report_written(path, 1);
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    unless_closed(stdout.write_all(bytes).and_then(|()| stdout.flush())).map(drop)
}

/// Says on a terminal which file was written, or how many of a pattern.
pub(crate) fn report_written(path: &Path, n_files: usize) {
    if n_files != 0 && io::stderr().is_terminal() {
        let all = if n_files == 1 { String::new() } else { format!(", {n_files} files") };
        print_error(&format!("written: {}{all}", path.display()));
    }
}
