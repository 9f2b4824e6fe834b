//! Plots of configurations over a whole suite: how many problems each answers in what time (cactus), and two of them
//! against each other (scatter).

use super::super::plot::{Point, Series, figure, lines, points};
use super::ways::Way;

/// A cactus plot: the n-th point of a line is the time of the n-th fastest answer. The further to the right, the more are
/// answered; the lower, the faster.
pub fn cactus(title: &str, ways: &[Way]) -> String {
    let series = ways.iter().map(|way| {
        let count = |n: usize| u32::try_from(n).map_or(f64::INFINITY, f64::from);
        Series {
            name: format!("{way} ({} of {})", way.answered(), way.tried()),
            group: way.to_string(),
            dashed: false,
            points: way.seconds().into_iter().zip(1..).map(|(seconds, n)| (count(n), seconds)).collect(),
        }
    });
    let series: Vec<Series> = series.collect();
    let axes = ("problems answered, the fastest first", "CPU seconds of each, median");
    figure(title, &[lines(title, axes, &series)])
}

/// A scatter plot: a point for each problem that both ways were tried on.
pub fn scatter(title: &str, across: &Way, upright: &Way) -> String {
    let both = across.problems.iter().filter_map(|(problem, one)| {
        // Kinds may differ in their ways, problems may not.
        let other = upright.problems.get(problem)?;
        Some(Point { x: one.seconds, y: other.seconds, limit: one.limit.or(other.limit) })
    });
    let both: Vec<Point> = both.collect();
    figure(title, &[points(title, (&across.to_string(), &upright.to_string()), &both)])
}
