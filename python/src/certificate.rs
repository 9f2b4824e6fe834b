//! Certificates, and plans that are replayed.

use std::path::PathBuf;

use bmcplan::ask::{self, Limiter, Limits, LoadedProblem, PlanText, SettingFault, check};
use bmcplan::kinds::Kinds;
use pyo3::prelude::*;

use crate::failure::Failure;
use crate::work;

/// Replays a plan; the answer is JSON.
pub(crate) fn checked(
    loaded: &LoadedProblem,
    plan: PlanText,
    goal: Option<u32>,
    optimal: bool,
    memory: Option<usize>,
    limiter: &Limiter,
) -> Result<String, Failure> {
    if goal.is_some() && loaded.text.as_ref().is_none_or(|text| text.goal().is_none()) {
        let why = format!("goals have no values in problems of kind {}", loaded.problem.kind());
        return Err(SettingFault::other("goal", why).into());
    }
    let goal = goal.map_or_else(|| loaded.goal_value(), |goal| Ok(Some(goal)))?;
    Ok(serde_json::to_string(&check(loaded, goal, plan, optimal, memory, limiter)?.answer(None))?)
}

/// Checks a certificate, or a proof that a formula has no model; as JSON, with the keys of `docs/json.md`.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    folder: PathBuf,
    proof: Option<PathBuf>,
    timeout: Option<f64>,
) -> PyResult<String> {
    let limits = Limits { timeout: timeout.map(work::seconds), ..Limits::default() };
    work::run(py, limits, None, None, move |limiter, _| {
        let found = match proof {
            None => ask::verify(&folder, &Kinds::default(), limiter)?,
            Some(proof) => ask::verify_proof(&folder, &proof, limiter)?,
        };
        Ok(serde_json::to_string(&found.answer())?)
    })
}
