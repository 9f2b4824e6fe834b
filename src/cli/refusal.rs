//! Messages for a command line that could not be understood, and the text of `--help` and `--version`.

use std::ffi::OsString;
use std::io::{self, Write as _};

use super::exit::Exit;
use super::failure::ErrorAnswer;
use super::failure::Failure;
use super::{output, terminal};

/// The fault, and what could be there instead.
pub(super) fn in_a_line(refusal: &clap::Error) -> String {
    let text = refusal.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more "));
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ");
    let rest = lines.filter(|line| !line.starts_with("tip:"));
    [first].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

/// Reports what is wrong with the words that were typed; or else prints what `--help` and `--version` ask for, on stdout.
pub(super) fn explain(refusal: &clap::Error) -> Exit {
    let is_plain = |word: OsString| !word.to_string_lossy().contains(char::is_control);
    if refusal.use_stderr() {
        // A word that could not be understood may not be an option at all; but the option of `compare` names a file.
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let asks_for_json = words.iter().any(|word| word == "--json" || word == "--jsonl");
        if asks_for_json && words.first().is_none_or(|command| command != "compare") {
            ErrorAnswer::of_usage(&in_a_line(refusal)).print();
        }
        if std::env::args_os().all(is_plain) {
            let _ = refusal.print();
        } else {
            terminal::print_error(refusal.render().to_string().trim_end());
        }
        return Exit::Usage;
    }
    match refusal.print().and_then(|()| io::stdout().flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Failure::Output { place: output::place(None), cause }.print()
        }
        Ok(()) | Err(_) => Exit::Solved,
    }
}
