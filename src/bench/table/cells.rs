//! The cells of a table as text for people: numbers with three digits, units and ranges.

use super::super::record::Record;
use super::super::summary::{Spread, Summary};
use super::layout::Align;

/// A column.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) align: Align,
    /// Empty where there is nothing to tell.
    pub(super) cell: fn(&Summary<'_>) -> String,
}

/// All columns.
pub(super) fn columns() -> [Column; 17] {
    let left = |name, cell| Column { name, align: Align::Left, cell };
    let right = |name, cell| Column { name, align: Align::Right, cell };
    [
        left("encoding", |row| row.configuration.encoding.clone().unwrap_or_default()),
        left("mode", |row| row.configuration.mode_and_horizon().unwrap_or_default()),
        left("solver", |row| row.configuration.solver.clone().unwrap_or_default()),
        left("options", |row| row.configuration.options_in_words()),
        left("result", |row| row.result_in_words()),
        right("horizon", |row| counted(row, |record| record.horizon.and_then(|n| u64::try_from(n).ok()))),
        right("variables", |row| counted(row, |record| record.figures.variables)),
        right("clauses", |row| counted(row, |record| record.figures.clauses)),
        right("literals", |row| counted(row, |record| record.figures.literals)),
        right("formula", |row| {
            row.count(|record| record.figures.formula_bytes).map(bytes).unwrap_or_default()
        }),
        right("states", |row| counted(row, |record| record.figures.states)),
        right("build s", |row| median(row, |record| record.figures.build_seconds)),
        right("solver s", |row| median(row, |record| record.figures.solver_seconds)),
        right("conflicts", |row| counted(row, |record| record.figures.conflicts)),
        right("CPU s", |row| median(row, |record| record.cpu_seconds)),
        left("from–to", range),
        right("MB", |row| {
            row.spread(|record| record.memory_mb).map_or(String::new(), |spread| figures(spread.median))
        }),
    ]
}

fn counted(row: &Summary<'_>, count: impl Fn(&Record) -> Option<u64>) -> String {
    row.count(count).map(grouped).unwrap_or_default()
}

fn median(row: &Summary<'_>, number: impl Fn(&Record) -> Option<f64>) -> String {
    row.spread(number).map(|spread| seconds(spread.median)).unwrap_or_default()
}

/// Of several runs.
fn range(row: &Summary<'_>) -> String {
    match row.spread(|record| record.cpu_seconds) {
        Some(Spread { least, greatest, .. }) if 1 < row.runs().len() => {
            format!("{}–{}", seconds(least), seconds(greatest))
        }
        _ => String::new(),
    }
}

/// Three decimals, and fewer where they are more than three digits.
pub(in crate::bench) fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.3}") } else { figures(seconds) }
}

/// Three digits, or all before the point.
fn figures(number: f64) -> String {
    let decimals = if number < 10.0 {
        2
    } else if number < 100.0 {
        1
    } else {
        0
    };
    format!("{number:.decimals$}")
}

/// With a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if 0 < index && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// In the unit that gives one to three digits before the point.
fn bytes(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let Some((unit, name)) = units.into_iter().find(|(unit, _)| *unit <= bytes) else {
        return format!("{bytes} B");
    };
    // Hundredths of the unit, of which there are few enough for a float to be exact.
    let hundredths = u32::try_from(bytes / (unit / 100)).map_or(f64::INFINITY, f64::from);
    format!("{} {name}", figures(hundredths / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0, 999, 1000, 12_345, 1_234_567].map(bytes),
            ["0 B", "999 B", "1.00 kB", "12.3 kB", "1.23 MB"]
        );
        assert_eq!(
            [0.0, 0.1234, 1.234, 12.34, 123.4].map(seconds),
            ["0.000", "0.123", "1.23", "12.3", "123"]
        );
    }
}
