//! Tables of summaries: aligned for terminals and as Markdown, and as comma-separated values for programs.

mod columns;
mod layout;
mod numbers;

pub use layout::{ColumnAlign, TableStyle, lay_out};

use std::io::Write;

pub(super) use numbers::seconds;

use columns::{TableCell, columns};

use super::summary::Summary;

/// Rows that cannot be written.
#[derive(thiserror::Error)]
#[error(transparent)]
pub struct CsvError(#[from] csv::Error);

debug_is_message!(CsvError);

/// The rows as a table with a head, a line each. A column that is empty in all rows is left out.
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

/// Writes the rows as comma-separated values with a head. Every number is in full; what is unknown is empty.
///
/// # Errors
/// [`CsvError`] if `out` cannot be written to.
pub fn write_csv(rows: &[Summary<'_>], out: impl Write) -> Result<(), CsvError> {
    let columns: Vec<_> = columns().into_iter().filter(|column| !column.key.is_empty()).collect();
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|column| column.key))?;
    for row in rows {
        let cells = columns.iter().map(|column| (column.cell)(row));
        writer
            .write_record(cells.map(|cell| cell.as_ref().map(TableCell::for_programs).unwrap_or_default()))?;
    }
    writer.flush().map_err(csv::Error::from)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::record::tests::record;
    use super::super::record::{Record, RunOutcome};
    use super::super::summary::summaries;
    use super::*;

    fn records() -> Vec<Record> {
        let solved = || RunOutcome::Solved { length: Some(39), steps: Some(39), optimal: true };
        let mut records = vec![
            record("transition", "incremental", solved()),
            record("transition", "incremental", solved()),
            record("paper-v1", "fixed", RunOutcome::OutOfTime),
        ];
        for (record, seconds) in records.iter_mut().zip([0.25, 0.125, 60.0]) {
            record.cpu_seconds = Some(seconds);
            record.figures.variables = Some(12_345);
            record.figures.formula_bytes = Some(1_234_567);
            record.memory_mb = Some(123.456);
        }
        records[2].figures.variables = None;
        records[2].figures.formula_bytes = None;
        records[2].configuration.given_horizon = Some(39);
        records[2].configuration.solver = Some("cmd:a | b".to_owned());
        records
    }

    #[test]
    fn on_a_terminal() {
        expect![[r#"
            encoding    mode         solver     result        variables  formula  CPU s  from–to       MB
            transition  incremental             39, shortest     12,345  1.23 MB  0.188  0.125–0.250  123
            paper-v1    fixed 39     cmd:a | b  out of time                        60.0               123
        "#]]
        .assert_eq(&table(&summaries(&records()), TableStyle::Terminal));
    }

    #[test]
    fn as_markdown() {
        expect![[r#"
            | encoding   | mode        | solver     | result       | variables | formula | CPU s | from–to     |  MB |
            |------------|-------------|------------|--------------|----------:|--------:|------:|-------------|----:|
            | transition | incremental |            | 39, shortest |    12,345 | 1.23 MB | 0.188 | 0.125–0.250 | 123 |
            | paper-v1   | fixed 39    | cmd:a \| b | out of time  |           |         |  60.0 |             | 123 |
        "#]]
        .assert_eq(&table(&summaries(&records()), TableStyle::Markdown));
    }

    #[test]
    fn for_programs() {
        let mut text = Vec::new();
        write_csv(&summaries(&records()), &mut text).unwrap();
        expect![[r#"
            instance,kind,metric,encoding,mode,given_horizon,solver,options,runs,answered,result,length,makespan,horizon,refuted,proved_by,variables,clauses,literals,formula_bytes,states,conflicts,build_seconds,solver_seconds,proof_bytes,certify_seconds,check_seconds,not_certified,cpu_seconds,cpu_seconds_least,cpu_seconds_greatest,wall_seconds,memory_mb,version
            board.toml,rushhour,,transition,incremental,,,,2,2,"39, shortest",39,39,,,,12345,,,1234567,,,,,,,,,0.1875,0.125,0.25,0.25,123.456,1
            board.toml,rushhour,,paper-v1,fixed,39,cmd:a | b,,1,0,out of time,,,,,,,,,,,,,,,,,,60.0,60.0,60.0,0.25,123.456,1
        "#]]
        .assert_eq(&String::from_utf8(text).unwrap());
    }
}
