//! Certificates, and plans that are replayed.

use std::path::PathBuf;

use bmcplan::ask::{Limits, PlanText, VerifyObject, Watch, check};
use bmcplan::certificate::{self, VerifyError};
use bmcplan::kinds::Kinds;
use bmcplan::plan::{Plan, read_plan};
use bmcplan::problem::Problem;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan::text::Source;
use pyo3::prelude::*;

use crate::failure::Failure;
use crate::problem::Given;
use crate::work;

/// The plan of a problem with these moves, a list in JSON.
pub(crate) fn plan_of(problem: &dyn Problem, task: &Task, moves: &str) -> Result<Plan, Failure> {
    let written = read_plan(moves).map_err(Failure::argument)?;
    problem.read_plan(task, &written).map_err(|error| Failure::Argument(format!("plan: {error}")))
}

/// Replays a plan; the answer is JSON.
pub(crate) fn checked(
    given: &Given,
    moves: &str,
    goal: Option<u32>,
    shortest: bool,
    memory: Option<usize>,
    watch: &Watch,
) -> Result<String, Failure> {
    let subject = given.subject(&watch.stop)?;
    let plan = PlanText::of(Source::new("the plan", moves))?;
    let checked = check(&subject, goal.or(given.goal_value()), plan, shortest, memory, watch)?;
    Ok(serde_json::to_string(&checked.answer(None))?)
}

/// Checks a certificate; as JSON, with the schema `docs/schemas/verify.json`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, folder: PathBuf, timeout: Option<f64>) -> PyResult<String> {
    let limits = Limits { timeout: timeout.map(work::seconds), ..Limits::default() };
    work::run(py, limits, None, &Stop::default(), move |watch, _| {
        let found = match certificate::verify(&folder, &Kinds::default(), &watch.stop) {
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
