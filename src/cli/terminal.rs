//! Standard error, colours, and text that is safe to print on a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::frontend::{Diagnostic, Paint};
use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::ColorChoice;

/// Writes a line to stderr.
pub(crate) fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// Prints a diagnostic on stderr.
pub(crate) fn print_diagnostic(diagnostic: &Diagnostic) {
    let text = diagnostic.render(paint(&io::stderr()));
    let _ = writeln!(io::stderr(), "{}", visible_but_colours(&text));
}

/// The text with control characters, which a terminal would obey, written as in JSON: names of files, suites and
/// configurations may have some.
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

/// As [`visible`], but sequences that set colours are kept.
pub(crate) fn visible_but_colours(text: &str) -> String {
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&visible(&rest[..at]));
        rest = &rest[at..];
        let length = colour_length(rest).unwrap_or(1);
        let (sequence, after) = rest.split_at(length);
        shown.push_str(&if length == 1 { visible(sequence) } else { Cow::Borrowed(sequence) });
        rest = after;
    }
    shown.push_str(&visible(rest));
    shown
}

/// The length of the sequence that sets colours at the beginning of the text, if there is one.
fn colour_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let rest = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    rest.starts_with('m').then(|| text.len() - rest.len() + 1)
}

/// Chooses colours for the rest of the run.
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
