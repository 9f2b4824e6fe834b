//! Tables of summaries: aligned for terminals and as Markdown, and as comma-separated values for programs.

use std::io::Write;

use bmcplan_sat::figures::grouped;

use super::record::{Record, RunOutcome};
use super::summary::{Spread, Summary};

/// Formats the rows as a table with a heading, one line each. Columns that are empty in all rows are left out.
pub fn table(rows: &[Summary<'_>], style: TableStyle) -> String {
    let mut lines: Vec<Vec<String>> = vec![Vec::new(); rows.len() + 1];
    let mut aligns = Vec::new();
    for column in columns().iter().filter(|column| !column.heading.is_empty()) {
        let cells =
            rows.iter().map(|row| (column.cell)(row).as_ref().map(TableCell::for_people).unwrap_or_default());
        let cells: Vec<String> = cells.collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let with_head = std::iter::once(column.heading.to_owned()).chain(cells);
            lines.iter_mut().zip(with_head).for_each(|(line, cell)| line.push(cell));
            aligns.push(column.align);
        }
    }
    lay_out(&lines, &aligns, style)
}

/// Writes the rows as comma-separated values with a heading. Numbers have full precision, and unknown values are empty.
pub fn write_csv(rows: &[Summary<'_>], out: &mut dyn Write) -> Result<(), csv::Error> {
    let columns: Vec<_> = columns().into_iter().filter(|column| !column.key.is_empty()).collect();
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|column| column.key))?;
    for row in rows {
        let cells = columns.iter().map(|column| (column.cell)(row));
        writer
            .write_record(cells.map(|cell| cell.as_ref().map(TableCell::for_programs).unwrap_or_default()))?;
    }
    Ok(writer.flush()?)
}

/// Alignment of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnAlign {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableStyle {
    /// Columns separated by two spaces.
    Terminal,
    /// Columns separated by lines, in GitHub's Markdown.
    Markdown,
}

/// Formats lines of cells as text. The first line is the heading, and every line has a cell for each alignment.
pub fn lay_out(lines: &[Vec<String>], aligns: &[ColumnAlign], style: TableStyle) -> String {
    let is_markdown = style == TableStyle::Markdown;
    // Characters that would end a cell are removed.
    let escaped = |cell: &String| {
        let line = cell.replace(['\n', '\r'], " ");
        if is_markdown { line.replace('|', "\\|") } else { line }
    };
    let lines: Vec<Vec<String>> = lines.iter().map(|line| line.iter().map(escaped).collect()).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let columns: Vec<(usize, ColumnAlign)> =
        aligns.iter().enumerate().map(|(column, align)| (width(column), *align)).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&columns).map(|(cell, (width, align))| {
            // Formatting pads to at most 65,535 characters, and panics beyond.
            let padding = " ".repeat(width - cell.chars().count());
            match align {
                ColumnAlign::Left => format!("{cell}{padding}"),
                ColumnAlign::Right => format!("{padding}{cell}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        if is_markdown {
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        } else {
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        if number == 0 && is_markdown {
            let rule = columns.iter().map(|(width, align)| match align {
                ColumnAlign::Left => format!("|-{}-", "-".repeat(*width)),
                ColumnAlign::Right => format!("|-{}:", "-".repeat(*width)),
            });
            text.push_str(&format!("{}|\n", rule.collect::<String>()));
        }
    }
    text
}

/// A column. Numbers are medians.
struct Column {
    /// Heading in a printed table; empty if the column is only for comma-separated values.
    heading: &'static str,
    /// Heading in comma-separated values; empty if the column is only for printed tables.
    key: &'static str,
    align: ColumnAlign,
    cell: fn(&Summary<'_>) -> Option<TableCell>,
}

enum TableCell {
    Text(String),
    Count(u64),
    Bytes(u64),
    Seconds(f64),
    Megabytes(f64),
}

impl TableCell {
    fn for_people(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => grouped((*count).into()),
            Self::Bytes(count) => bytes(*count),
            Self::Seconds(number) => seconds(*number),
            Self::Megabytes(number) => three_digits(*number),
        }
    }

    /// Formats the value in full. Times and sizes have a decimal point, so that they are read as such.
    fn for_programs(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) | Self::Bytes(count) => count.to_string(),
            Self::Seconds(number) | Self::Megabytes(number) => format!("{number:?}"),
        }
    }
}

fn columns() -> Vec<Column> {
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
        number("", "seed", |row| Some(TableCell::Count(row.configuration.seed(1)?))),
        number("", "runs", |row| size(row.runs().len())),
        number("", "answered", |row| size(row.answered())),
        words("result", "result", |row| Some(TableCell::Text(row.result_in_words()))),
        number("", "length", |row| match row.result() {
            RunOutcome::Solved { length, .. } => size((*length)?),
            _ => None,
        }),
        words("", "cost", |row| match row.result() {
            RunOutcome::Solved { cost: Some(cost), .. } => Some(TableCell::Text(cost.to_string())),
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

/// Returns the greatest refuted number of steps of a run without an answer.
fn refuted_without_answer(record: &Record) -> Option<u64> {
    let refuted = record.refuted.filter(|_| !record.result.is_answer())?;
    u64::try_from(refuted).ok()
}

fn range(row: &Summary<'_>) -> Option<TableCell> {
    let Spread { least, greatest, .. } = cpu(row).filter(|_| 1 < row.runs().len())?;
    Some(TableCell::Text(format!("{}–{}", seconds(least), seconds(greatest))))
}

pub(super) fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.3}") } else { three_digits(seconds) }
}

fn three_digits(number: f64) -> String {
    let decimals = match number {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

fn bytes(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let Some((unit, name)) = units.into_iter().find(|(unit, _)| *unit <= bytes) else {
        return format!("{bytes} B");
    };
    // Hundredths of the unit, few enough to be exact in a float.
    let hundredths = u32::try_from(bytes / (unit / 100)).map_or(f64::INFINITY, f64::from);
    format!("{} {name}", three_digits(hundredths / 100.0))
}
