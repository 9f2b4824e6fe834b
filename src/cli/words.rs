//! The words that were typed, before they are understood: a file in place of a command is to be solved.

use std::ffi::OsString;
use std::path::Path;

use crate::ask::looks_like_board;

/// The words with `solve` before a first one that names no command and looks like a file.
pub(super) fn with_command(mut words: Vec<OsString>, is_command: impl Fn(&str) -> bool) -> Vec<OsString> {
    let is_file = words.get(1).is_some_and(|word| {
        let text = word.to_string_lossy();
        let is_there =
            text.contains(['.', '/', '\\']) || looks_like_board(word.as_ref()) || Path::new(word).exists();
        let is_word = text == "help" || is_command(&text);
        !is_word && (text == "-" || !text.starts_with('-') && is_there)
    });
    if is_file {
        words.insert(1, "solve".into());
    }
    words
}
