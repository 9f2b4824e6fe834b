//! Answers by explicit search, with deadlines taken out of the task where they are no more than limits of length.

use super::error::InternalError;
use super::heuristic::SearchHeuristic;
use super::listing;
use super::options::{Mode, Options, PlanQuery};
use super::proof::ProofSource;
use super::report::{Outcome, Progress, Report};
use crate::figures::Figures;
use crate::search::{self, Counter, PlansReport, SearchLimits, SearchOutcome, SearchReport};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Searches with so much memory at most. All plans are found by breadth-first search only.
pub(super) fn by_search(
    task: &Task,
    options: &Options,
    heuristic: SearchHeuristic,
    memory_bytes: Option<usize>,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let counter = if task.is_earlier_never_worse(stop) { Counter::LeftOut } else { Counter::Kept };
    let simpler = task.without_deadline(stop);
    let (task_to_search, latest) = match &simpler {
        Some((simpler, latest)) => (simpler, Some(*latest)),
        None => (task, None),
    };
    let max_depth = options.max_horizon.into_iter().chain(latest).min();
    let limits = SearchLimits { max_depth, memory_bytes, counter };
    let progress = &mut |progress| observer(Progress::Search(progress));
    let PlansReport { first, plans, stopped } = match options.wanted {
        PlanQuery::One => {
            let first = match heuristic {
                SearchHeuristic::Blind => search::shortest_plan(task_to_search, &limits, stop, progress),
                SearchHeuristic::LmCut => search::astar(task_to_search, &limits, stop, progress),
            };
            PlansReport { first, plans: None, stopped: None }
        }
        PlanQuery::All(_) | PlanQuery::Count => {
            search::shortest_plans(task_to_search, &limits, stop, progress)
        }
    };
    let SearchReport { states, refuted, .. } = first;
    let outcome = outcome_of(task, first, latest)?;
    let list = plans.map(|plans| listing::from_search(task, &plans, options.wanted)).transpose()?;
    let figures = Figures { states: Some(states), ..Figures::default() };
    let is_proof = refuted.is_some() || outcome == Outcome::Unsolvable;
    let proved_by = is_proof.then_some(match (heuristic, options.wanted) {
        (SearchHeuristic::LmCut, PlanQuery::One) => ProofSource::AStar,
        _ => ProofSource::Search,
    });
    Ok(Report { refuted, proved_by, list, stopped, figures, ..Report::of(outcome, Mode::Search) })
}

/// The report of a search of a task; `latest` is the step at which the task itself ends.
pub(super) fn outcome_of(
    task: &Task,
    searched: SearchReport,
    latest: Option<usize>,
) -> Result<Outcome, InternalError> {
    let SearchReport { outcome, refuted, .. } = searched;
    Ok(match outcome {
        SearchOutcome::Solved(plan) => Outcome::of_plan(task, plan, true)?,
        SearchOutcome::Exhausted => Outcome::Unsolvable,
        // Nothing is possible after the deadline.
        SearchOutcome::DepthReached if latest.is_some_and(|latest| Some(latest) <= refuted) => {
            Outcome::Unsolvable
        }
        SearchOutcome::DepthReached => Outcome::NoPlanWithin(refuted.unwrap_or(0)),
        SearchOutcome::Stopped(reason) => Outcome::Stopped(reason),
        SearchOutcome::TooLarge => {
            log::warn!("the states of this task are too large to be held by the search");
            Outcome::Stopped(StopReason::Memory)
        }
    })
}
