//! How hard a puzzle is for people: figures of its shortest plans and of all its positions.
//!
//! Most of them are read off the graph of all reachable positions with their distances to the nearest goal
//! ([`goal_distances`](crate::search::goal_distances)). Which figures go with the time that people take was looked into by Jarušek &
//! Pelánek, *Difficulty Rating of Sokoban Puzzle* (2010), and, for Rush Hour, in *What determines difficulty of transport puzzles?*
//! (2011).

mod figures;
mod figures_answer;
mod first_plan;
mod ways;

use std::sync::mpsc;
use std::time::{Duration, Instant};

use itertools::Itertools as _;

use crate::ask::{
    Cost, Fault, Heard, Limits, ProblemText, Settings, Stage, Subject, Watch, WorkEnd, answer, listen,
};
use crate::plan::Metric;
use crate::search::{self, GoalDistance, GoalDistances, IncompleteReason, SearchLimits, SearchProgress};
use crate::stop::Stop;

pub use figures::{FIGURES, FigureValue, PuzzleFigure, figure};
pub use figures_answer::RateAnswer;
pub use first_plan::FirstPlan;
use first_plan::FirstRun;
pub use ways::Ways;

/// A question for the figures of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RateQuestion {
    /// The value that a goal state is to have, if goals have values.
    pub goal: Option<u32>,
    /// The memory for states, in bytes; all that there is without it.
    pub memory: Option<usize>,
}

/// The figures of a problem, as far as they are known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rating {
    /// Is there a plan? None if nobody knows.
    pub is_solvable: Option<bool>,
    /// The length of a best plan in the problem's metric.
    pub length: Option<usize>,
    /// Its cost, where that is minimised.
    pub cost: Option<Cost>,
    /// The length of a shortest plan in each metric of the kind, if there are several.
    pub lengths: Vec<(&'static str, usize)>,
    /// The figures of all positions, if all were seen.
    pub space: Option<SpaceFigures>,
    /// The figures of the best plans, if all positions were seen.
    pub ways: Option<Ways>,
    /// The figures of the first best plan, likewise.
    pub first: Option<FirstPlan>,
    /// The number of pieces that every plan has to move, likewise.
    pub must_move: Option<usize>,
    /// The reason for which not everything is known, if it is not.
    pub incomplete: Option<IncompleteReason>,
    /// Wall-clock time, without that for reading the problem.
    pub elapsed: Duration,
}

/// Figures of all positions that can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceFigures {
    /// Their number.
    pub states: u64,
    /// The number of those from which no goal can be reached.
    pub dead_ends: u64,
    /// The number of positions at each distance from a goal, the nearest first. Where costs are minimised, it is the number of moves of a
    /// cheapest plan.
    pub distances: Vec<(usize, u64)>,
}

/// Rates a problem.
///
/// # Errors
/// See [`Fault`]; a problem that counts steps is not rated. A limit is an answer.
pub fn rate(
    subject: &Subject,
    question: RateQuestion,
    watch: &Watch,
    heard: &mut dyn FnMut(Heard),
) -> Result<Rating, Fault> {
    let begun = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (subject, stop) = (subject.clone(), watch.stop.clone());
        move || {
            rate_on_this_thread(&subject, question, &stop, &mut |progress| {
                // Nobody listens any more once the answer is out.
                let _ = sender.send(progress);
            })
        }
    };
    let end = listen(Stage::Working, work, &receiver, watch, |progress| {
        heard(Heard::Searched(progress, None));
        Stage::Working
    });
    let stopped =
        |reason| Rating { incomplete: Some(IncompleteReason::Stopped(reason)), ..Rating::default() };
    let rating = match end {
        WorkEnd::Result(rating) => rating?,
        WorkEnd::Stopped(reason, _) => stopped(reason),
    };
    Ok(Rating { elapsed: begun.elapsed(), ..rating })
}

/// As [`rate`], without a thread of its own.
///
/// # Errors
/// As [`rate`].
pub fn rate_on_this_thread(
    subject: &Subject,
    question: RateQuestion,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<Rating, Fault> {
    let begun = Instant::now();
    match rated(subject, question, stop, progress) {
        Err(Fault::Stopped { reason, .. }) => Ok(Rating {
            incomplete: Some(IncompleteReason::Stopped(reason)),
            elapsed: begun.elapsed(),
            ..Rating::default()
        }),
        rated => rated.map(|rating| Rating { elapsed: begun.elapsed(), ..rating }),
    }
}

fn rated(
    subject: &Subject,
    question: RateQuestion,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<Rating, Fault> {
    let problem = &subject.problem;
    let task = problem.task(question.goal, stop)?;
    if task.clock().is_some() {
        return Err(Fault::Question(
            "this problem counts its steps, so no position of it comes twice, and figures of its positions say nothing"
                .to_owned(),
        ));
    }
    let metric = problem.minimises();
    let limits = SearchLimits { memory_bytes: question.memory, ..SearchLimits::default() };
    let mut rating = Rating::default();
    match search::goal_distances(&task, metric, &limits, stop, progress) {
        Ok(distances) if distances.incomplete.is_none() => {
            let best = distances.distance(0);
            rating.is_solvable = Some(best.is_some());
            rating.length = best.map(|best| best.length);
            if metric == Metric::Cost {
                rating.cost = best.map(|best| Cost::of(best.cost.into(), problem.cost_scale()));
            }
            rating.space = Some(space(&distances));
            rating.ways = Ways::of(&distances);
            let first = FirstRun::of(&task, metric, &distances);
            rating.must_move = first.as_ref().map(|first| first.must_move(&task, &distances));
            rating.first = first.map(|first| first.figures(&**problem, &task));
        }
        Ok(GoalDistances { incomplete, .. }) => rating.incomplete = incomplete,
        Err(reason) => rating.incomplete = Some(reason),
    }
    // Where the positions do not fit in memory, formulas may still find the length.
    if rating.incomplete.is_some() {
        (rating.length, rating.is_solvable) = length(subject, stop)?;
    }
    if rating.is_solvable != Some(false) && metric.in_task(&task) == Metric::Actions {
        rating.lengths = lengths(subject, rating.length, stop)?;
    }
    Ok(rating)
}

fn space(distances: &GoalDistances) -> SpaceFigures {
    let all = (0..distances.len()).map(|number| distances.distance(number));
    let counts = all.map(|distance| distance.map(|GoalDistance { length, .. }| length)).counts();
    let is_dead_end = |distance: &Option<usize>| distance.is_none();
    let count = |count: usize| count as u64;
    SpaceFigures {
        states: count(distances.len()),
        dead_ends: counts.iter().find(|(distance, _)| is_dead_end(distance)).map_or(0, |(_, n)| count(*n)),
        distances: counts
            .iter()
            .filter_map(|(distance, n)| Some(((*distance)?, count(*n))))
            .sorted()
            .collect(),
    }
}

/// The length of a shortest plan, and whether there is one, as far as they are found out.
fn length(subject: &Subject, stop: &Stop) -> Result<(Option<usize>, Option<bool>), Fault> {
    let watch = Watch::over(stop.clone(), &Limits::default());
    let found = answer(subject.clone(), &Settings::default(), &watch, &mut |_| {})?;
    Ok(match &*found.status {
        "solved" => (found.length.filter(|_| found.optimal), Some(true)),
        "unsolvable" => (None, Some(false)),
        _ => (None, None),
    })
}

/// The lengths in all metrics of the kind, as far as they are found out, if there are several; `known` is the one in its own.
fn lengths(
    subject: &Subject,
    known: Option<usize>,
    stop: &Stop,
) -> Result<Vec<(&'static str, usize)>, Fault> {
    let Some(text) = &subject.text else { return Ok(Vec::new()) };
    let own = subject.problem.metric();
    let metrics = text.kind.metrics();
    let mut lengths = Vec::new();
    for metric in metrics.iter().copied().filter(|_| 1 < metrics.len()) {
        let found = if metric == own {
            known
        } else {
            let text = ProblemText { options: text.options.clone().with("metric", metric), ..text.clone() };
            let problem = text.read(stop)?;
            length(&Subject { problem, text: Some(text), place: None }, stop)?.0
        };
        lengths.extend(found.map(|length| (metric, length)));
    }
    Ok(lengths)
}
