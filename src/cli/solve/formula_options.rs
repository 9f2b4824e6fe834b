//! The options of formulas that were typed: where an answer comes without one, they have no effect.

use clap::ArgMatches;
use clap::parser::ValueSource;

/// The options of formulas, by the names of their arguments.
const OPTIONS: [(&str, &str); 7] = [
    ("encoding", "--encoding"),
    ("kind", "--solver"),
    ("trust", "--trust"),
    ("reduce", "--reduce"),
    ("at_most_one", "--at-most-one"),
    ("schedule", "--schedule"),
    ("threads", "--threads"),
];

/// The options of formulas that were typed.
pub(super) fn formula_options(matches: &ArgMatches) -> Vec<&'static str> {
    let is_typed = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
    OPTIONS.into_iter().filter(|(name, _)| is_typed(name)).map(|(_, option)| option).collect()
}
