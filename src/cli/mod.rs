//! The command line: each command has its own file or folder, with its arguments, its configuration and its output.
//!
//! This file puts the commands together and calls the one that was typed. What they share lies below them and knows none of them.
//!
//! The answer goes to stdout and nothing else does; errors, the log and the progress line go to stderr.
//!
//! **Architecture Invariant:** only the command line prints or ends the process.

mod bench;
mod check;
mod compare;
mod completions;
mod draw;
mod exhaustion;
mod exit;
mod explain;
mod explore;
mod export;
mod facts;
mod failure;
mod files;
mod generate;
mod harden;
mod identity;
mod limiter;
mod output;
mod page;
mod picture_formats;
mod pictures;
mod prisoners;
mod problem_args;
mod progress;
mod rate;
mod refusal;
mod report;
mod schedule_args;
mod setting_args;
mod shared_args;
mod solve;
mod terminal;
mod verify;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::FromArgMatches as _;
use clap::{ArgAction, ArgMatches, Args, ColorChoice, Command};

use crate::ask::looks_like_board;
use crate::kinds::Kinds;
use crate::plan::Metric;
use exit::Exit;
use failure::Failure;
use problem_args::Scope;
use refusal::ErrorAnswer;
use shared_args::{all_in_full, in_full};

pub use exhaustion::OrEnd;

const ABOUT: &str = "Finds provably shortest plans by incremental SAT solving";

const DESCRIPTION: &str = "\
What is printed as a plan was replayed by an independent validator; what is called shortest has all shorter lengths refuted.";

const EXAMPLES: &str = "\
Examples:
  bmcplan instances/sample02.toml
  bmcplan solve instances/sample02.toml --certify certificate
  bmcplan sliding instances/sliding/klotski.toml --metric moves
  bmcplan pddl instances/pddl/trolley/problem.pddl
  bmcplan generate --length 30.. --count 3

`bmcplan help exit-codes` lists the exit codes.";

const EXIT_CODES: &str = "exit-codes";

#[derive(Debug, Args)]
struct GlobalArgs {
    /// Log to stderr; -vv and -vvv log more (or set RUST_LOG)
    #[arg(short, long, action = ArgAction::Count, global = true, display_order = 900, hide_short_help = true)]
    verbose: u8,

    /// Colours: auto (default, heeds NO_COLOR, CLICOLOR_FORCE), always or never
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true,
        hide_short_help = true,
        global = true,
        display_order = 901
    )]
    color: ColorChoice,

    /// End when this process, which started it, ends
    #[arg(long, value_name = "PROCESS", global = true, hide = true)]
    end_with_parent: Option<u32>,
}

/// Runs the command that was typed, with the kinds of problems of this library.
pub fn main() -> ExitCode {
    main_with(Kinds::default())
}

/// Runs the command that was typed, with these kinds of problems: for programs that bring kinds of their own.
pub fn main_with(kinds: Kinds) -> ExitCode {
    exit_of(&kinds, std::env::args_os()).into()
}

/// Runs the command of these words and returns its exit code: for programs that have another one started by `launcher`,
/// such as a script, which starts the runs of `bench` and `compare`, too.
pub fn run_words(launcher: PathBuf, words: impl IntoIterator<Item = OsString>) -> u8 {
    bench::runs::launch_with(launcher);
    exit_of(&Kinds::default(), [OsString::from("bmcplan")].into_iter().chain(words)).code()
}

fn exit_of(kinds: &Kinds, words: impl IntoIterator<Item = OsString>) -> Exit {
    failure::describe_panics();
    exhaustion::prepare();
    let words: Vec<OsString> = words.into_iter().collect();
    failure::contain_panics(|| match matched(words, kinds) {
        Ok(matches) => run(&matches, kinds).unwrap_or_else(|failure| {
            if wants_json(&matches) && !output::has_printed() {
                ErrorAnswer::of_failure(&failure).print();
            }
            failure.print()
        }),
        Err(refusal) => refusal::explain(&refusal),
    })
}

fn matched(words: Vec<OsString>, kinds: &Kinds) -> clap::error::Result<ArgMatches> {
    let commands = commands(kinds);
    let words = with_command(words, |word| is_command(word, &commands));
    let program = program_for(&words, &commands);
    let asks_for_help = words.get(1).is_some_and(|word| word == "help")
        || words.iter().take_while(|word| *word != "--").any(|word| word == "--help");
    let names_command = words.iter().any(|word| is_command(&word.to_string_lossy(), &commands));
    let program = match (asks_for_help, names_command) {
        (false, _) => program,
        (true, true) => all_in_full(program),
        // Its list has a line for each command.
        (true, false) => in_full(program),
    };
    program.try_get_matches_from(words).map_err(refusal::with_meant_command)
}

fn wants_json(matches: &ArgMatches) -> bool {
    let Some((_, matches)) = matches.subcommand() else { return false };
    ["json", "jsonl"].iter().any(|name| matches!(matches.try_get_one::<bool>(name), Ok(Some(true))))
}

/// A command by its names; its arguments are described when they are needed.
type NamedCommand<'k> = (Vec<&'k str>, Box<dyn Fn() -> Command + 'k>);

fn commands(kinds: &Kinds) -> Vec<NamedCommand<'_>> {
    let mut commands: Vec<NamedCommand<'_>> = vec![(vec!["solve"], Box::new(|| solve::any(kinds)))];
    for kind in kinds.iter() {
        let names = [kind.name].iter().chain(kind.aliases).copied().collect();
        commands.push((names, Box::new(move || solve::one(kind, kinds))));
    }
    let mut add = |name, command| commands.push((vec![name], command));
    add("draw", Box::new(|| draw::command(kinds)));
    add("page", Box::new(|| page::command(kinds)));
    add("check", Box::new(|| check::command(kinds)));
    add("verify", Box::new(verify::command));
    add("explore", Box::new(|| explore::command(kinds)));
    add("facts", Box::new(|| facts::command(kinds)));
    add("export", Box::new(|| export::command(kinds)));
    add("rate", Box::new(|| rate::command(kinds)));
    add("harden", Box::new(|| harden::command(kinds)));
    add("generate", Box::new(|| generate::command(kinds)));
    add("explain", Box::new(|| explain::command(kinds)));
    add("prisoners", Box::new(prisoners::command));
    add("compare", Box::new(|| compare::command(kinds)));
    add("bench", Box::new(bench::command));
    add("completions", Box::new(completions::command));
    add(EXIT_CODES, Box::new(|| Command::new(EXIT_CODES).hide(true).override_help(Exit::table())));
    commands
}

fn program(kinds: &Kinds) -> Command {
    program_of(&commands(kinds), |_| true)
}

fn is_command(word: &str, commands: &[NamedCommand<'_>]) -> bool {
    commands.iter().any(|(names, _)| names.contains(&word))
}

/// Returns the command line for words that begin with the name of a command: that command alone, since to describe all takes as long as
/// to solve a small board.
fn program_for(words: &[OsString], commands: &[NamedCommand<'_>]) -> Command {
    let is_typed = |names: &[&str]| names.iter().any(|name| words.get(1).is_some_and(|word| word == name));
    let is_one = commands.iter().any(|(names, _)| is_typed(names));
    program_of(commands, |names| !is_one || is_typed(names))
}

fn program_of(commands: &[NamedCommand<'_>], is_wanted: impl Fn(&[&str]) -> bool) -> Command {
    GlobalArgs::augment_args(Command::new("bmcplan"))
        .about(ABOUT)
        .long_about(format!("{ABOUT}.\n\n{DESCRIPTION}"))
        .version(crate::ask::VERSION)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands.iter().filter(|(names, _)| is_wanted(names)).map(|(_, command)| command()))
        .after_help(EXAMPLES)
}

/// A command that was typed, checked as far as it can be before anything is read.
enum Configured<'k> {
    Solve(Box<solve::SolveConfig>),
    Prisoners(Box<prisoners::PrisonersConfig>),
    Other(Box<dyn FnOnce() -> Result<Exit, Failure> + 'k>),
}

fn configure<'k>(matches: &ArgMatches, kinds: &'k Kinds) -> Result<Configured<'k>, Failure> {
    fn other<'k, C: 'k>(config: C, run: impl FnOnce(C) -> Result<Exit, Failure> + 'k) -> Configured<'k> {
        Configured::Other(Box::new(move || run(config)))
    }
    let (name, matches) = matches.subcommand().unwrap_or(("", matches));
    Ok(match name {
        "draw" => other(draw::config(matches, kinds)?, |config| draw::run(&config)),
        "page" => other(page::config(matches, kinds)?, |config| page::run(&config)),
        "check" => other(check::config(matches, kinds)?, |config| check::run(&config)),
        "verify" => other(verify::config(matches)?, |config| verify::run(&config, kinds)),
        "explore" => other(explore::config(matches, kinds)?, |config| explore::run(&config)),
        "facts" => other(facts::config(matches, kinds)?, |config| facts::run(&config)),
        "rate" => other(rate::config(matches, kinds)?, rate::run),
        "generate" => other(generate::config(matches, kinds)?, generate::run),
        "harden" => other(harden::config(matches, kinds)?, |config| harden::run(&config)),
        "explain" => other(explain::config(matches, kinds)?, |config| explain::run(&config)),
        "export" => other(export::config(matches, kinds)?, |config| export::run(&config)),
        "prisoners" => Configured::Prisoners(Box::new(prisoners::config(matches)?)),
        "compare" => other(compare::config(matches, kinds)?, |config| compare::run(&config)),
        "bench" => other(bench::config(matches)?, |config| {
            bench::run(&config, kinds, &|words| solves(words, None, kinds))
        }),
        "completions" => other(matches.clone(), |matches| completions::run(&matches, program(kinds))),
        EXIT_CODES => other((), |()| output::print(&Exit::table())),
        name => {
            let any = || Scope::Any(kinds.clone());
            let scope = kinds.named(name).map_or_else(any, |kind| Scope::One(kind, kinds.clone()));
            Configured::Solve(Box::new(solve::config(matches, &scope)?))
        }
    })
}

fn run(matches: &ArgMatches, kinds: &Kinds) -> Result<Exit, Failure> {
    let global = GlobalArgs::from_arg_matches(matches)?;
    terminal::choose_colour(global.color);
    start_log(global.verbose);
    if let Some(parent) = global.end_with_parent {
        limiter::end_with_parent(parent);
    }
    match configure(matches, kinds)? {
        Configured::Solve(config) => solve::run(*config),
        Configured::Prisoners(config) => prisoners::run(&config),
        Configured::Other(run) => run(),
    }
}

/// Checks that these words, with the name of the program before them, are a command that solves a problem: one whose plans are compared by
/// this metric, if that is known.
fn solves(words: &[String], metric: Option<Metric>, kinds: &Kinds) -> Result<(), String> {
    let matches =
        program(kinds).try_get_matches_from(words).map_err(|refusal| failure::in_a_line(&refusal))?;
    let in_words = |failure: Failure| failure.to_string();
    match configure(&matches, kinds).map_err(in_words)? {
        Configured::Solve(config) => {
            let checked = metric.map_or(Ok(()), |metric| config.settings.options_in(metric, 1).map(drop));
            checked.map_err(|fault| in_words(fault.into()))
        }
        Configured::Prisoners(_) => Ok(()),
        Configured::Other(_) => Err("this command solves no problems".to_owned()),
    }
}

/// Starts the log. The command line overrides `RUST_LOG`.
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
        let now = humantime::format_rfc3339_millis(SystemTime::now());
        writeln!(out, "[{now} {style}{level:<5}{style:#}] {}", terminal::visible(&text))
    });
    log.init();
}

/// Returns the words with `solve` before a first one that names no command and looks like a file.
fn with_command(mut words: Vec<OsString>, is_command: impl Fn(&str) -> bool) -> Vec<OsString> {
    let is_file = words.get(1).is_some_and(|word| {
        let text = word.to_string_lossy();
        let is_there =
            text.contains(['.', '/', '\\']) || looks_like_board(word.as_ref()) || Path::new(word).exists();
        let is_meant = refusal::meant(&text).is_some() && !Path::new(word).exists();
        let is_word = text == "help" || is_command(&text) || is_meant;
        !is_word && (text == "-" || !text.starts_with('-') && is_there)
    });
    if is_file {
        words.insert(1, "solve".into());
    }
    words
}
