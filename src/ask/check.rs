//! Checking a plan that somebody wrote: is it one, and is there a shorter one?

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::answer::DiagnosticObject;
use super::fault::Fault;
use super::given::Settings;
use super::limits::{Stage, Watch, alone};
use super::plan_text::{PlanText, WrongStep};
use super::problem_text::ProblemPlace;
use super::replay::replay;
use super::solved::Subject;
use super::{VERSION, reason_name};
use crate::encode::Semantics;
use crate::planner::{self, Options, Outcome};
use crate::problem::Problem;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Everything that was found out about a plan.
pub enum CheckedPlan {
    /// A step cannot be taken, or the goal is not reached.
    Wrong(WrongStep),
    /// The plan solves the problem, with so many moves.
    Valid(usize),
    /// None is shorter.
    Shortest(usize),
    /// A shorter plan exists, of so many moves.
    NotShortest(usize, usize),
    /// The plan is valid; a limit left open whether a shorter one exists.
    Open(usize, StopReason),
}

/// A plan that was checked.
pub struct Checked {
    /// The finding.
    pub found: CheckedPlan,
    /// The problem, in the metric that the plan is in.
    pub problem: Arc<dyn Problem>,
    /// The name of the problem, and its file.
    pub place: ProblemPlace,
    /// The value of the goal, if goals have values.
    pub goal: Option<u32>,
    /// The cost of the plan, if moves cost something.
    pub cost: Option<u128>,
    /// The metric in which it is no plan, where it was read in another one.
    pub other_than: Option<String>,
}

/// A plan that was checked, as an object of JSON; the schema is `docs/schemas/check.json`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckAnswer {
    /// The name of the problem's kind.
    pub kind: String,
    /// Its name and its file.
    #[serde(flatten)]
    pub place: Option<ProblemPlace>,
    /// `valid` or `wrong`.
    pub status: String,
    /// The unit in which the length is counted.
    pub metric: String,
    /// The value of the goal, if goals have values.
    pub goal: Option<u32>,
    /// The number of moves of a valid plan.
    pub length: Option<usize>,
    /// The moves, where the plan was read from a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<String>>,
    /// The cost of a valid plan, if moves cost something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u128>,
    /// The first step that cannot be taken, from 1; the last one, if the goal is not reached.
    pub step: Option<usize>,
    /// The fault, in words.
    pub reason: Option<String>,
    /// The sort of fault: `name`, `move` or `goal`.
    pub fault: Option<String>,
    /// Is there no shorter plan?
    pub shortest: Option<bool>,
    /// The length of a shorter plan.
    pub shorter: Option<usize>,
    /// The limit that left open whether there is a shorter one.
    pub stopped_by: Option<String>,
    /// Warnings about the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<DiagnosticObject>,
    /// The version of the library.
    pub version: String,
}

/// Replays a plan by the rules of a problem, and, if `shortest`, looks for a shorter one.
///
/// # Errors
/// See [`Fault`]. A wrong plan is an answer.
pub fn check(
    subject: &Subject,
    goal: Option<u32>,
    plan: PlanText,
    shortest: bool,
    memory: Option<usize>,
    watch: &Watch,
) -> Result<Checked, Fault> {
    let problem = &subject.problem;
    let title = || ProblemPlace { name: String::new(), file: None };
    let place = subject.place.clone().unwrap_or_else(title);
    Ok(match replay(plan, problem, subject.text.as_ref(), goal, watch)? {
        Err(wrong) => {
            let (found, problem) = (CheckedPlan::Wrong(wrong), problem.clone());
            Checked { found, problem, place, goal, cost: None, other_than: None }
        }
        Ok(plan) => Checked {
            found: match shortest {
                true => shorter(&plan.problem, plan.task, plan.length, memory, watch)?,
                false => CheckedPlan::Valid(plan.length),
            },
            other_than: plan.is_in_other_metric.then(|| problem.metric().to_owned()),
            problem: plan.problem,
            place,
            goal,
            cost: plan.cost,
        },
    })
}

/// Looks for a plan that is shorter than one of that length.
fn shorter(
    problem: &Arc<dyn Problem>,
    task: Arc<Task>,
    length: usize,
    memory: Option<usize>,
    watch: &Watch,
) -> Result<CheckedPlan, Fault> {
    let Some(less) = length.checked_sub(1) else { return Ok(CheckedPlan::Shortest(length)) };
    let search_memory = memory.map(|bytes| bytes / 2);
    let options = Options { max_horizon: Some(less), search_memory, ..Options::default() };
    let encoding = Settings::default().encoding(&**problem, Semantics::Sequential)?;
    let solve =
        move |stop: &Stop| Ok(planner::solve(&task, &*encoding, &options, stop, &mut |_| {})?.outcome);
    match alone(Stage::Working, solve, watch) {
        Ok(Outcome::Solved { plan, .. }) => Ok(CheckedPlan::NotShortest(length, plan.length())),
        Ok(Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) | Outcome::Unsolvable) => {
            Ok(CheckedPlan::Shortest(length))
        }
        Ok(Outcome::Stopped(reason)) | Err(Fault::Stopped { reason, .. }) => {
            Ok(CheckedPlan::Open(length, reason))
        }
        Err(fault) => Err(fault),
    }
}

impl Checked {
    /// The object of JSON; with the moves of a plan that was read from a model.
    pub fn answer(&self, moves: Option<&[String]>) -> CheckAnswer {
        let mut answer = CheckAnswer {
            kind: self.problem.kind().to_owned(),
            place: Some(self.place.clone()),
            status: "valid".to_owned(),
            metric: self.problem.metric().to_owned(),
            goal: self.goal,
            plan: moves.map(<[String]>::to_vec),
            cost: self.cost,
            warnings: self.problem.warnings().iter().map(DiagnosticObject::from).collect(),
            version: VERSION.to_owned(),
            ..CheckAnswer::default()
        };
        match &self.found {
            CheckedPlan::Wrong(wrong) => {
                answer.status = "wrong".to_owned();
                answer.plan = None;
                answer.step = Some(wrong.step);
                answer.reason = Some(wrong.diagnostic.message().to_owned());
                answer.fault = Some(wrong.fault.to_owned());
            }
            CheckedPlan::Valid(length) => answer.length = Some(*length),
            CheckedPlan::Shortest(length) => (answer.length, answer.shortest) = (Some(*length), Some(true)),
            CheckedPlan::NotShortest(length, less) => {
                (answer.length, answer.shortest, answer.shorter) = (Some(*length), Some(false), Some(*less));
            }
            CheckedPlan::Open(length, reason) => {
                answer.length = Some(*length);
                answer.stopped_by = Some(reason_name(*reason).to_owned());
            }
        }
        answer
    }
}
