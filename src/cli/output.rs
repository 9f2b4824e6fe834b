//! The only place that writes to stdout and stderr. Whoever closed them is not interested any more, which is no
//! error: `bmcplan … | head` ends quietly, with the code of the answer.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use crate::frontend::Paint;
use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::ColorChoice;

use super::exit::Exit;
use super::failure::Failure;
use super::files::NewFile;

/// Writes an answer to stdout.
pub(crate) fn print(text: &str) -> Result<Exit, Failure> {
    put(&visible(text))
}

/// As [`print`], but colours are left as they are.
pub(crate) fn print_painted(text: &str) -> Result<Exit, Failure> {
    put(&visible_but_colours(text))
}

fn put(text: &str) -> Result<Exit, Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { place: place(None), cause })
        }
        Ok(()) | Err(_) => Ok(Exit::Solved),
    }
}

/// Where something long is written as it is made: a file, which is there when it is finished, or stdout.
pub(crate) enum Sink {
    Printed(BufWriter<StdoutLock<'static>>),
    File(NewFile),
}

impl Sink {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        Ok(match path {
            None => Self::Printed(BufWriter::new(io::stdout().lock())),
            Some(path) => Self::File(NewFile::create(path)?),
        })
    }

    /// Nothing more is written. Whoever closed standard output is not interested any more.
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

    /// As [`NewFile::leave`].
    pub(crate) fn leave(self) -> Option<PathBuf> {
        match self {
            Self::Printed(_) => None,
            Self::File(file) => file.leave(),
        }
    }
}

impl Write for Sink {
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

/// What that place is called.
pub(crate) fn place(path: Option<&Path>) -> String {
    path.map_or("standard output".to_owned(), |path| path.display().to_string())
}

/// Writes a line to stderr.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// As [`complain`], but colours are left as they are.
pub(crate) fn complain_painted(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_but_colours(text));
}

/// The text with control characters, which a terminal would obey, written as in JSON: names of files, suites and
/// configurations come from elsewhere.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn visible_but_colours(text: &str) -> String {
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&visible(&rest[..at]));
        rest = &rest[at..];
        let length = colour(rest).unwrap_or(1);
        let (sequence, after) = rest.split_at(length);
        shown.push_str(&if length == 1 { visible(sequence) } else { Cow::Borrowed(sequence) });
        rest = after;
    }
    shown.push_str(&visible(rest));
    shown
}

/// The length of the sequence that sets colours at the beginning of the text, if there is one.
fn colour(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let rest = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    rest.starts_with('m').then(|| text.len() - rest.len() + 1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert!(matches!(visible("a\n\tb ü"), Cow::Borrowed(_)));
        assert_eq!(visible("a\u{1b}[31m\r\u{7f}\u{9b}b"), "a\\u001b[31m\\u000d\\u007f\\u009bb");
    }

    #[test]
    fn colours_are_left() {
        let own = "\u{1b}[1;31mred\u{1b}[0m\n";
        assert_eq!(visible_but_colours(own), own);
        for (text, shown) in [
            ("\u{1b}", "\\u001b"),
            ("\u{1b}[", "\\u001b["),
            ("\u{1b}[3", "\\u001b[3"),
            ("\u{1b}[2J\u{1b}[0m", "\\u001b[2J\u{1b}[0m"),
            ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"),
            ("\u{1b}\u{1b}[mä", "\\u001b\u{1b}[mä"),
        ] {
            assert_eq!(visible_but_colours(text), shown);
        }
    }
}
