//! Options that make sense with another one only, such as `--heuristic` with `--search`.
//!
//! The parser of arguments asks for the other one, too, but not where that conflicts with a third that was typed:
//! `--heuristic lmcut --incremental` would pass, and the heuristic would have no effect.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::super::failure::Failure;

/// Each option with the one that it goes with.
const GOES_WITH: [(&str, &str); 4] =
    [("anytime", "first"), ("heuristic", "search"), ("limit", "all"), ("evidence", "certify")];

/// Refuses an option without the one that it goes with.
pub(super) fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let is_typed = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
    match GOES_WITH.into_iter().find(|(option, other)| is_typed(option) && !is_typed(other)) {
        None => Ok(()),
        Some((option, other)) => Err(Failure::Usage(format!(
            "--{option} makes no sense without --{other}; add that, or leave it out"
        ))),
    }
}
