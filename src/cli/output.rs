//! The only place that writes to stdout and stderr. Whoever closed them is not interested any more, which is no
//! error: `bmcplan … | head` ends quietly, with the code of the answer.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::AutoStream;
use anstream::stream::RawStream;
use bmcplan::frontend::Paint;
use clap::ColorChoice;

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

/// Says what was typed about colours, once and for all.
pub(crate) fn choose_colour(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// How something is drawn on a stream: in colour if that was typed or else if it is a terminal that has colours, and the
/// environment agrees (see <https://no-color.org> and <https://bixense.com/clicolors>).
pub(crate) fn paint(stream: &impl RawStream) -> Paint {
    match AutoStream::choice(stream) {
        anstream::ColorChoice::Never => Paint::Plain,
        _ => Paint::Colored,
    }
}

/// What can be told before the work is done about the file that is to be written after it.
pub(crate) fn check_writable(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let problem = if path.is_dir() {
        "this is a directory; name a file"
    } else if !folder.is_dir() {
        "there is no such directory"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(format!("{option} {}: {problem}", path.display())))
}
