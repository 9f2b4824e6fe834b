//! Checking a written plan: is it valid, and is there a better one?

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_kinds::problem::Problem;
use bmcplan_planner::{Options, Outcome, Report};
use bmcplan_sat::encode::Semantics;
use bmcplan_task::Task;
use bmcplan_task::plan::{Cost, Metric, Plan};

use super::answer::{AnswerHead, DiagnosticObject};
use super::fault::Fault;
use super::limits::{Limiter, Stage, alone};
use super::plan_text::{PlanText, UNCLEAR, WrongStep};
use super::problem_text::ProblemPlace;
use super::replay::{ReplayedPlan, replay_plan};
use super::settings::Settings;
use super::solution::LoadedProblem;
use super::status::Status;
use super::{VERSION, reason_name};

/// Everything that was found out about a plan.
pub enum CheckedPlan {
    /// A step cannot be taken, or the goal is not reached.
    Wrong(WrongStep),
    /// The plan solves the problem.
    Valid(PlanSize),
    /// None is shorter, or cheaper where costs are minimised.
    Optimal(PlanSize),
    /// A better plan exists, of that size.
    NotOptimal(PlanSize, PlanSize),
    /// The plan is valid; a limit left open whether a better one exists.
    Open(PlanSize, StopReason),
}

/// The length of a plan, and its cost if moves cost something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanSize {
    /// The number of moves.
    pub length: usize,
    /// The cost, in the unit of the problem.
    pub cost: Option<Cost>,
}

impl PlanSize {
    fn of(length: usize, cost: u128, task: &Task, problem: &dyn Problem) -> Self {
        let has_costs = problem.minimises() == Metric::Cost || task.has_costs();
        Self { length, cost: has_costs.then(|| Cost::of(cost, problem.cost_scale())) }
    }
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
    /// The metric of the problem, where the plan fits another one better.
    pub other_than: Option<String>,
}

/// A plan that was checked, as an object of JSON, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct CheckAnswer {
    /// The first keys.
    #[serde(flatten)]
    pub head: AnswerHead,
    /// The value of the goal, if goals have values.
    pub goal: Option<u32>,
    /// The number of moves of a valid plan.
    pub length: Option<usize>,
    /// The moves, where the plan was read from a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Vec<String>>,
    /// The cost of a valid plan, if moves cost something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The first step that cannot be taken, from 1; the last one, if the goal is not reached.
    pub step: Option<usize>,
    /// The fault, in words.
    pub reason: Option<String>,
    /// The sort of fault: `name`, `move` or `goal`.
    pub fault: Option<String>,
    /// Is there no better plan?
    pub optimal: Option<bool>,
    /// Is there no shorter plan, where lengths are minimised?
    pub shortest: Option<bool>,
    /// The length of a shorter plan.
    pub shorter: Option<usize>,
    /// The cost of a cheaper plan, where costs are minimised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cheaper: Option<Cost>,
    /// The limit that left open whether there is a better one.
    pub stopped_by: Option<String>,
    /// Warnings about the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<DiagnosticObject>,
    /// The version of the library.
    pub version: String,
}

/// Replays a plan by the rules of a problem, and, if `optimal`, looks for a better one.
///
/// # Errors
/// See [`Fault`]. A wrong plan is an answer; one by which too many plans may be meant is none.
pub fn check(
    loaded: &LoadedProblem,
    goal: Option<u32>,
    plan: PlanText,
    optimal: bool,
    memory: Option<usize>,
    limiter: &Limiter,
) -> Result<Checked, Fault> {
    let problem = &loaded.problem;
    let place = loaded.place.clone().unwrap_or_default();
    let own = loaded.clone();
    let work = move |stop: &Stop| replay_plan(&plan, &own, goal, stop);
    let mut replayed = alone::<_, Fault>(Stage::Working, work, limiter)?;
    let found = match replayed.wrong.take() {
        Some(unclear) if unclear.fault == UNCLEAR => return Err(unclear.into()),
        Some(wrong) => CheckedPlan::Wrong(wrong),
        None if optimal => better(&replayed, memory, limiter)?,
        None => CheckedPlan::Valid(size(&replayed)),
    };
    let other_than = replayed.other_than(problem);
    Ok(Checked { found, problem: replayed.problem, place, goal, other_than })
}

fn size(plan: &ReplayedPlan) -> PlanSize {
    PlanSize::of(plan.length(), plan.cost(), &plan.task, &*plan.problem)
}

/// Looks for a plan that is shorter than this one, or cheaper where costs are minimised.
fn better(plan: &ReplayedPlan, memory: Option<usize>, limiter: &Limiter) -> Result<CheckedPlan, Fault> {
    let (size, problem, task) = (size(plan), plan.problem.clone(), plan.task.clone());
    let metric = problem.minimises();
    let search_memory = memory.map(|bytes| bytes / 2);
    let options = Options { metric, search_memory, ..Options::default() };
    let options = match metric {
        Metric::Actions => {
            let less = plan.length().checked_sub(1);
            less.map(|less| Options { max_horizon: Some(less), ..options })
        }
        // Without a bound where it is none that can be asked for.
        Metric::Cost => {
            let less = plan.cost().checked_sub(1);
            less.map(|less| Options { max_cost: u64::try_from(less).ok(), ..options })
        }
    };
    let Some(options) = options else { return Ok(CheckedPlan::Optimal(size)) };
    let encoding = Settings::default().encoding(&*problem, Semantics::Sequential)?;
    let of_other = task.clone();
    let solve =
        move |stop: &Stop| Ok(bmcplan_planner::solve(&task, &*encoding, &options, stop, &mut |_| {})?);
    match alone(Stage::Working, solve, limiter) {
        Ok(report) => compared(plan, report, &of_other),
        Err(Fault::Stopped { reason, .. }) => Ok(CheckedPlan::Open(size, reason)),
        Err(fault) => Err(fault),
    }
}

/// Compares a plan with what was found out about better ones.
fn compared(plan: &ReplayedPlan, report: Report, task: &Task) -> Result<CheckedPlan, Fault> {
    let own = size(plan);
    let is_better = |other: &Plan| match plan.problem.minimises() {
        Metric::Actions => other.length() < plan.length(),
        Metric::Cost => other.cost(task) < plan.cost(),
    };
    Ok(match (report.outcome, report.stopped) {
        (Outcome::Solved { plan: other, .. }, _) if is_better(&other) => {
            let (length, cost) = (other.length(), other.cost(task));
            CheckedPlan::NotOptimal(own, PlanSize::of(length, cost, task, &*plan.problem))
        }
        (Outcome::Stopped(reason), _) | (Outcome::Solved { optimal: false, .. }, Some(reason)) => {
            CheckedPlan::Open(own, reason)
        }
        (Outcome::Solved { optimal: false, .. }, None) => {
            return Err(Fault::bug(
                "the search for a better plan ended with another one, and without a limit",
            ));
        }
        (
            Outcome::Solved { .. }
            | Outcome::NoPlanWithin(_)
            | Outcome::NoPlanAtCost(_)
            | Outcome::Unsolvable,
            _,
        ) => CheckedPlan::Optimal(own),
    })
}

impl CheckedPlan {
    /// Returns the size of the plan, if it is one.
    pub fn size(&self) -> Option<PlanSize> {
        match self {
            Self::Wrong(_) => None,
            Self::Valid(size) | Self::Optimal(size) | Self::NotOptimal(size, _) | Self::Open(size, _) => {
                Some(*size)
            }
        }
    }
}

impl Checked {
    /// Returns the object of JSON; with the moves of a plan that was read from a model.
    pub fn answer(&self, moves: Option<&[String]>) -> CheckAnswer {
        let status = if matches!(self.found, CheckedPlan::Wrong(_)) { Status::Wrong } else { Status::Valid };
        let mut answer = CheckAnswer {
            head: AnswerHead::of(&*self.problem, Some(&self.place), status),
            goal: self.goal,
            plan: moves.map(<[String]>::to_vec),
            warnings: self.problem.warnings().iter().map(DiagnosticObject::from).collect(),
            version: VERSION.to_owned(),
            ..CheckAnswer::default()
        };
        match &self.found {
            CheckedPlan::Wrong(wrong) => {
                answer.plan = None;
                answer.step = Some(wrong.step);
                answer.reason = Some(wrong.diagnostic.message().to_owned());
                answer.fault = Some(wrong.fault.to_owned());
            }
            CheckedPlan::Valid(_) => {}
            CheckedPlan::Optimal(_) => answer.optimal = Some(true),
            CheckedPlan::NotOptimal(_, better) => {
                answer.optimal = Some(false);
                match self.problem.minimises() {
                    Metric::Actions => answer.shorter = Some(better.length),
                    Metric::Cost => answer.cheaper = better.cost,
                }
            }
            CheckedPlan::Open(_, reason) => answer.stopped_by = Some(reason_name(*reason).to_owned()),
        }
        answer.shortest = answer.optimal.filter(|_| self.problem.minimises() == Metric::Actions);
        if let Some(size) = self.found.size() {
            (answer.length, answer.cost) = (Some(size.length), size.cost);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::text::Source;
    use bmcplan_kinds::problem::ProblemOptions;
    use bmcplan_kinds::{RUSH_HOUR, read_as};
    use bmcplan_planner::Mode;

    use super::*;

    #[test]
    fn a_plan_that_is_left_when_a_limit_comes_makes_no_other_one_the_best() {
        let stop = Stop::default();
        let sources = [Source::new("board", "XX.\n...\n...\n")];
        let problem: Arc<dyn Problem> =
            Arc::from(read_as(&RUSH_HOUR, &sources, &ProblemOptions::default(), &stop).unwrap());
        let task = problem.task(None, &stop).unwrap();
        let id = task.operator_ids().next().unwrap();
        let of_length = |length, optimal| Outcome::Solved {
            plan: Plan::sequential(std::iter::repeat_n(id, length)),
            states: Vec::new(),
            optimal,
        };
        let of_task = Arc::new(task.clone());
        let plan = ReplayedPlan {
            problem,
            task: of_task.clone(),
            task_of_plan: of_task,
            plan: Plan::sequential([id; 3]),
            states: Vec::new(),
            wrong: None,
        };
        let limit = Some(StopReason::Timeout);
        let found = |outcome, stopped| {
            let report = Report { stopped, ..Report::of(outcome, Mode::Auto) };
            compared(&plan, report, &task)
        };
        assert!(matches!(found(of_length(4, false), limit), Ok(CheckedPlan::Open(..))));
        assert!(matches!(found(of_length(3, false), limit), Ok(CheckedPlan::Open(..))));
        assert!(matches!(found(of_length(2, false), limit), Ok(CheckedPlan::NotOptimal(..))));
        assert!(matches!(found(of_length(3, true), None), Ok(CheckedPlan::Optimal(_))));
        assert!(matches!(found(of_length(3, false), None), Err(Fault::Bug(_))));
        assert!(matches!(found(Outcome::NoPlanWithin(2), None), Ok(CheckedPlan::Optimal(_))));
    }
}
