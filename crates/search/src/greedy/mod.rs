//! Greedy best-first search: the states with the least estimate first, whatever the path to them, for any plan, soon. And weighted A\*,
//! which also counts the path to a state, for better plans after it.
//!
//! States are evaluated when they are taken from the open list and not when they are generated. Until then they have their
//! parent's estimate. Operators that are helpful in a relaxed plan come first. These are the iterations of LAMA (Richter &
//! Westphal, *The LAMA planner*, 2010). Its first one takes all costs as one.
//!
//! Effort is counted in operations of the [heuristic](FastForward) and not in seconds. If no state is left, there is no plan:
//! only states from which the goal is unreachable even in the delete relaxation were left out.

mod expansion;
mod neighbourhood;
mod open_lists;
mod preference;

pub use expansion::Stall;
use expansion::{Advance, Expansion};
pub use preference::Preference;

use bmcplan_base::stop::Stop;
use bmcplan_task::Task;
use bmcplan_task::heuristic::{FastForward, Landmarks};
use bmcplan_task::plan::{Metric, Plan};

use super::compiled::Compiled;
use super::limits::{IncompleteReason, OnProgress};
use super::report::{SearchOutcome, SearchReport};
use super::width::Width;

/// Greedy search that can be interrupted.
pub struct GreedySearch<'t> {
    task: &'t Task,
    stage: Stage<'t>,
}

enum Stage<'t> {
    Running(Box<dyn Advance + 't>),
    Over(SearchOutcome),
}

impl<'t> GreedySearch<'t> {
    /// Starts a search that holds states in at most `memory_bytes`.
    pub fn of(task: &'t Task, preference: Preference, memory_bytes: Option<usize>, stop: &Stop) -> Self {
        if task.is_goal(task.initial()) {
            return Self { task, stage: Stage::Over(SearchOutcome::Solved(Plan::default())) };
        }
        let over = |reason| Stage::Over(SearchOutcome::of(Err(reason)));
        Self {
            task,
            stage: Self::begin(task, preference, memory_bytes, stop).map_or_else(over, Stage::Running),
        }
    }

    fn begin(
        task: &'t Task,
        preference: Preference,
        memory_bytes: Option<usize>,
        stop: &Stop,
    ) -> Result<Box<dyn Advance + 't>, IncompleteReason> {
        let compiled = Compiled::of(task, stop)?;
        let mut heuristic = FastForward::of(task, preference.metric, stop)?;
        let landmarks = heuristic.landmarks(task, stop).filter(|landmarks| !landmarks.is_empty());
        stop.check()?;
        at_width!(compiled, boxed(task, compiled, heuristic, landmarks, preference, memory_bytes))
    }

    /// Leaves out paths of a greater cost, in the metric of the search, from now on.
    ///
    /// The limit may fall while the search runs. If it had one from the beginning, the outcome
    /// [`DepthReached`](SearchOutcome::DepthReached) says that there is no plan within the last one.
    pub fn set_limit(&mut self, limit: Option<u64>) {
        if let Stage::Running(search) = &mut self.stage {
            search.set_limit(limit);
        }
    }

    /// Runs until it has an answer or has spent `effort`; then `None`. After a plan it can go on, for others within a lower limit.
    pub fn advance(&mut self, effort: u64, stop: &Stop, progress: OnProgress<'_>) -> Option<SearchReport> {
        let (outcome, (states, memory_bytes)) = match &mut self.stage {
            Stage::Over(outcome) => (outcome.clone(), (1, 0)),
            Stage::Running(search) => (search.advance(effort, stop, progress)?, search.size()),
        };
        let refuted = if matches!(outcome, SearchOutcome::Solved(_)) { None } else { Some(0) };
        Some(SearchReport { states, memory_bytes, ..SearchReport::at_start(outcome, refuted) })
    }

    /// Returns what was done since an estimate last decreased.
    pub fn since_progress(&self) -> Stall {
        match &self.stage {
            Stage::Running(search) => search.since_progress(),
            Stage::Over(_) => Stall::default(),
        }
    }

    /// Returns a plan that is no worse: the best one through states close to those of `plan`. Its memory is bounded like the
    /// search's. Operators of `plan` that are never applicable here are passed over: it may be one of a task of which this one is the
    /// [relevant part](Task::without_irrelevant).
    #[must_use]
    pub fn improved(&self, plan: &Plan, metric: Metric, memory_bytes: Option<usize>, stop: &Stop) -> Plan {
        match &self.stage {
            Stage::Running(search) => {
                search.improved(plan, &|id| metric.of(self.task.operator(id)), memory_bytes, stop)
            }
            Stage::Over(_) => plan.clone(),
        }
    }
}

fn boxed<'t, W: Width>(
    width: W,
    task: &'t Task,
    compiled: Compiled,
    heuristic: FastForward,
    landmarks: Option<Landmarks>,
    preference: Preference,
    memory_bytes: Option<usize>,
) -> Result<Box<dyn Advance + 't>, IncompleteReason> {
    Ok(Box::new(Expansion::new(width, task, compiled, heuristic, landmarks, preference, memory_bytes)?))
}
