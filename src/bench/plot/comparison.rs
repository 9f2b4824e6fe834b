//! The plots of a comparison: seconds of each configuration as bars, and seconds against horizon as lines.

use super::super::configuration::Configuration;
use super::super::record::Record;
use super::super::summary::{Spread, Summary, summaries};
use super::super::table::seconds;
use super::bars::{PlotBar, bars};
use super::lines::{PlotLine, lines};
use super::{Panel, figure};

/// The figure of a comparison, panel below panel: for each instance its rows, and lines for the modes that tell horizons.
///
/// `of_horizons` are further runs of the mode `fixed`, which are points of lines and no rows.
pub fn comparison(records: &[Record], of_horizons: &[Record]) -> String {
    let rows = summaries(records);
    let mut instances: Vec<&str> = Vec::new();
    for row in &rows {
        if !instances.contains(&row.instance) {
            instances.push(row.instance);
        }
    }
    let mut panels: Vec<Panel> = Vec::new();
    for instance in instances {
        let of_instance: Vec<&Summary<'_>> = rows.iter().filter(|row| row.instance == instance).collect();
        let all: Vec<PlotBar> = of_instance.iter().filter_map(|row| bar(row)).collect();
        panels.push(bars(instance, "CPU seconds, median, from least to greatest", &all));
        let all: Vec<&Record> =
            records.iter().chain(of_horizons).filter(|record| record.instance == instance).collect();
        let series = series(&all);
        if !series.is_empty() {
            let axes = (
                "horizon",
                "CPU seconds in which this horizon was built and decided, with all that came before",
            );
            panels.push(lines(&format!("{instance}: horizon against time"), axes, &series));
        }
    }
    figure("Comparison of configurations", &panels)
}

fn bar(row: &Summary<'_>) -> Option<PlotBar> {
    let Spread { median, least, greatest } = row.spread(|record| record.cpu_seconds)?;
    let hollow = !row.result().is_answer();
    let why = if hollow { format!(", {}", row.result().in_words(row.configuration)) } else { String::new() };
    Some(PlotBar {
        label: row.configuration.to_string(),
        group: group(row.configuration),
        length: median,
        range: (least, greatest),
        note: format!("{} s{why}", seconds(median)),
        hollow,
    })
}

/// What has a colour of its own.
fn group(configuration: &Configuration) -> String {
    configuration.encoding.clone().unwrap_or_default()
}

/// A line for every configuration of `incremental`, and one for all horizons of `fixed` that are otherwise the same.
fn series(records: &[&Record]) -> Vec<PlotLine> {
    let mut lines: Vec<(Configuration, Vec<(usize, f64)>)> = Vec::new();
    for record in records {
        let mut configuration = record.configuration.clone();
        configuration.given_horizon = None;
        let points = match configuration.mode.as_deref() {
            Some("incremental") => incremental(record),
            Some("fixed") => fixed(record).into_iter().collect(),
            _ => continue,
        };
        match lines.iter_mut().find(|line| line.0 == configuration) {
            Some(line) => line.1.extend(points),
            None => lines.push((configuration, points)),
        }
    }
    let lines = lines.into_iter().map(|(configuration, points)| PlotLine {
        name: configuration.to_string(),
        points: medians(&points),
    });
    lines.filter(|series| 1 < series.points.len()).collect()
}

/// The time until each horizon was decided, up to the first that reaches the goal. Horizons that are tried at a time
/// have no such times.
fn incremental(record: &Record) -> Vec<(usize, f64)> {
    let is_parallel =
        record.configuration.options.get("schedule").is_some_and(|schedule| schedule.starts_with("parallel"));
    let (Some(building), Some(solving), false) =
        (record.figures.build_seconds, record.figures.solver_seconds, is_parallel)
    else {
        return Vec::new();
    };
    // What was built before the first question.
    let asked: f64 = record.horizons.iter().map(|tried| tried.seconds).sum();
    let mut time = (building + solving - asked).max(0.0);
    let mut points = Vec::new();
    for tried in record.horizons.iter().filter(|tried| tried.result != "stopped") {
        time += tried.seconds;
        points.push((tried.horizon, time));
        if tried.result == "reached" {
            break;
        }
    }
    points
}

/// The time of one formula that was decided.
fn fixed(record: &Record) -> Option<(usize, f64)> {
    let horizon = record.configuration.given_horizon?;
    let was_asked = !record.horizons.is_empty() && record.result.is_answer();
    was_asked.then_some((horizon, record.figures.build_seconds? + record.figures.solver_seconds?))
}

/// The median time of each horizon, from left to right.
fn medians(points: &[(usize, f64)]) -> Vec<(f64, f64)> {
    let mut horizons: Vec<usize> = points.iter().map(|point| point.0).collect();
    horizons.sort_unstable();
    horizons.dedup();
    let median = |horizon: usize| {
        let times = points.iter().filter(|point| point.0 == horizon).map(|point| Some(point.1));
        Some((u32::try_from(horizon).ok().map(f64::from)?, Spread::of(times)?.median))
    };
    horizons.into_iter().filter_map(median).collect()
}
