//! Names and parts as arguments, and what `-h` and `--help` show.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, Resettable, TypedValueParser};
use clap::{Arg, Command};

use crate::ask::{Limits, search_threads};

/// Adds a line about the command, and what `--help` and the man page add: its description and examples.
pub(crate) fn described(command: Command, about: &'static str, description: &str, examples: &str) -> Command {
    with_examples(command.about(about).long_about(format!("{about}\n\n{description}")), examples)
}

pub(crate) fn with_examples(command: Command, examples: &str) -> Command {
    command.after_long_help(format!("Examples:\n  {}", examples.trim()))
}

/// Adds a line of help, and the details that `--help` and the man page add.
pub(super) fn with_help(arg: Arg, help: &str, details: &str) -> Arg {
    let arg = arg.help(help.to_owned());
    if details.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{details}")) }
}

/// Lays `--help` out as `-h` is, with rare options, and with details below the line of an option.
pub(super) fn in_full(command: Command) -> Command {
    let about = command.get_long_about().cloned();
    let examples = command.get_after_long_help().cloned();
    let command = match about {
        Some(about) => command.about(about).long_about(Resettable::Reset),
        None => command,
    };
    let command = match examples {
        Some(examples) => command.after_help(examples).after_long_help(Resettable::Reset),
        None => command,
    };
    command.mut_args(arg_in_full)
}

/// Works as [`in_full`], its subcommands as well.
pub(super) fn all_in_full(command: Command) -> Command {
    in_full(command).mut_subcommands(all_in_full)
}

pub(super) fn arg_in_full(arg: Arg) -> Arg {
    let help = arg.get_long_help().map(|help| help.to_string().replace("\n\n", "\n"));
    let arg = match help {
        // Details say what each value is.
        Some(help) => arg.help(help).long_help(Resettable::Reset).hide_possible_values(true),
        None => arg,
    };
    arg.hide_short_help(false)
}

/// Parses one of these values by its name; help, errors and completions list the names.
pub(crate) fn one_of<T, const N: usize>(
    values: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(name)).try_map(|name| name.parse())
}

/// Returns the requested number of jobs, or the number of cores; without a number 1 if CPU time is limited, since its
/// clock is that of all threads.
pub(crate) fn jobs(given: Option<NonZeroUsize>, limits: &Limits) -> NonZeroUsize {
    given.or_else(|| search_threads(limits)).unwrap_or(NonZeroUsize::MIN)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1 on.
    pub(crate) part: usize,
    pub(crate) of: usize,
}

impl Shard {
    /// Returns true if the thing with this number, from 0 on, is in the part: parts take turns, so that they have as much to do each.
    pub(crate) fn has(self, number: usize) -> bool {
        number % self.of + 1 == self.part
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not a part such as 2/4, which is the second of four")]
pub(crate) struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (part, of) = text.split_once('/').ok_or(NoShard)?;
        let (part, of) = (part.parse().map_err(|_| NoShard)?, of.parse().map_err(|_| NoShard)?);
        if (1..=of).contains(&part) { Ok(Self { part, of }) } else { Err(NoShard) }
    }
}
