//! The command line, in two layers as in ripgrep: [`lowargs`] parses arguments, [`hiargs`] checks them and makes a
//! configuration. A command turns meaning into an answer, [`text`] and [`json`] turn answers into output, and [`exit`]
//! is the table of codes.
//!
//! The answer goes to stdout and nothing else does; what is wrong, the log and the progress line go to stderr.
//!
//! **Architecture Invariant:** no other room imports this one, and only this one prints or ends the process.

mod asked;
mod bench;
mod compare;
mod encoding;
mod examples;
mod exhaustion;
mod exit;
mod explore;
mod export;
mod failure;
mod files;
mod hiargs;
mod input;
mod json;
mod lowargs;
mod lowlimits;
mod lowprisoners;
mod lowproblem;
mod output;
mod panics;
mod pictures;
mod prisoners;
mod problem;
mod progress;
mod solve;
mod text;
mod watch;
mod worker;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Parser as _;

pub use exhaustion::OrEnd;
use exit::Exit;
use failure::Failure;
use hiargs::Command;
use lowargs::LowArgs;

/// Runs the command that was typed.
pub fn main() -> ExitCode {
    panics::describe();
    exhaustion::prepare();
    panics::contain(|| match LowArgs::try_parse() {
        Ok(typed) => run(typed).unwrap_or_else(|failure| failure.report()),
        Err(told) => explain(&told),
    })
    .into()
}

/// Tells what was wrong with the words that were typed; or else what `--help` and `--version` ask for, which goes to stdout.
fn explain(told: &clap::Error) -> Exit {
    let is_plain = |word: OsString| !word.to_string_lossy().contains(char::is_control);
    if told.use_stderr() {
        if std::env::args_os().all(is_plain) {
            let _ = told.print();
        } else {
            output::complain(told.render().to_string().trim_end());
        }
        return Exit::Usage;
    }
    match told.print().and_then(|()| io::stdout().flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Failure::Output { place: output::place(None), cause }.report()
        }
        Ok(()) | Err(_) => Exit::Solved,
    }
}

fn run(typed: LowArgs) -> Result<Exit, Failure> {
    output::choose_colour(typed.color);
    start_log(typed.verbose);
    if let Some(parent) = typed.end_with_parent {
        watch::end_with_parent(parent);
    }
    match hiargs::interpret(typed)? {
        Command::Solve(meant) => solve::run(&meant),
        Command::Explore(meant) => explore::run(&meant),
        Command::Export(meant) => export::run(&meant),
        Command::Prisoners(meant) => prisoners::run(&meant),
        Command::Compare(meant) => compare::run(&meant),
        Command::Bench(meant) => bench::run(&meant),
        Command::Completions(shell) => output::print(&lowargs::completions(shell)),
    }
}

/// What was typed wins over `RUST_LOG`.
fn start_log(verbose: u8) {
    let mut log = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"));
    let level = match verbose {
        0 => None,
        1 => Some(log::LevelFilter::Info),
        2 => Some(log::LevelFilter::Debug),
        _ => Some(log::LevelFilter::Trace),
    };
    if let Some(level) = level {
        log.filter_module("bmcplan", level);
    }
    log.format(|out, record| {
        let (level, style) = (record.level(), out.default_level_style(record.level()));
        let text = record.args().to_string();
        writeln!(
            out,
            "[{} {style}{level:<5}{style:#}] {}",
            humantime::format_rfc3339_millis(SystemTime::now()),
            output::visible(&text)
        )
    });
    log.init();
}
