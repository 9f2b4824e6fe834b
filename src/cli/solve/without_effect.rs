//! Options that had no effect: those of formulas, where an answer came without one.

use clap::ArgMatches;
use clap::parser::ValueSource;
use itertools::Itertools as _;

use crate::horizon::Strategy;
use crate::planner::{Mode, Outcome, Report};

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

/// That options of formulas had no effect, if there are any and the answer came without a formula.
pub(super) fn without_effect(typed: &[&str], wanted: Mode, report: &Report) -> Option<String> {
    let (last, first) = typed.split_last()?;
    let why = match (&report.outcome, report.mode, wanted) {
        (Outcome::Stopped(_), ..) | (_, Mode::Formula(Strategy::Pdr), _) => return None,
        (_, Mode::Search, Mode::Search) => "--search makes no formula",
        (_, Mode::Search, _) => "the search answered first; --incremental leaves it out",
        _ if report.attempts.is_empty() => "the answer was known before there was a formula",
        _ => return None,
    };
    let options =
        if first.is_empty() { (*last).to_owned() } else { format!("{} and {last}", first.iter().join(", ")) };
    Some(format!("{options} had no effect: {why}"))
}
