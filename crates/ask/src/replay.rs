//! A written plan, replayed by the rules of a problem.
//!
//! A plan that is wrong is read in the other metrics of the problem, too, unless one was asked for, and with actions that never change
//! anything, which no plan of ours has. Of these readings the one that gets farthest is kept: its fault is that of the plan.

use std::sync::Arc;

use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::Problem;
use bmcplan_task::plan::{Plan, replay, validate};
use bmcplan_task::{State, Task};

use super::fault::Fault;
use super::plan_text::{GOAL, PlanText, UNCLEAR, WrongStep};
use super::solution::LoadedProblem;

/// A plan in one metric of its problem.
pub(super) struct ReplayedPlan {
    /// The problem, in that metric.
    pub(super) problem: Arc<dyn Problem>,
    /// The task of the problem.
    pub(super) task: Arc<Task>,
    /// The task of the plan, which may have actions that never change anything.
    pub(super) task_of_plan: Arc<Task>,
    pub(super) plan: Plan,
    /// The states that it passes through; none if a step cannot be taken.
    pub(super) states: Vec<State>,
    /// Its first fault; `None` if it solves the problem.
    pub(super) wrong: Option<WrongStep>,
}

impl ReplayedPlan {
    pub(super) fn length(&self) -> usize {
        self.plan.length()
    }

    /// Returns the cost in the parts of the unit that the task has.
    pub(super) fn cost(&self) -> u128 {
        self.plan.cost(&self.task_of_plan)
    }

    /// Returns the metric of `problem`, unless the plan was read in it.
    pub(super) fn other_than(&self, problem: &Arc<dyn Problem>) -> Option<String> {
        (self.problem.metric() != problem.metric()).then(|| problem.metric().to_owned())
    }

    /// Orders readings of one text: those without a fault, those that may have none, and then by the place of the fault.
    fn progress(&self) -> (bool, bool, usize, bool) {
        let fault = self.wrong.as_ref().map(|wrong| (wrong.fault, wrong.step));
        let (fault, step) = fault.unwrap_or_default();
        (self.wrong.is_none(), fault == UNCLEAR, step, fault == GOAL)
    }

    fn farther_of(self, other: Self) -> Self {
        if self.progress() < other.progress() { other } else { self }
    }
}

/// Replays a plan of a problem.
pub(super) fn replay_plan(
    file: &PlanText,
    loaded: &LoadedProblem,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<ReplayedPlan, Fault> {
    let mut best = in_metric(file, &loaded.problem, goal, stop)?;
    let Some(text) = &loaded.text else { return Ok(best) };
    for metric in text.metrics_to_try() {
        if best.wrong.is_some() {
            best = best.farther_of(in_metric(file, &text.in_metric(metric).read(stop)?, goal, stop)?);
        }
    }
    Ok(best)
}

/// Replays the plan in the metric of the problem.
fn in_metric(
    file: &PlanText,
    problem: &Arc<dyn Problem>,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<ReplayedPlan, Fault> {
    let task = Arc::new(problem.task(goal, stop)?);
    let found = of_task(file, problem, &task, &task);
    if found.wrong.is_none() {
        return Ok(found);
    }
    let whole = problem.task_with_idle_moves(goal, stop)?;
    Ok(match whole {
        Some(whole) => found.farther_of(of_task(file, problem, &task, &Arc::new(whole))),
        None => found,
    })
}

fn of_task(
    file: &PlanText,
    problem: &Arc<dyn Problem>,
    task: &Arc<Task>,
    task_of_plan: &Arc<Task>,
) -> ReplayedPlan {
    let (plan, states, wrong) = match file.plan(&**problem, task_of_plan) {
        Err(wrong) => (Plan::default(), Vec::new(), Some(wrong)),
        Ok(plan) => match validate(task_of_plan, &plan) {
            Ok(states) => (plan, states, None),
            Err(error) => {
                let states = replay(task_of_plan, &plan).unwrap_or_default();
                (plan, states, Some(file.refuse(&**problem, &error)))
            }
        },
    };
    let (problem, task, task_of_plan) = (problem.clone(), task.clone(), task_of_plan.clone());
    ReplayedPlan { problem, task, task_of_plan, plan, states, wrong }
}
