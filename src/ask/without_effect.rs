//! Settings that had no effect: those of formulas, where an answer came without one.

use itertools::Itertools as _;

use super::given::{Settings, Spelling};
use crate::horizon::Strategy;
use crate::planner::{Mode, Outcome, Report};

/// The sentence about settings of formulas that were given, if the answer came without a formula.
pub fn without_effect(settings: &Settings, spelling: Spelling, report: &Report) -> Option<String> {
    let given = settings.of_formulas().map(|name| spelling.setting(name)).collect_vec();
    let (last, first) = given.split_last()?;
    let mode = |name| spelling.mode(name);
    let why = match (&report.outcome, report.mode, settings.planner_mode()) {
        (Outcome::Stopped(_), ..) | (_, Mode::Formula(Strategy::Pdr), _) => return None,
        (_, Mode::Search, Mode::Search) => format!("{} makes no formula", mode("search")),
        (_, Mode::Search, _) => format!("the search answered first; {} leaves it out", mode("incremental")),
        _ if report.attempts.is_empty() => "the answer was known before there was a formula".to_owned(),
        _ => return None,
    };
    let settings =
        if first.is_empty() { last.clone() } else { format!("{} and {last}", first.iter().join(", ")) };
    Some(format!("{settings} had no effect: {why}"))
}
