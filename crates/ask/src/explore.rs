//! Exploring: the size of a problem's state space, as far as the limits allow.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_planner::Event;
use bmcplan_search::{
    Counter, DiskSearch, Incomplete, IncompleteReason, OnDisk, SearchLimits, SearchMethod, SearchProgress,
    SearchThreads, StateSpace,
};
use bmcplan_symbolic::SymbolicSpace;
use bmcplan_task::Task;

use super::answer::{AnswerHead, RunInfo, json_count};
use super::fault::Fault;
use super::limits::{Limiter, Limits, Stage, listen, memory_beside_disk, search_threads};
use super::solution::LoadedProblem;
use super::status::Status;

/// A state space, as far as it was explored.
pub struct Explored<'a> {
    /// The problem.
    pub loaded: &'a LoadedProblem,
    /// The size of what was explored.
    pub space: SymbolicSpace,
    /// The reason for which that is not everything, if it is not.
    pub incomplete: Option<IncompleteReason>,
    /// Is there a step counter, and was it left out?
    pub without_counter: bool,
    /// Wall-clock time, without that for reading the problem.
    pub elapsed: Duration,
}

/// The size of a state space as an object of JSON, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ExploreAnswer {
    /// The first keys; its metric is the unit in which the depth is counted.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// Is there a step counter, and was it left out?
    pub without_counter: bool,
    /// The number of reachable states.
    #[serde(with = "json_count")]
    pub states: u128,
    /// The number of transitions between them.
    #[serde(with = "json_count")]
    pub transitions: u128,
    /// The greatest distance from the initial state.
    pub depth: usize,
    /// The number of goal states.
    #[serde(with = "json_count")]
    pub goal_states: u128,
    /// The time and memory taken, the limit that was reached, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

enum ExploreMessage {
    Built { has_clock: bool },
    Searched(SearchProgress),
}

/// Explores the states that can be reached; on disk, if a place there is given. If they exceed the memory limit, sets of them are
/// counted by decision diagrams within half of it. Layers that are complete count even if the work has to be left behind.
///
/// # Errors
/// See [`Fault`]. A limit is an answer.
pub fn explore<'a>(
    loaded: &'a LoadedProblem,
    counter: Counter,
    limits: &Limits,
    disk: Option<DiskSearch>,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<Explored<'a>, Fault> {
    let begun = Instant::now();
    let threads = search_threads(limits).map(SearchThreads::of).unwrap_or_default();
    let memory_bytes = match disk {
        Some(_) => memory_beside_disk(limits.memory),
        // The search ends before the limit on the process does, so that sets can follow.
        None => limits.memory.map(|bytes| bytes / 8 * 7),
    };
    let limits = SearchLimits { memory_bytes, counter, threads, ..SearchLimits::default() };
    let (mut space_so_far, mut without_counter) = (SymbolicSpace::default(), false);
    let (problem, goal) = (loaded.problem.clone(), loaded.goal_value()?);
    let work = move |stop: &Stop, send: &dyn Fn(ExploreMessage)| -> Result<_, Fault> {
        let task = problem.whole_task(goal, stop)?;
        send(ExploreMessage::Built { has_clock: task.clock().is_some() });
        let mut on_progress = |progress| send(ExploreMessage::Searched(progress));
        let Some(disk) = disk else {
            let explored = bmcplan_search::explore(&task, &limits, stop, &mut on_progress);
            let is_full = matches!(explored, Err(Incomplete { reason, .. }) if reason.limit() == Some(StopReason::Memory));
            let in_sets = if is_full { in_sets(&task, &limits, stop, &mut on_progress) } else { None };
            return Ok(in_sets.map_or_else(|| one_by_one(explored), |space| (space, None)));
        };
        let OnDisk { result, files } =
            bmcplan_search::explore_on_disk(&task, &limits, &disk, stop, &mut on_progress)?;
        if let (Ok(_), Some(files)) = (&result, files) {
            files.remove();
        }
        Ok(one_by_one(result))
    };
    let end = listen(Stage::Working, work, limiter, |message| {
        match message {
            ExploreMessage::Built { has_clock } => without_counter = has_clock && counter == Counter::LeftOut,
            ExploreMessage::Searched(progress) => {
                let (states, depth) = (progress.states.into(), progress.depth);
                if space_so_far.states <= states {
                    space_so_far = SymbolicSpace { states, depth, ..space_so_far };
                }
                observer(Event::Searched(progress));
            }
        }
        Stage::Working
    });
    let (space, incomplete) = match end {
        Err(Fault::Stopped { reason, .. }) => (space_so_far, Some(IncompleteReason::Stopped(reason))),
        Err(fault) => return Err(fault),
        Ok(explored) => explored,
    };
    Ok(Explored { loaded, space, incomplete, without_counter, elapsed: begun.elapsed() })
}

fn one_by_one(explored: Result<StateSpace, Incomplete>) -> (SymbolicSpace, Option<IncompleteReason>) {
    let (space, incomplete) = match explored {
        Ok(space) => (space, None),
        Err(Incomplete { reason, partial }) => (partial, Some(reason)),
    };
    let StateSpace { states, transitions, depth, goal_states } = space;
    let [states, transitions, goal_states] = [states, transitions, goal_states].map(u128::from);
    (SymbolicSpace { states, transitions, depth, goal_states }, incomplete)
}

/// Explores by decision diagrams; `None` if these exceed the memory, or numbers are not below 2^128 - 1.
fn in_sets(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    on_progress: &mut dyn FnMut(SearchProgress),
) -> Option<SymbolicSpace> {
    let left_out = task.clock().filter(|_| limits.counter == Counter::LeftOut);
    // What was freed may not be the system's yet.
    let memory = limits.memory_bytes.map_or(usize::MAX, |bytes| bytes / 2);
    let explored = bmcplan_symbolic::explore(task, left_out, memory, stop, &mut |space, memory_bytes| {
        on_progress(SearchProgress {
            method: SearchMethod::Symbolic,
            depth: space.depth,
            refuted_cost: None,
            states: u64::try_from(space.states).unwrap_or(u64::MAX),
            memory_bytes,
        });
    });
    explored.ok().filter(|space| space.states.max(space.transitions) < u128::MAX)
}

impl From<&Explored<'_>> for ExploreAnswer {
    fn from(explored: &Explored<'_>) -> Self {
        let Explored { loaded, space, incomplete, without_counter, elapsed } = explored;
        let SymbolicSpace { states, transitions, depth, goal_states } = *space;
        Self {
            head: AnswerHead {
                metric: loaded.problem.metric().to_owned(),
                ..loaded.head(if incomplete.is_none() { Status::Complete } else { Status::Stopped })
            },
            without_counter: *without_counter,
            states,
            transitions,
            depth,
            goal_states,
            run: RunInfo::of(&*loaded.problem, *elapsed, incomplete.and_then(IncompleteReason::limit)),
        }
    }
}
