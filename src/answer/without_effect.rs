//! Options that had no effect: those of formulas, where an answer came without one.

use crate::horizon::Strategy;
use crate::planner::{Mode, Outcome, Report};
use itertools::Itertools as _;

/// That options of formulas had no effect, if any were `given` and the answer came without a formula. They are named as they
/// were written; `mode` is how a mode of that name would be.
pub fn without_effect(
    given: &[&str],
    mode: fn(&str) -> String,
    wanted: Mode,
    report: &Report,
) -> Option<String> {
    let (last, first) = given.split_last()?;
    let why = match (&report.outcome, report.mode, wanted) {
        (Outcome::Stopped(_), ..) | (_, Mode::Formula(Strategy::Pdr), _) => return None,
        (_, Mode::Search, Mode::Search) => format!("{} makes no formula", mode("search")),
        (_, Mode::Search, _) => format!("the search answered first; {} leaves it out", mode("incremental")),
        _ if report.attempts.is_empty() => "the answer was known before there was a formula".to_owned(),
        _ => return None,
    };
    let options =
        if first.is_empty() { (*last).to_owned() } else { format!("{} and {last}", first.iter().join(", ")) };
    Some(format!("{options} had no effect: {why}"))
}
