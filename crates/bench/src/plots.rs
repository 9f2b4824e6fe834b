//! Plots of records: bars and lines that compare runs, and plots of configurations over a whole suite. A cactus plot shows how
//! many problems each configuration answers in what time; a scatter plot compares two configurations.

use itertools::Itertools as _;

use bmcplan_draw::plot::{Figure, Panel, PlotBar, PlotLine, ScatterPoint, bars, lines, points};

use super::configuration::Configuration;
use super::record::Record;
use super::report::{ConfigurationScore, ScoreClock};
use super::summary::{Spread, Summary, summaries};
use super::table::seconds;

/// Draws the figure of a comparison, one panel per instance: its rows, and lines for the modes that report horizons.
///
/// `of_horizons` are further runs of the mode `fixed`. They are points of lines, not rows.
pub fn comparison(records: &[Record], of_horizons: &[Record]) -> Figure {
    let rows = summaries(records);
    let mut panels: Vec<Panel> = Vec::new();
    for instance in rows.iter().map(|row| row.instance).unique() {
        let of_instance: Vec<&Summary<'_>> = rows.iter().filter(|row| row.instance == instance).collect();
        let all: Vec<PlotBar> = of_instance.iter().filter_map(|row| bar(row)).collect();
        panels.push(bars(
            instance,
            "CPU seconds: bars are medians, thin lines go from the least to the greatest",
            &all,
        ));
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
    Figure { title: "Comparison of configurations".to_owned(), panels }
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

fn group(configuration: &Configuration) -> String {
    configuration.encoding.clone().unwrap_or_default()
}

/// Returns a line for every configuration of `incremental`, and one for all horizons of `fixed` in otherwise equal
/// configurations.
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

/// Returns the time at which each horizon was decided, up to the first that reaches the goal. Horizons tried in parallel have
/// no such times.
fn incremental(record: &Record) -> Vec<(usize, f64)> {
    let is_parallel =
        record.configuration.options.get("schedule").is_some_and(|schedule| schedule.starts_with("parallel"));
    let (Some(building), Some(solving), false) =
        (record.figures.build_seconds, record.figures.solver_seconds, is_parallel)
    else {
        return Vec::new();
    };
    // Time of everything built before the first query.
    let tried_seconds: f64 = record.horizons.iter().map(|tried| tried.seconds).sum();
    let mut time = (building + solving - tried_seconds).max(0.0);
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

fn fixed(record: &Record) -> Option<(usize, f64)> {
    let horizon = record.configuration.given_horizon?;
    let is_decided = !record.horizons.is_empty() && record.result.is_answer();
    is_decided.then_some((horizon, record.figures.build_seconds? + record.figures.solver_seconds?))
}

fn medians(points: &[(usize, f64)]) -> Vec<(f64, f64)> {
    let horizons = points.iter().map(|point| point.0).sorted().dedup();
    let median = |horizon: usize| {
        let times = points.iter().filter(|point| point.0 == horizon).map(|point| Some(point.1));
        Some((u32::try_from(horizon).ok().map(f64::from)?, Spread::of(times)?.median))
    };
    horizons.filter_map(median).collect()
}

/// Draws a cactus plot: the n-th point of a line is the time of the n-th fastest answer. Lines that end further right have more
/// answers, and lower lines are faster.
pub fn cactus(title: &str, scores: &[ConfigurationScore]) -> Figure {
    let series = scores.iter().map(|score| {
        let count = |n: usize| u32::try_from(n).map_or(f64::INFINITY, f64::from);
        PlotLine {
            name: format!("{score} ({} of {})", score.answered(), score.tried()),
            points: score.seconds().into_iter().zip(1..).map(|(seconds, n)| (count(n), seconds)).collect(),
        }
    });
    let series: Vec<PlotLine> = series.collect();
    let clock = scores.first().map_or(ScoreClock::Cpu, |score| score.clock).name();
    let seconds = format!("{clock} seconds of each, median");
    let panel = lines(title, ("problems answered, the fastest first", &seconds), &series);
    Figure { title: title.to_owned(), panels: vec![panel] }
}

/// Draws a scatter plot with a point for each problem that both configurations were tried on.
pub fn scatter(title: &str, across: &ConfigurationScore, upright: &ConfigurationScore) -> Figure {
    let both = across.problems.iter().filter_map(|(problem, one)| {
        let other = upright.problems.get(problem)?;
        Some(ScatterPoint { x: one.seconds, y: other.seconds, limit: one.limit.or(other.limit) })
    });
    let both: Vec<ScatterPoint> = both.collect();
    let (seconds, axes) =
        (format!("{} seconds", across.clock.name()), (across.to_string(), upright.to_string()));
    let panel = points(title, (&axes.0, &axes.1), &seconds, &both);
    Figure { title: title.to_owned(), panels: vec![panel] }
}
