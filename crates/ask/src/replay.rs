//! A written plan, replayed by the rules of a problem.
//!
//! Before it is called wrong, it is read in the other metrics of the problem, unless one was asked for, and with actions that never
//! change anything, which no plan of ours has.

use std::sync::Arc;

use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::Problem;
use bmcplan_task::Task;
use bmcplan_task::plan::{Plan, validate};

use super::fault::Fault;
use super::plan_text::{PlanText, UNCLEAR, WrongStep};
use super::solution::LoadedProblem;

pub(super) struct ReplayedPlan {
    /// The problem, in the metric that the plan is in.
    pub(super) problem: Arc<dyn Problem>,
    pub(super) task: Arc<Task>,
    pub(super) length: usize,
    /// Its cost in the parts of the unit that the task has.
    pub(super) cost: u128,
}

/// Replays a plan of a problem.
pub(super) fn replay(
    file: &PlanText,
    loaded: &LoadedProblem,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Result<ReplayedPlan, WrongStep>, Fault> {
    let wrong = match in_metric(file, &loaded.problem, goal, stop)? {
        Ok(plan) => return Ok(Ok(plan)),
        Err(wrong) => wrong,
    };
    let Some(text) = &loaded.text else { return Ok(Err(wrong)) };
    for metric in text.metrics_to_try() {
        if let Ok(plan) = in_metric(file, &text.in_metric(metric).read(stop)?, goal, stop)? {
            return Ok(Ok(plan));
        }
    }
    Ok(Err(wrong))
}

/// Replays the plan in the metric of the problem.
fn in_metric(
    file: &PlanText,
    problem: &Arc<dyn Problem>,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Result<ReplayedPlan, WrongStep>, Fault> {
    let task = problem.task(goal, stop)?;
    let found = match valid(file, &**problem, &task) {
        Err(wrong) => match problem.task_with_idle_moves(goal, stop)? {
            // The fault is told in terms of the task that everybody else solves.
            Some(whole) => valid(file, &**problem, &whole)
                .map_err(|other| if other.fault == UNCLEAR { other } else { wrong }),
            None => Err(wrong),
        },
        found => found,
    };
    let problem = problem.clone();
    Ok(found.map(|(length, cost)| ReplayedPlan { task: Arc::new(task), problem, length, cost }))
}

/// Returns the length and the cost of the plan, if it solves the task.
fn valid(file: &PlanText, problem: &dyn Problem, task: &Task) -> Result<(usize, u128), WrongStep> {
    let plan: Plan = file.plan(problem, task)?;
    validate(task, &plan).map_err(|error| file.refuse(&error))?;
    Ok((plan.length(), plan.cost(task)))
}
