//! Messages about an invalid command line, and the text of `--help` and `--version`. With `--json`, errors are also one object on
//! standard output.

use std::ffi::OsString;
use std::io::{self, Write as _};

use crate::ask::{DiagnosticObject, VERSION, reason_name};
use clap::error::{ContextKind, ContextValue};
use serde::Serialize;

use super::exit::Exit;
use super::failure::{Failure, in_a_line};
use super::report::json_line;
use super::{output, terminal};

/// Words that are typed as commands, with the command that is meant.
const MEANT: &[(&str, &str)] = &[
    ("golfers", "bmcplan prisoners --design golfers --groups 8 --size 4 --weeks 7"),
    ("schoolgirls", "bmcplan prisoners --design kirkman"),
    ("kirkman", "bmcplan prisoners --design kirkman"),
    ("multishot", "bmcplan solve FILE --incremental"),
    ("incremental", "bmcplan solve FILE --incremental"),
    ("minimize", "bmcplan solve FILE --minimize N"),
    ("search", "bmcplan solve FILE --search"),
    ("count", "bmcplan solve FILE --count"),
    ("certify", "bmcplan solve FILE --certify FOLDER"),
    ("validate", "bmcplan check FILE PLAN"),
    ("play", "bmcplan page FILE"),
    ("klotski", "bmcplan sliding FILE"),
];

/// Returns the command that is meant by a word.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    MEANT.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, meant)| *meant)
}

/// Replaces the refusal of a word that is no command by one that names the command that is meant, if it is known.
pub(super) fn with_meant_command(refusal: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = refusal.get(ContextKind::InvalidSubcommand) else {
        return refusal;
    };
    match meant(word) {
        Some(meant) => {
            clap::Error::raw(refusal.kind(), format!("there is no command `{word}`; type: {meant}\n"))
        }
        None => refusal,
    }
}

/// Reports what is wrong with the words that were typed; or else prints what `--help` and `--version` ask for, on stdout.
pub(super) fn explain(refusal: &clap::Error) -> Exit {
    let is_plain = |word: OsString| !word.to_string_lossy().contains(char::is_control);
    if refusal.use_stderr() {
        // A word that could not be understood may not be an option at all; but the option of `compare` names a file.
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let asks_for_json = words.iter().any(|word| word == "--json" || word == "--jsonl");
        if asks_for_json && words.first().is_none_or(|command| command != "compare") {
            ErrorAnswer::of("error", DiagnosticObject::without_place(&in_a_line(refusal))).print();
        }
        if std::env::args_os().all(is_plain) {
            let _ = refusal.print();
        } else {
            terminal::print_error(refusal.render().to_string().trim_end());
        }
        return Exit::Usage;
    }
    output::unless_closed(refusal.print().and_then(|()| io::stdout().flush()))
        .map_or_else(|failure| failure.print(), |_| Exit::Solved)
}

#[derive(Debug, Serialize)]
pub(crate) struct ErrorAnswer {
    status: &'static str,
    error: DiagnosticObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    version: &'static str,
}

impl ErrorAnswer {
    pub(crate) fn of_failure(failure: &Failure) -> Self {
        let in_words = || DiagnosticObject::without_place(&failure.to_string());
        match failure {
            Failure::Wrong(diagnostic) => Self::of("wrong", diagnostic.into()),
            Failure::Input(diagnostic) => Self::of("error", diagnostic.into()),
            Failure::Warned(warnings) => {
                Self::of("error", warnings.first().map_or_else(in_words, DiagnosticObject::from))
            }
            Failure::Stopped { reason, at } => Self {
                stopped_by: Some(reason_name(*reason)),
                ..Self::of("stopped", at.as_ref().map_or_else(in_words, DiagnosticObject::from))
            },
            _ => Self::of("error", in_words()),
        }
    }

    /// Prints it. If that fails, the message on stderr remains.
    pub(crate) fn print(&self) {
        if let Ok(line) = json_line(self) {
            let _ = output::print(&line);
        }
    }

    fn of(status: &'static str, error: DiagnosticObject) -> Self {
        Self { status, error, stopped_by: None, version: VERSION }
    }
}
