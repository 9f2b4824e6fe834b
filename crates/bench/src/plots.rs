//! Plots of records: bars and lines that compare runs, problems on one axis, and plots of configurations over a whole suite. A cactus plot shows how
//! many problems each configuration answers in what time; a scatter plot compares two configurations.

use std::path::Path;

use itertools::Itertools as _;

use bmcplan_draw::plot::{
    CategoryLine, Figure, Panel, PlotBar, PlotLine, ScatterPoint, bars, categories, lines, points,
};

use super::configuration::Configuration;
use super::record::Record;
use super::report::{ConfigurationScore, ScoreClock};
use super::summary::{Spread, Summary, summaries};
use super::table::seconds;

/// Draws the figure of a comparison: of several instances all on one axis, a line for each configuration; of one the bars of its
/// rows, and lines for the mode that reports horizons.
pub fn comparison(records: &[Record]) -> Figure {
    let rows = summaries(records);
    let mut panels: Vec<Panel> = Vec::new();
    let instances: Vec<&str> = rows.iter().map(|row| row.instance).unique().collect();
    match *instances {
        [] => {}
        [instance] => {
            let all: Vec<PlotBar> = rows.iter().filter_map(bar).collect();
            let axis = "CPU seconds: bars are medians, thin lines go from the least to the greatest";
            panels.push(bars(instance, axis, &all));
            let series = series(records);
            if !series.is_empty() {
                let axes = (
                    "horizon",
                    "CPU seconds in which this horizon was built and decided, with all that came before",
                );
                panels.push(lines(&format!("{instance}: horizon against time"), axes, &series));
            }
        }
        _ => {
            let names = short_names(&instances);
            panels.push(categories(
                "Problems",
                "CPU seconds, median",
                &names,
                &by_instance(&rows, &instances),
            ));
        }
    }
    Figure { title: "Comparison of configurations".to_owned(), panels }
}

/// Returns a line for each configuration, apart from its horizon: the median of each instance that it answered.
fn by_instance(rows: &[Summary<'_>], instances: &[&str]) -> Vec<CategoryLine> {
    let without_horizon =
        |row: &Summary<'_>| Configuration { given_horizon: None, ..row.configuration.clone() };
    let of_configuration = |configuration: Configuration| {
        let is_its = |row: &&Summary<'_>| without_horizon(row) == configuration;
        let tried: Vec<&Summary<'_>> = rows.iter().filter(is_its).collect();
        let answered = |instance: &&str| {
            let row = tried.iter().find(|row| row.instance == *instance && row.result().is_answer())?;
            Some(row.spread(|record| record.cpu_seconds)?.median)
        };
        let values: Vec<Option<f64>> = instances.iter().map(answered).collect();
        let n_answered = values.iter().flatten().count();
        let name = match n_answered == tried.len() {
            true => configuration.to_string(),
            false => format!("{configuration} (answered {n_answered} of {})", tried.len()),
        };
        CategoryLine { name, values }
    };
    rows.iter().map(without_horizon).unique().map(of_configuration).collect()
}

/// Returns the names of files without folder and ending, where these differ.
fn short_names(instances: &[&str]) -> Vec<String> {
    let short = |name: &&str| Path::new(name).file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    let names: Vec<String> = instances.iter().filter_map(short).collect();
    match names.len() == instances.len() && names.iter().all_unique() {
        true => names,
        false => instances.iter().map(|name| (*name).to_owned()).collect(),
    }
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

/// Returns a line for every configuration of `incremental`.
fn series(records: &[Record]) -> Vec<PlotLine> {
    let mut lines: Vec<(Configuration, Vec<(usize, f64)>)> = Vec::new();
    for record in records {
        if record.configuration.mode.as_deref() != Some("incremental") {
            continue;
        }
        let points = incremental(record);
        match lines.iter_mut().find(|line| line.0 == record.configuration) {
            Some(line) => line.1.extend(points),
            None => lines.push((record.configuration.clone(), points)),
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
