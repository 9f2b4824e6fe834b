//! The arguments that several commands share: solver, time limit, memory limit, names; and the end of every help text.

use std::ffi::OsStr;
use std::str::FromStr;
use std::time::Duration;

use crate::figures::parse_duration;
use crate::solver::{SolverKind, Trust};
use crate::stop::Stop;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use itertools::Itertools as _;

use super::exit::Exit;
use super::failure::Failure;
use super::watch::Limits;

/// The end of short help.
const MORE: &str = "--help has more options, examples and the exit codes.";

/// The command with its examples and the exit codes at the end of its help.
pub(crate) fn with_examples(command: Command, examples: &str) -> Command {
    command.after_help(MORE).after_long_help(format!("{}\n\n{}", listed(examples), Exit::table()))
}

/// The command with its examples, in short help, too.
pub(crate) fn with_examples_always(command: Command, examples: &str) -> Command {
    with_examples(command, examples).after_help(format!("{}\n\n{MORE}", listed(examples)))
}

fn listed(examples: &str) -> String {
    format!("Examples:\n  {}", examples.trim())
}

/// One of these values, by its name; help, errors and completions list the names.
pub(crate) fn one_of<T, const N: usize>(
    values: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(name)).try_map(|name| name.parse())
}

#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after so long and say what was refuted so far
    ///
    /// By the clock on the wall: seconds, or 90s, 2m, 1h, 500ms. So does Ctrl-C, and a second one kills.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    timeout: Option<Duration>,

    /// Stop when this process and those it has started have been on a processor for so long
    ///
    /// All threads together, and processes of solvers while they run.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, hide_short_help = true)]
    cpu_timeout: Option<Duration>,

    /// Stop when more than so many megabytes were taken since the start
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
}

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct SolverArgs {
    #[arg(
        long = "solver", value_name = "NAME", default_value_t, value_parser = SolverParser,
        hide_possible_values = true, hide_default_value = true, help = solver_help()[0].clone(), long_help = solver_help()[1].clone(),
        help_heading = "Formula"
    )]
    kind: SolverKind,

    /// Believe a library or program that says "unsatisfiable" without confirming it by varisat; the answer says so
    #[arg(long, help_heading = "Formula", hide_short_help = true)]
    trust: bool,
}

impl LimitArgs {
    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        const MEGABYTE: usize = 1_000_000;
        let bytes = |megabytes| usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(MEGABYTE);
        Limits { timeout: self.timeout, cpu_timeout: self.cpu_timeout, memory: self.memory.map(bytes) }
    }
}

impl SolverArgs {
    /// The solver, which can be had: a library or program that is missing is reported before long work, even if in the end
    /// no formula is made.
    pub(crate) fn solver(&self) -> Result<SolverKind, Failure> {
        self.kind.build(&Stop::default()).map_err(Failure::Solver)?;
        Ok(self.kind.clone())
    }

    /// What is done with its refutations.
    pub(crate) fn trust(&self) -> Trust {
        if self.trust { Trust::Believe } else { Trust::Confirm }
    }
}

/// In short and in long; those built in depend on the build.
fn solver_help() -> [String; 2] {
    let usual = SolverKind::default();
    let others =
        SolverKind::ALL.iter().filter(|kind| **kind != usual).map(|kind| format!("{kind}, ")).join("");
    let short = format!("SAT solver: {usual} (default), {others}ipasir:PATH, or cmd:'PROGRAM ARGS'");
    let long = format!(
        "{short}\n\n\
         ipasir: names a shared library with the interface IPASIR; a PATH without a slash is looked for where the system keeps libraries. \
         The program is started for every formula, reads it in the DIMACS format on its standard input and prints the \
         answer as in the SAT competitions; its arguments may be quoted as in a shell. \
         Models of either are checked. Where an answer rests on the word that there is none, {built_in} confirms it; if that is \
         stopped by a limit or by Ctrl-C, or left out with --trust, the answer says whom it trusts.",
        built_in = usual,
    );
    [short, long]
}

/// Takes any solver; what can be completed are those built in.
#[derive(Debug, Clone)]
struct SolverParser;

impl TypedValueParser for SolverParser {
    type Value = SolverKind;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        typed: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        StringValueParser::new()
            .try_map(|name| name.parse::<SolverKind>())
            .parse_ref(command, argument, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SolverKind::ALL.iter().map(|kind| PossibleValue::new(kind.to_string()))))
    }
}
