//! The output of `compare`: tables, notes, comma-separated values and the plot.

use crate::bench::report::ProblemSection;
use crate::bench::run_log::Entry;
use crate::bench::{Record, TableStyle, plots, summaries, write_csv};
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::{files, output};
use super::config::{CompareConfig, JsonOutput, Outputs};
use super::instance::CompareInstance;

/// Prints the tables, unless the log is printed, and writes the files if there are runs. `of_plot` are runs of further horizons.
pub(super) fn write(
    config: &CompareConfig,
    instances: &[CompareInstance],
    of_table: &[&Entry],
    of_plot: &[&Entry],
) -> Result<(), Failure> {
    let Outputs { style, csv, json, plot } = &config.outputs;
    if !matches!(json, Some(JsonOutput::Printed)) {
        output::print(&instances.iter().map(|instance| section(instance, of_table, *style)).join("\n"))?;
    }
    if of_table.is_empty() && of_plot.is_empty() {
        return Ok(());
    }
    let records =
        |entries: &[&'_ Entry]| -> Vec<Record> { entries.iter().map(|entry| entry.record.clone()).collect() };
    if let Some(path) = csv {
        let mut text = Vec::new();
        write_csv(&summaries(of_table.iter().map(|entry| &entry.record)), &mut text)
            .map_err(|error| Failure::Usage(format!("--csv {}: {error}", path.display())))?;
        files::write(path, &text)?;
    }
    if let Some(file) = plot {
        file.write(&plots::comparison(&records(of_table), &records(of_plot)))?;
    }
    Ok(())
}

fn section(instance: &CompareInstance, entries: &[&Entry], style: TableStyle) -> String {
    let is_its = |entry: &&Entry| entry.record.instance == instance.instance.name;
    ProblemSection {
        instance: &instance.instance.name,
        kind: &instance.instance.kind,
        metric: instance.choices.first().and_then(|choices| choices.metric.as_deref()),
        entries: entries.iter().copied().filter(is_its).collect(),
        notes: instance.notes.clone(),
    }
    .text(style)
}
