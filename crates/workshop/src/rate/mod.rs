//! How hard a puzzle is for people: figures of its shortest plans and of all its positions.
//!
//! Most of them come from the graph of all reachable positions with their distances to the nearest goal
//! ([`goal_distances`](bmcplan_search::goal_distances)). Jarušek & Pelánek studied which figures correlate with the time that
//! people take: *Difficulty Rating of Sokoban Puzzle* (2010), and, for Rush Hour, *What determines difficulty of transport
//! puzzles?* (2011).

mod best_plans;
mod figures;

use std::time::{Duration, Instant};

use best_plans::FirstRun;
use itertools::Itertools as _;

use crate::harden::too_dear;
use bmcplan_ask::{Cost, Fault, Limiter, Limits, LoadedProblem, Settings, Stage, listen, solve};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_planner::{Event, Outcome};
use bmcplan_search::{self, GoalDistance, GoalDistances, IncompleteReason, SearchLimits, SearchProgress};
use bmcplan_task::plan::Metric;

pub use best_plans::{FirstPlan, PlanFigures};
pub use figures::{FIGURES, FigureValue, MAIN_FIGURES, PuzzleFigure, RateAnswer, figure, n_easier_cards};

/// The known figures of a problem.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rating {
    /// True if there is a plan; `None` if unknown.
    pub is_solvable: Option<bool>,
    /// Length of a best plan in the problem's metric.
    pub length: Option<usize>,
    /// Cost of that plan, if costs are minimised.
    pub cost: Option<Cost>,
    /// Length of a shortest plan in each metric of the kind, if there are several.
    pub lengths: Vec<(&'static str, usize)>,
    /// Figures of all positions, if all were seen.
    pub space: Option<SpaceFigures>,
    /// Figures of the best plans, if all positions were seen.
    pub plan_figures: Option<PlanFigures>,
    /// Figures of the first best plan, if all positions were seen.
    pub first: Option<FirstPlan>,
    /// Number of pieces that every plan must move, if all positions were seen.
    pub must_move: Option<usize>,
    /// Reason why not everything is known.
    pub incomplete: Option<IncompleteReason>,
    /// Wall-clock time, without reading the problem.
    pub elapsed: Duration,
}

/// Figures of all reachable positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceFigures {
    /// Number of positions.
    pub states: u64,
    /// Number of positions that cannot reach a goal.
    pub dead_ends: u64,
    /// Moves of a best plan from the position that is farthest from a goal; `None` if no position can reach one.
    pub farthest: Option<usize>,
    /// Number of positions at each distance from a goal, the nearest first. If costs are minimised, the distance is the number
    /// of moves of a cheapest plan.
    pub distances: Vec<(usize, u64)>,
}

/// Rates a problem, with at most `memory` bytes for states. Fails if the problem counts steps. A limit gives a partial rating.
pub fn rate(
    loaded: &LoadedProblem,
    memory: Option<usize>,
    limiter: &Limiter,
    on_event: &mut dyn FnMut(Event),
) -> Result<Rating, Fault> {
    let begun = Instant::now();
    let work = {
        let loaded = loaded.clone();
        move |stop: &Stop, mut on_progress: &dyn Fn(SearchProgress)| {
            rated(&loaded, memory, stop, &mut on_progress)
        }
    };
    let rated = listen(Stage::Working, work, limiter, |progress| {
        on_event(Event::Searched(progress));
        Stage::Working
    });
    partial_rating(rated, begun)
}

/// Rates a problem like [`rate`], on the calling thread.
pub fn rate_on_this_thread(
    loaded: &LoadedProblem,
    memory: Option<usize>,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<Rating, Fault> {
    let begun = Instant::now();
    partial_rating(rated(loaded, memory, stop, progress), begun)
}

/// Turns a limit into a partial rating.
fn partial_rating(rated: Result<Rating, Fault>, begun: Instant) -> Result<Rating, Fault> {
    let rating = match rated {
        Err(Fault::Stopped { reason, .. }) => {
            Rating { incomplete: Some(IncompleteReason::Stopped(reason)), ..Rating::default() }
        }
        rated => rated?,
    };
    Ok(Rating { elapsed: begun.elapsed(), ..rating })
}

fn rated(
    loaded: &LoadedProblem,
    memory: Option<usize>,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<Rating, Fault> {
    let problem = &loaded.problem;
    let task = problem.task(loaded.goal_value()?, stop)?;
    if task.clock().is_some() {
        return Err(Fault::Question(
            "this problem counts its steps, so no position of it comes twice, and figures of its positions say nothing"
                .to_owned(),
        ));
    }
    let metric = problem.minimises();
    let limits = SearchLimits { memory_bytes: memory, ..SearchLimits::default() };
    let mut rating = Rating::default();
    match bmcplan_search::goal_distances(&task, metric, &limits, stop, progress) {
        Ok(distances) if distances.incomplete.is_none() => {
            let best = distances.distance(0);
            rating.is_solvable = Some(best.is_some());
            rating.length = best.map(|best| best.length);
            if metric == Metric::Cost {
                rating.cost = best.map(|best| Cost::of(best.cost.into(), problem.cost_scale()));
            }
            rating.space = Some(space(&distances));
            rating.plan_figures = PlanFigures::of(&distances);
            let first = FirstRun::of(&task, metric, &distances);
            rating.must_move = first.as_ref().map(|first| first.must_move(&task, &distances));
            rating.first = first.map(|first| first.figures(&**problem, &task));
        }
        Ok(GoalDistances { incomplete, .. }) => rating.incomplete = incomplete,
        Err(IncompleteReason::CostOverflow) => return Err(too_dear()),
        Err(reason) => rating.incomplete = Some(reason),
    }
    // If the positions do not fit in memory, formulas may still find the length.
    if rating.incomplete.is_some() {
        let found = FoundLength::of(Ok(loaded.clone()), stop)?;
        (rating.length, rating.is_solvable) = (found.length, found.is_solvable);
    }
    if rating.is_solvable != Some(false) && metric.in_task(&task) == Metric::Actions {
        let (lengths, stopped) = lengths(loaded, rating.length, stop)?;
        rating.lengths = lengths;
        rating.incomplete = rating.incomplete.or(stopped.map(IncompleteReason::Stopped));
    }
    Ok(rating)
}

fn space(distances: &GoalDistances) -> SpaceFigures {
    let all = || (0..distances.len()).map(|number| distances.distance(number));
    let counts = all().map(|distance| distance.map(|GoalDistance { length, .. }| length)).counts();
    SpaceFigures {
        farthest: all().flatten().max().map(|GoalDistance { length, .. }| length),
        states: distances.len() as u64,
        dead_ends: counts.get(&None).map_or(0, |n| *n as u64),
        distances: counts
            .iter()
            .filter_map(|(distance, n)| Some(((*distance)?, *n as u64)))
            .sorted()
            .collect(),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct FoundLength {
    length: Option<usize>,
    is_solvable: Option<bool>,
    stopped: Option<StopReason>,
}

impl FoundLength {
    fn of(loaded: Result<LoadedProblem, Fault>, stop: &Stop) -> Result<Self, Fault> {
        let limiter = Limiter::over(stop.clone(), &Limits::default());
        let find = |loaded: LoadedProblem| {
            let mut settings = Settings::default();
            if loaded.problem.minimises() == Metric::Cost {
                settings.set("fewest", "")?;
            }
            solve(loaded, &settings, &limiter, &mut |_| {})
        };
        let solved = match loaded.and_then(find) {
            Err(Fault::Stopped { reason, .. }) => {
                return Ok(Self { stopped: Some(reason), ..Self::default() });
            }
            solved => solved?,
        };
        // A cheapest plan has fewest moves, unless a limit prevented that proof.
        let is_of_fewest = solved.options.metric == Metric::Actions || solved.report.stopped.is_none();
        let is_best = solved.is_best() && is_of_fewest;
        Ok(match solved.report.outcome {
            Outcome::Solved { plan, .. } => {
                let length = Some(plan.length()).filter(|_| is_best);
                let stopped = solved.report.stopped.filter(|_| length.is_none());
                Self { length, is_solvable: Some(true), stopped }
            }
            Outcome::Unsolvable => Self { is_solvable: Some(false), ..Self::default() },
            Outcome::Stopped(reason) => Self { stopped: Some(reason), ..Self::default() },
            Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => Self::default(),
        })
    }
}

type Lengths = Vec<(&'static str, usize)>;

/// Returns the known lengths in all metrics of the kind, if there are several, and the limit that ended the work early.
/// `known` is the length in the problem's own metric.
fn lengths(
    loaded: &LoadedProblem,
    known: Option<usize>,
    stop: &Stop,
) -> Result<(Lengths, Option<StopReason>), Fault> {
    let (mut lengths, mut stopped) = (Vec::new(), None);
    let Some(text) = &loaded.text else { return Ok((lengths, stopped)) };
    let own = loaded.problem.metric();
    let metrics = text.kind.metrics();
    for metric in metrics.iter().copied().filter(|_| 1 < metrics.len()) {
        let length = if metric == own {
            known
        } else {
            let loaded = LoadedProblem::read(text.in_metric(metric), None, stop).map_err(Fault::from);
            let found = FoundLength::of(loaded, stop)?;
            stopped = stopped.or(found.stopped);
            found.length
        };
        lengths.extend(length.map(|length| (metric, length)));
    }
    Ok((lengths, stopped))
}
