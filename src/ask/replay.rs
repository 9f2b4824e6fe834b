//! A plan that somebody wrote, replayed by the rules of a problem.
//!
//! Before it is called wrong, it is read in the other metrics of the problem, unless one was asked for, and with actions that never
//! change anything, which no plan of ours has.

use std::sync::Arc;

use super::fault::Fault;
use super::limits::{Stage, Watch, alone};
use super::plan_text::{PlanText, UNCLEAR, WrongStep};
use super::problem_text::ProblemText;
use crate::plan::{Plan, validate};
use crate::problem::{OptionForm, Problem};
use crate::stop::Stop;
use crate::task::Task;

pub(super) struct ReplayedPlan {
    /// The problem, in the metric that the plan is in.
    pub(super) problem: Arc<dyn Problem>,
    pub(super) task: Arc<Task>,
    pub(super) length: usize,
    /// Its cost in the parts of the unit that the task has.
    pub(super) cost: u128,
    /// Is it in another metric than the usual one?
    pub(super) is_in_other_metric: bool,
}

/// Replays a plan of a problem that was read from that text.
pub(super) fn replay(
    file: PlanText,
    problem: &Arc<dyn Problem>,
    text: Option<&ProblemText>,
    goal: Option<u32>,
    watch: &Watch,
) -> Result<Result<ReplayedPlan, WrongStep>, Fault> {
    let file = Arc::new(file);
    let wrong = match in_metric(&file, problem, goal, watch)? {
        Ok(plan) => return Ok(Ok(plan)),
        Err(wrong) => wrong,
    };
    let Some(text) = text else { return Ok(Err(wrong)) };
    for metric in other_metrics(text, problem.metric()) {
        let (kind, sources) = (text.kind, text.sources.clone());
        let options = text.options.clone().with("metric", metric);
        let read = move |stop: &Stop| Ok(Arc::from(kind.read(&sources, &options, stop)?));
        let problem: Arc<dyn Problem> = alone::<_, Fault>(Stage::Reading, read, watch)?;
        if let Ok(plan) = in_metric(&file, &problem, goal, watch)? {
            return Ok(Ok(ReplayedPlan { is_in_other_metric: true, ..plan }));
        }
    }
    Ok(Err(wrong))
}

/// The metrics that the plan may be in, if none was asked for.
fn other_metrics(text: &ProblemText, metric: &str) -> Vec<&'static str> {
    match text.kind.option("metric").map(|option| option.form) {
        Some(OptionForm::OneOf { names, .. }) if !text.given.has("metric") => {
            names.iter().copied().filter(|name| *name != metric).collect()
        }
        _ => Vec::new(),
    }
}

/// Replays the plan in the metric of the problem.
fn in_metric(
    file: &Arc<PlanText>,
    problem: &Arc<dyn Problem>,
    goal: Option<u32>,
    watch: &Watch,
) -> Result<Result<ReplayedPlan, WrongStep>, Fault> {
    let (file, problem) = (file.clone(), problem.clone());
    let work = move |stop: &Stop| {
        let task = problem.task(goal, stop)?;
        let found = match valid(&file, &*problem, &task) {
            Err(wrong) => match problem.task_with_idle_moves(goal, stop)? {
                // The fault is told in terms of the task that everybody else solves.
                Some(whole) => valid(&file, &*problem, &whole)
                    .map_err(|other| if other.fault == UNCLEAR { other } else { wrong }),
                None => Err(wrong),
            },
            found => found,
        };
        Ok(found.map(|(length, cost)| ReplayedPlan {
            task: Arc::new(task),
            problem,
            length,
            cost,
            is_in_other_metric: false,
        }))
    };
    alone(Stage::Working, work, watch)
}

/// The length and the cost of the plan, if it solves the task.
fn valid(file: &PlanText, problem: &dyn Problem, task: &Task) -> Result<(usize, u128), WrongStep> {
    let plan: Plan = file.plan(problem, task)?;
    validate(task, &plan).map_err(|error| file.refuse(&error))?;
    Ok((plan.length(), plan.cost(task)))
}
