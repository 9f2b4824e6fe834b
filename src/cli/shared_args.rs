//! Names and parts as arguments, and the end of every help text.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

use crate::ask::{Limits, search_threads};

use super::exit::Exit;

const MORE: &str = "--help has more options, examples and the exit codes.";

pub(crate) fn with_examples(command: Command, examples: &str) -> Command {
    command.after_help(MORE).after_long_help(format!("{}\n\n{}", listed(examples), Exit::table()))
}

pub(crate) fn with_examples_always(command: Command, examples: &str) -> Command {
    with_examples(command, examples).after_help(format!("{}\n\n{MORE}", listed(examples)))
}

/// The command with its description, and with examples and exit codes at the end of its help.
pub(crate) fn described(command: Command, about: &'static str, description: &str, examples: &str) -> Command {
    with_examples(command.about(about).long_about(format!("{about}\n\n{description}")), examples)
}

fn listed(examples: &str) -> String {
    format!("Examples:\n  {}", examples.trim())
}

pub(super) fn with_help(arg: Arg, help: &str, details: &str) -> Arg {
    let arg = arg.help(help.to_owned());
    if details.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{details}")) }
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

/// As many at a time as were asked for, or as there are cores; without a number one alone if the time on processors is limited, since its
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
    /// True if the thing with this number, from 0 on, is in the part: parts take turns, so that they have as much to do each.
    pub(crate) fn has(self, number: usize) -> bool {
        number % self.of + 1 == self.part
    }
}

#[derive(thiserror::Error)]
#[error("not a part such as 2/4, which is the second of four")]
pub(crate) struct NoShard;

bmcplan_base::debug_is_message!(NoShard);

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (part, of) = text.split_once('/').ok_or(NoShard)?;
        let (part, of) = (part.parse().map_err(|_| NoShard)?, of.parse().map_err(|_| NoShard)?);
        if (1..=of).contains(&part) { Ok(Self { part, of }) } else { Err(NoShard) }
    }
}
