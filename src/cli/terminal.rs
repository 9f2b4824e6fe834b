//! Standard error, colours, and text that is safe to print on a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::text::{Diagnostic, Paint};
use anstream::AutoStream;
use anstream::stream::RawStream;
use clap::ColorChoice;

pub(crate) fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

pub(crate) fn print_diagnostic(diagnostic: &Diagnostic) {
    let text = diagnostic.render(paint(&io::stderr()));
    let _ = writeln!(io::stderr(), "{}", visible_but_colours(&text));
}

/// Escapes control characters as in JSON, since a terminal would obey them, and characters that change the direction of text or have
/// no width. Names of files, suites, pieces and actions may have some.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Soft hyphens, directions of text, joiners, spaces without width, breaks, fillers, tags.
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' => true,
        '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

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

fn colour_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let rest = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
    rest.starts_with('m').then(|| text.len() - rest.len() + 1)
}

pub(crate) fn choose_colour(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Returns the colours on a stream: some if that was typed or else if it is a terminal that has colours, and the
/// environment agrees (see <https://no-color.org> and <https://bixense.com/clicolors>).
pub(crate) fn paint(stream: &impl RawStream) -> Paint {
    match AutoStream::choice(stream) {
        anstream::ColorChoice::Never => Paint::Plain,
        _ => Paint::Colored,
    }
}
