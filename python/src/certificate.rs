//! Certificates, and plans that are replayed.

use std::path::PathBuf;

use bmcplan::ask::{Limits, VERSION, VerifyObject};
use bmcplan::certificate::{VerifyError, verify as check};
use bmcplan::plan::{Plan, Reason, read_plan, validate};
use bmcplan::problem::{Kinds, Problem};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use pyo3::prelude::*;
use serde_json::json;

use crate::failure::Failure;
use crate::problem::Given;
use crate::work;

/// The plan of a problem with these moves, a list in JSON.
pub(crate) fn plan_of(problem: &dyn Problem, task: &Task, moves: &str) -> Result<Plan, Failure> {
    let written = read_plan(moves).map_err(Failure::argument)?;
    problem.read_plan(task, &written).map_err(|error| Failure::Argument(format!("plan: {error}")))
}

/// Whether moves are a plan; as JSON.
pub(crate) fn replayed(
    given: &Given,
    moves: &str,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<String, Failure> {
    let problem = given.problem(stop)?;
    let task = problem.task(goal.or(given.goal_value()), stop)?;
    let written = read_plan(moves).map_err(Failure::argument)?;
    let found = match problem.read_plan(&task, &written) {
        Err(error) => Err((error.step, error.to_string(), "name")),
        Ok(plan) => match validate(&task, &plan) {
            Ok(_) => Ok(plan.length()),
            Err(error) => {
                let is_goal = matches!(error.reason, Reason::GoalNotReached(_));
                Err((error.step, error.to_string(), if is_goal { "goal" } else { "move" }))
            }
        },
    };
    Ok(json!({
        "kind": problem.kind(),
        "name": given.place().name,
        "file": given.place().file,
        "status": if found.is_ok() { "valid" } else { "wrong" },
        "metric": problem.metric(),
        "goal": goal,
        "length": found.as_ref().ok(),
        "step": found.as_ref().err().map(|(step, ..)| step),
        "reason": found.as_ref().err().map(|(_, reason, _)| reason),
        "fault": found.as_ref().err().map(|(.., fault)| fault),
        "version": VERSION,
    })
    .to_string())
}

/// Checks a certificate; as JSON, with the schema `docs/schemas/verify.json`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, folder: PathBuf, timeout: Option<f64>) -> PyResult<String> {
    let limits = Limits { timeout: timeout.map(work::seconds), ..Limits::default() };
    work::run(py, limits, None, &Stop::default(), move |watch, _| {
        let found = match check(&folder, &Kinds::default(), &watch.stop) {
            Ok(verified) => Ok(verified),
            Err(VerifyError::Wrong(reason)) => Err(reason),
            Err(error @ VerifyError::Unreadable { .. }) => {
                return Err(if folder.exists() {
                    Failure::File(error.to_string())
                } else {
                    Failure::Missing { name: folder.display().to_string(), message: error.to_string() }
                });
            }
            Err(VerifyError::Stopped(reason)) => return Err(Failure::Fault(reason.into())),
        };
        let object = VerifyObject::of(found.as_ref().map_err(String::as_str));
        serde_json::to_string(&object).map_err(Failure::bug)
    })
}
