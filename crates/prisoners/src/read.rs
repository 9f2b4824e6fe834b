//! Schedules in TOML: days, rows of a day, and members of a row, numbered from 1.
//!
//! ```toml
//! name = "an example"
//! meets = "neighbours"    # or "everyone"
//! days = [
//!     [[1, 2], [3, 4]],
//!     [[1, 3], [2, 4]],
//! ]
//! ```
//!
//! `name` and `source` are for people. Reading includes the check, so every schedule that is read is valid.

use itertools::Itertools;
use serde::Deserialize;
use toml::Spanned;

use bmcplan_base::text::toml::complaint;
use bmcplan_base::text::{Diagnostic, Source};

use crate::check::FaultPlace;
use crate::{Fault, Meets, Schedule, ScheduleProblem, check};

type RowMembers = Spanned<Vec<i64>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduleFile {
    meets: Option<Spanned<String>>,
    days: Spanned<Vec<Spanned<Vec<RowMembers>>>>,
    /// Name of the schedule. Only its type is checked.
    #[serde(rename = "name")]
    _name: Option<String>,
    /// Origin of the schedule. Only its type is checked.
    #[serde(rename = "source")]
    _source: Option<String>,
}

const FORM: &str =
    "give days = [[[1, 2, 3], …], …]: a list of days, each a list of rows, each a list of numbers";

/// Error of reading a schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The text cannot be parsed.
    #[error(transparent)]
    Unreadable(#[from] Diagnostic),
    /// The schedule is invalid: a person is missing or walks twice, rows differ in length, a pair meets twice.
    #[error(transparent)]
    Wrong(Diagnostic),
}

/// Reads a schedule and the problem that it solves.
pub fn read(source: &Source) -> Result<(ScheduleProblem, Schedule), ScheduleError> {
    let file: ScheduleFile =
        toml::from_str(source.text()).map_err(|error| complaint(source, &error, FORM, FORM))?;
    let meets = match &file.meets {
        None => Meets::default(),
        Some(name) => name.get_ref().parse().map_err(|error| {
            Diagnostic::new(source, "an unknown relation").at(name.span(), "here").help(format!("{error}"))
        })?,
    };
    let mut days = Vec::new();
    for day in file.days.get_ref() {
        let rows = day.get_ref().iter().map(|row| members(source, row)).collect::<Result<Vec<_>, _>>()?;
        days.push(rows);
    }
    let first = days.first().map_or(&[][..], Vec::as_slice);
    let (people, row) = (first.iter().map(Vec::len).sum(), first.first().map_or(0, Vec::len));
    let problem = ScheduleProblem::new(people, row, days.len(), meets).map_err(|error| {
        let place = file.days.get_ref().first().map_or(file.days.span(), Spanned::span);
        Diagnostic::new(source, "the first day gives impossible numbers of people and rows")
            .at(place, error.to_string())
            .help(FORM)
    })?;
    let schedule = Schedule(days);
    match check(&problem, &schedule) {
        Ok(()) => Ok((problem, schedule)),
        Err(fault) => Err(ScheduleError::Wrong(describe(source, file.days.get_ref(), &fault))),
    }
}

/// Returns the people of a row, numbered from 0.
fn members(source: &Source, row: &RowMembers) -> Result<Vec<usize>, Diagnostic> {
    let person = |number: &i64| usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
    row.get_ref().iter().map(person).collect::<Option<Vec<_>>>().ok_or_else(|| {
        Diagnostic::new(source, "people are numbered from 1").at(row.span(), "in this row").help(FORM)
    })
}

fn describe(source: &Source, days: &[Spanned<Vec<RowMembers>>], fault: &Fault) -> Diagnostic {
    let day_at = |day: usize| days.get(day.wrapping_sub(1));
    let row_at = |day: usize, row: usize| day_at(day)?.get_ref().get(row.wrapping_sub(1)).map(Spanned::span);
    let row_of = |day: usize, pair: &[usize; 2]| {
        let both = |row: &&RowMembers| {
            pair.iter().all(|one| row.get_ref().iter().any(|n| usize::try_from(*n) == Ok(*one)))
        };
        day_at(day)?.get_ref().iter().find(both).map(Spanned::span)
    };
    let place = |place: &FaultPlace| match place {
        FaultPlace::Day(day) => day_at(*day).map(Spanned::span),
        FaultPlace::Row(day, row) => row_at(*day, *row),
        FaultPlace::Pair(day, pair) => row_of(*day, pair),
    };
    let mut places = fault.places.iter().filter_map(place).dedup();
    let mut diagnostic = Diagnostic::new(source, fault.to_string());
    if let Some(place) = places.next() {
        diagnostic = diagnostic.at(place, "here");
    }
    if let Some(before) = places.next() {
        diagnostic = diagnostic.also(before, "and before, here");
    }
    diagnostic.help("everybody walks once a day, in rows of one length, and no two meet twice")
}
