//! Tables of summaries, aligned for terminals and as Markdown; for programs there is [`write_csv`].

mod cells;
mod csv;
mod layout;

pub use csv::{CsvError, write_csv};
pub use layout::{Align, Style, lay_out};

pub(super) use cells::seconds;
use cells::{Column, columns};

use super::summary::Summary;

/// The rows as a table with a head, a line each. A column that is empty in all rows is left out.
pub fn table(rows: &[Summary<'_>], style: Style) -> String {
    let all: Vec<(Column, Vec<String>)> = columns()
        .into_iter()
        .map(|column| (column, rows.iter().map(|row| (column.cell)(row)).collect()))
        .filter(|(_, cells): &(Column, Vec<String>)| cells.iter().any(|cell| !cell.is_empty()))
        .collect();
    let aligns: Vec<Align> = all.iter().map(|(column, _)| column.align).collect();
    let head = all.iter().map(|(column, _)| column.name.to_owned()).collect();
    let body = (0..rows.len()).map(|row| all.iter().map(|(_, cells)| cells[row].clone()).collect());
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(body).collect();
    lay_out(&lines, &aligns, style)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::record::tests::record;
    use super::super::record::{Outcome, Record};
    use super::super::summary::summaries;
    use super::*;

    fn records() -> Vec<Record> {
        let solved = || Outcome::Solved { length: Some(39), steps: Some(39), optimal: true };
        let mut records = vec![
            record("transition", "incremental", solved()),
            record("transition", "incremental", solved()),
            record("paper-v1", "fixed", Outcome::OutOfTime),
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
        .assert_eq(&table(&summaries(&records()), Style::Terminal));
    }

    #[test]
    fn as_markdown() {
        expect![[r#"
            | encoding   | mode        | solver     | result       | variables | formula | CPU s | from–to     |  MB |
            |------------|-------------|------------|--------------|----------:|--------:|------:|-------------|----:|
            | transition | incremental |            | 39, shortest |    12,345 | 1.23 MB | 0.188 | 0.125–0.250 | 123 |
            | paper-v1   | fixed 39    | cmd:a \| b | out of time  |           |         |  60.0 |             | 123 |
        "#]]
        .assert_eq(&table(&summaries(&records()), Style::Markdown));
    }

    #[test]
    fn for_programs() {
        let mut text = Vec::new();
        write_csv(&summaries(&records()), &mut text).unwrap();
        expect![[r#"
            instance,kind,metric,encoding,mode,given_horizon,solver,options,runs,answered,result,length,horizon,variables,clauses,literals,formula_bytes,states,conflicts,build_seconds,solver_seconds,cpu_seconds,cpu_seconds_least,cpu_seconds_greatest,wall_seconds,memory_mb,version
            board.toml,rushhour,,transition,incremental,,,,2,2,"39, shortest",39,,12345,,,1234567,,,,,0.1875,0.125,0.25,0.25,123.456,1
            board.toml,rushhour,,paper-v1,fixed,39,cmd:a | b,,1,0,out of time,,,,,,,,,,,60.0,60.0,60.0,0.25,123.456,1
        "#]]
        .assert_eq(&String::from_utf8(text).unwrap());
    }
}
