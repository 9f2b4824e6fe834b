//! Certificates, and plans that are replayed.

use std::path::PathBuf;
use std::sync::Arc;

use bmcplan::ask::{self, Limits, PlanText, SettingFault, Watch, check};
use bmcplan::kinds::Kinds;
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use pyo3::prelude::*;

use crate::failure::Failure;
use crate::given::Given;
use crate::work;

/// A plan that was given as JSON.
pub(crate) fn plan_of(moves: &str) -> Result<PlanText, Failure> {
    Ok(PlanText::of(Source::new("the plan", moves))?)
}

/// Replays a plan; the answer is JSON.
pub(crate) fn checked(
    given: &Arc<Given>,
    moves: &str,
    goal: Option<u32>,
    optimal: bool,
    memory: Option<usize>,
    watch: &Watch,
) -> Result<String, Failure> {
    if goal.is_some() && !given.has_goal_values() {
        let why = format!("goals have no values in problems of kind {}", given.kind());
        return Err(SettingFault::other("goal", why).into());
    }
    let plan = plan_of(moves)?;
    let subject = given.subject_of(&plan, watch)?;
    let goal = match goal {
        Some(goal) => Some(goal),
        None => given.goal_value()?,
    };
    let checked = check(&subject, goal, plan, optimal, memory, watch)?;
    Ok(serde_json::to_string(&checked.answer(None))?)
}

/// Checks a certificate; as JSON, with the keys of `docs/json.md`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, folder: PathBuf, timeout: Option<f64>) -> PyResult<String> {
    let limits = Limits { timeout: timeout.map(work::seconds), ..Limits::default() };
    work::run(py, limits, None, &Stop::default(), move |watch, _| {
        Ok(serde_json::to_string(&ask::verify(&folder, &Kinds::default(), watch)?.answer())?)
    })
}
