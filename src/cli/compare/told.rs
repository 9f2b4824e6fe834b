//! The output of `compare`: tables, notes, files, and errors for rows that contradict each other.

use std::fmt::Write as _;

use crate::bench::{Disagreement, Record, Style, Summary, plot, summaries, table, write_csv};
use itertools::Itertools as _;

use super::super::exit::Exit;
use super::super::failure::Failure;
use super::super::{files, output};
use super::entrant::Entrant;
use super::meant::{Compare, Json, Outputs};

/// Records of a comparison.
#[derive(Default)]
pub(super) struct Measured {
    /// In the order in which the rows are to stand.
    pub(super) rows: Vec<Record>,
    /// Of horizons for the plot only.
    pub(super) horizons: Vec<Record>,
}

/// A table for each instance, with its notes.
pub(super) fn tables(entrants: &[Entrant], rows: &[Summary<'_>], meant: &Compare) -> String {
    let blocks = entrants.iter().map(|entrant| {
        let instance = &entrant.instance;
        let of_instance = rows.iter().filter(|row| row.instance == instance.name).cloned().collect_vec();
        let metric = entrant.choices.metric.as_ref().map(|metric| format!(", {metric}")).unwrap_or_default();
        let medians = match of_instance.iter().map(|row| row.runs().len()).minmax().into_option() {
            None => "nothing was measured".to_owned(),
            Some((1, 1)) => "one run each".to_owned(),
            Some((fewest, most)) if fewest == most => format!("medians of {most} runs each"),
            // It was interrupted.
            Some((_, most)) => format!("medians of up to {most} runs each"),
        };
        let head = format!("{} ({}{metric}), {medians}", instance.name, instance.kind);
        let mut block = match meant.outputs.style {
            Style::Terminal => format!("{head}\n\n"),
            Style::Markdown => format!("### {head}\n\n"),
        };
        if !of_instance.is_empty() {
            block += &table(&of_instance, meant.outputs.style);
            block.push('\n');
        }
        for note in entrant.notes.iter().cloned().chain(failures(&of_instance)) {
            let _ = writeln!(block, "- {note}");
        }
        block.trim_end().to_owned() + "\n"
    });
    blocks.collect_vec().join("\n")
}

/// What failed, and with which words.
fn failures(rows: &[Summary<'_>]) -> Vec<String> {
    let message = |record: &&Record| {
        record.result.failure().map(|message| format!("failed: {} ({message})", record.configuration))
    };
    rows.iter().flat_map(|row| row.runs().iter().filter_map(message)).unique().collect()
}

/// Writes the files that were asked for.
pub(super) fn write_files(outputs: &Outputs, measured: &Measured) -> Result<(), Failure> {
    if let Some(path) = &outputs.csv {
        let mut text = Vec::new();
        write_csv(&summaries(&measured.rows), &mut text)
            .map_err(|error| Failure::Usage(format!("--csv {}: {error}", path.display())))?;
        files::write(path, &text)?;
    }
    if let Some(path) = &outputs.plot {
        files::write(path, plot::comparison(&measured.rows, &measured.horizons).as_bytes())?;
    }
    Ok(())
}

/// Whether the table is printed.
pub(super) fn prints_table(outputs: &Outputs) -> bool {
    !matches!(outputs.json, Some(Json::Printed))
}

/// Says what does not fit together.
pub(super) fn complain(disagreements: &[Disagreement]) -> Exit {
    let pairs = disagreements.iter().map(|pair| format!("  {pair}")).join("\n");
    output::complain(&format!(
        "error: these runs contradict each other, so at least one of each two is wrong\n{pairs}"
    ));
    Exit::Internal
}
