//! Greedy best-first search: the states that look closest to the goal first, whatever the way to them, for any plan, soon.
//!
//! States are evaluated when they are taken from the open list and not when they are generated; until then their parent's estimate
//! stands for theirs. Operators that are helpful in a relaxed plan come first. This is the first iteration of LAMA (Richter &
//! Westphal, *The LAMA planner*, 2010), which takes all costs as one.
//!
//! Effort is counted in operations of the [heuristic](FastForward) and not in seconds. If no state is left, there is no
//! plan: only states from which the goal is out of reach even in the delete relaxation were left out.

mod expansion;
mod neighbourhood;
mod open_lists;

use expansion::{Advance, Expansion};

use bmcplan_base::stop::Stop;
use bmcplan_task::Task;
use bmcplan_task::heuristic::{FastForward, Landmarks};
use bmcplan_task::plan::Plan;

use super::compiled::Compiled;
use super::limits::{IncompleteReason, SearchLimits, Tell};
use super::report::{SearchOutcome, SearchReport};
use super::width::Width;

/// A greedy search that can be interrupted.
pub struct GreedySearch<'t> {
    stage: Stage<'t>,
}

enum Stage<'t> {
    Running(Box<dyn Advance + 't>),
    Over(SearchOutcome),
}

impl<'t> GreedySearch<'t> {
    /// A search at its start. Of the limits only the one on memory counts.
    pub fn of(task: &'t Task, limits: &SearchLimits, stop: &Stop) -> Self {
        if task.is_goal(task.initial()) {
            return Self { stage: Stage::Over(SearchOutcome::Solved(Plan::default())) };
        }
        let over = |reason| Stage::Over(SearchOutcome::of(Err(reason)));
        Self { stage: Self::begin(task, limits, stop).map_or_else(over, Stage::Running) }
    }

    fn begin(
        task: &'t Task,
        limits: &SearchLimits,
        stop: &Stop,
    ) -> Result<Box<dyn Advance + 't>, IncompleteReason> {
        let compiled = Compiled::of(task, stop)?;
        let mut heuristic = FastForward::of(task, stop)?;
        let landmarks = heuristic.landmarks(task, stop).filter(|landmarks| !landmarks.is_empty());
        stop.check()?;
        at_width!(compiled, boxed(task, compiled, heuristic, landmarks, limits))
    }

    /// Goes on until there is an answer, which is none where so much more work is done.
    pub fn advance(&mut self, effort: u64, stop: &Stop, progress: Tell<'_>) -> Option<SearchReport> {
        let (outcome, (states, memory_bytes)) = match &mut self.stage {
            Stage::Over(outcome) => (outcome.clone(), (1, 0)),
            Stage::Running(search) => (search.advance(effort, stop, progress)?, search.size()),
        };
        let refuted = if matches!(outcome, SearchOutcome::Solved(_)) { None } else { Some(0) };
        Some(SearchReport { states, memory_bytes, ..SearchReport::at_start(outcome, refuted) })
    }

    /// The work done since the search last came closer to the goal, by its estimates.
    pub fn since_progress(&self) -> u64 {
        match &self.stage {
            Stage::Running(search) => search.since_progress(),
            Stage::Over(_) => 0,
        }
    }

    /// A plan that is no longer: the shortest one through states close to those of this plan. Its memory is
    /// bounded like the search's.
    #[must_use]
    pub fn shortened(&self, plan: &Plan, memory_bytes: Option<usize>, stop: &Stop) -> Plan {
        match &self.stage {
            Stage::Running(search) => search.shortened(plan, memory_bytes, stop),
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
    limits: &SearchLimits,
) -> Result<Box<dyn Advance + 't>, IncompleteReason> {
    Ok(Box::new(Expansion::new(width, task, compiled, heuristic, landmarks, limits)?))
}
