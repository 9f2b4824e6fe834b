//! The columns of a table: one list for people and for programs, so that a new figure gets its column in one place.

use super::super::record::{Record, RunOutcome};
use super::super::summary::{Spread, Summary};
use super::layout::ColumnAlign;
use super::numbers::{bytes, grouped, seconds, three_digits};

/// A column. Numbers are medians.
pub(super) struct Column {
    /// Its head in a table for people; empty if it is for programs only.
    pub(super) heading: &'static str,
    /// Its head in comma-separated values; empty if it is for people only.
    pub(super) key: &'static str,
    pub(super) align: ColumnAlign,
    /// The value in a row, if it is known.
    pub(super) cell: fn(&Summary<'_>) -> Option<TableCell>,
}

/// A value in a row.
pub(super) enum TableCell {
    Text(String),
    Count(u64),
    Bytes(u64),
    Seconds(f64),
    Megabytes(f64),
}

impl TableCell {
    /// Rounded, with units.
    pub(super) fn for_people(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => grouped(*count),
            Self::Bytes(count) => bytes(*count),
            Self::Seconds(number) => seconds(*number),
            Self::Megabytes(number) => three_digits(*number),
        }
    }

    /// In full; times and sizes with a point, so that they are read as such.
    pub(super) fn for_programs(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) | Self::Bytes(count) => count.to_string(),
            Self::Seconds(number) | Self::Megabytes(number) => format!("{number:?}"),
        }
    }
}

/// All columns.
pub(super) fn columns() -> Vec<Column> {
    let words = |heading, key, cell| Column { heading, key, align: ColumnAlign::Left, cell };
    let number = |heading, key, cell| Column { heading, key, align: ColumnAlign::Right, cell };
    vec![
        words("", "instance", |row| text(row.instance)),
        words("", "kind", |row| text(row.kind)),
        words("", "metric", |row| text(row.configuration.metric.as_ref()?)),
        words("encoding", "encoding", |row| text(row.configuration.encoding.as_ref()?)),
        words("mode", "", |row| row.configuration.mode_and_horizon().map(TableCell::Text)),
        words("", "mode", |row| text(row.configuration.mode.as_ref()?)),
        number("", "given_horizon", |row| size(row.configuration.given_horizon?)),
        words("solver", "solver", |row| text(row.configuration.solver.as_ref()?)),
        words("options", "options", |row| Some(TableCell::Text(row.configuration.options_in_words()))),
        number("", "runs", |row| size(row.runs().len())),
        number("", "answered", |row| size(row.answered())),
        words("result", "result", |row| Some(TableCell::Text(row.result_in_words()))),
        number("", "length", |row| match row.result() {
            RunOutcome::Solved { length, .. } => size((*length)?),
            _ => None,
        }),
        number("", "makespan", |row| match row.result() {
            RunOutcome::Solved { steps, .. } => size((*steps)?),
            _ => None,
        }),
        number("horizon", "horizon", |row| count(row, |record| u64::try_from(record.horizon?).ok())),
        number("refuted", "refuted", |row| count(row, refuted_without_answer)),
        words("", "proved_by", |row| text(row.runs().first()?.proved_by.as_ref()?)),
        number("variables", "variables", |row| count(row, |record| record.figures.variables)),
        number("clauses", "clauses", |row| count(row, |record| record.figures.clauses)),
        number("literals", "literals", |row| count(row, |record| record.figures.literals)),
        number("formula", "formula_bytes", |row| {
            row.count(|record| record.figures.formula_bytes).map(TableCell::Bytes)
        }),
        number("states", "states", |row| count(row, |record| record.figures.states)),
        number("conflicts", "conflicts", |row| count(row, |record| record.figures.conflicts)),
        number("build s", "build_seconds", |row| median(row, |record| record.figures.build_seconds)),
        number("solver s", "solver_seconds", |row| median(row, |record| record.figures.solver_seconds)),
        number("proof", "proof_bytes", |row| {
            row.count(|record| record.certificate.as_ref()?.proof_bytes).map(TableCell::Bytes)
        }),
        number("certify s", "certify_seconds", |row| {
            median(row, |record| record.certificate.as_ref()?.making_seconds)
        }),
        number("check s", "check_seconds", |row| {
            median(row, |record| record.certificate.as_ref()?.checking_seconds)
        }),
        words("", "not_certified", |row| text(row.runs().first()?.certificate.as_ref()?.missing.as_ref()?)),
        number("CPU s", "cpu_seconds", |row| median(row, |record| record.cpu_seconds)),
        words("from–to", "", range),
        number("", "cpu_seconds_least", |row| Some(TableCell::Seconds(cpu(row)?.least))),
        number("", "cpu_seconds_greatest", |row| Some(TableCell::Seconds(cpu(row)?.greatest))),
        number("", "wall_seconds", |row| median(row, |record| Some(record.wall_seconds))),
        number("MB", "memory_mb", |row| {
            row.spread(|record| record.memory_mb).map(|spread| TableCell::Megabytes(spread.median))
        }),
        words("", "version", |row| text(&row.runs().first()?.version)),
    ]
}

fn text(text: &str) -> Option<TableCell> {
    Some(TableCell::Text(text.to_owned()))
}

fn size(size: usize) -> Option<TableCell> {
    u64::try_from(size).ok().map(TableCell::Count)
}

fn count(row: &Summary<'_>, number: fn(&Record) -> Option<u64>) -> Option<TableCell> {
    row.count(number).map(TableCell::Count)
}

fn median(row: &Summary<'_>, number: fn(&Record) -> Option<f64>) -> Option<TableCell> {
    row.spread(number).map(|spread| TableCell::Seconds(spread.median))
}

fn cpu(row: &Summary<'_>) -> Option<Spread> {
    row.spread(|record| record.cpu_seconds)
}

/// How far a run came that has no answer.
fn refuted_without_answer(record: &Record) -> Option<u64> {
    let refuted = record.refuted.filter(|_| !record.result.is_answer())?;
    u64::try_from(refuted).ok()
}

/// Of several runs.
fn range(row: &Summary<'_>) -> Option<TableCell> {
    let Spread { least, greatest, .. } = cpu(row).filter(|_| 1 < row.runs().len())?;
    Some(TableCell::Text(format!("{}–{}", seconds(least), seconds(greatest))))
}
