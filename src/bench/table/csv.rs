//! Tables as comma-separated values for programs: every number in full, unknown ones empty.

use std::io::Write;

use super::super::record::Outcome;
use super::super::summary::Summary;

/// Rows that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct CsvError(#[from] csv::Error);

const HEAD: [&str; 27] = [
    "instance",
    "kind",
    "metric",
    "encoding",
    "mode",
    "given_horizon",
    "solver",
    "options",
    "runs",
    "answered",
    "result",
    "length",
    "horizon",
    "variables",
    "clauses",
    "literals",
    "formula_bytes",
    "states",
    "conflicts",
    "build_seconds",
    "solver_seconds",
    "cpu_seconds",
    "cpu_seconds_least",
    "cpu_seconds_greatest",
    "wall_seconds",
    "memory_mb",
    "version",
];

/// Writes the rows as comma-separated values with a head. Numbers are medians.
///
/// # Errors
/// [`CsvError`] if `out` cannot be written to.
pub fn write_csv(rows: &[Summary<'_>], out: impl Write) -> Result<(), CsvError> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(HEAD)?;
    for row in rows {
        writer.write_record(cells(row))?;
    }
    writer.flush().map_err(csv::Error::from)?;
    Ok(())
}

fn cells(row: &Summary<'_>) -> [String; 27] {
    let configuration = row.configuration;
    let cpu = row.spread(|record| record.cpu_seconds);
    let length = match row.result() {
        Outcome::Solved { length, .. } => *length,
        _ => None,
    };
    [
        row.instance.to_owned(),
        row.kind.to_owned(),
        shown(configuration.metric.as_ref()),
        shown(configuration.encoding.as_ref()),
        shown(configuration.mode.as_ref()),
        shown(configuration.given_horizon),
        shown(configuration.solver.as_ref()),
        configuration.options_in_words(),
        row.runs().len().to_string(),
        row.answered().to_string(),
        row.result_in_words(),
        shown(length),
        shown(row.count(|record| record.horizon.and_then(|horizon| u64::try_from(horizon).ok()))),
        shown(row.count(|record| record.figures.variables)),
        shown(row.count(|record| record.figures.clauses)),
        shown(row.count(|record| record.figures.literals)),
        shown(row.count(|record| record.figures.formula_bytes)),
        shown(row.count(|record| record.figures.states)),
        shown(row.count(|record| record.figures.conflicts)),
        number(row.spread(|record| record.figures.build_seconds).map(|spread| spread.median)),
        number(row.spread(|record| record.figures.solver_seconds).map(|spread| spread.median)),
        number(cpu.map(|spread| spread.median)),
        number(cpu.map(|spread| spread.least)),
        number(cpu.map(|spread| spread.greatest)),
        number(row.spread(|record| Some(record.wall_seconds)).map(|spread| spread.median)),
        number(row.spread(|record| record.memory_mb).map(|spread| spread.median)),
        row.runs().first().map(|record| record.version.clone()).unwrap_or_default(),
    ]
}

fn shown(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// With a point, so that it is read as a number with one.
fn number(value: Option<f64>) -> String {
    value.map(|value| format!("{value:?}")).unwrap_or_default()
}
