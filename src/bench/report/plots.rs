//! Plots of configurations over a whole suite: how many problems each answers in what time (cactus), and two of them
//! against each other (scatter).

use super::super::plot::{PlotLine, ScatterPoint, figure, lines, points};
use super::scores::{ConfigurationScore, ScoreClock};

/// A cactus plot: the n-th point of a line is the time of the n-th fastest answer. The further to the right, the more are
/// answered; the lower, the faster.
pub fn cactus(title: &str, scores: &[ConfigurationScore]) -> String {
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
    figure(title, &[lines(title, ("problems answered, the fastest first", &seconds), &series)])
}

/// A scatter plot: a point for each problem that both configurations were tried on.
pub fn scatter(title: &str, across: &ConfigurationScore, upright: &ConfigurationScore) -> String {
    let both = across.problems.iter().filter_map(|(problem, one)| {
        let other = upright.problems.get(problem)?;
        Some(ScatterPoint { x: one.seconds, y: other.seconds, limit: one.limit.or(other.limit) })
    });
    let both: Vec<ScatterPoint> = both.collect();
    let (seconds, axes) =
        (format!("{} seconds", across.clock.name()), (across.to_string(), upright.to_string()));
    figure(title, &[points(title, (&axes.0, &axes.1), &seconds, &both)])
}
