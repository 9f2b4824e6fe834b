//! Names as arguments, and the end of every help text.

use std::str::FromStr;

use clap::Command;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::exit::Exit;

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
