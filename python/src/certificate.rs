//! Certificates, and plans that are replayed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bmcplan::answer::{Certified, VERSION, VerifyObject};
use bmcplan::certificate::{EvidenceKind, VerifyError, verify as check};
use bmcplan::certify::{CertifyError, ProblemClaim, write_certificate};
use bmcplan::figures::CpuInstant;
use bmcplan::frontend::{Source, sas};
use bmcplan::plan::{Plan, Reason, read_plan, validate};
use bmcplan::problem::{Kinds, Problem, ProblemOptions, SAS};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use pyo3::prelude::*;
use serde_json::json;

use crate::failure::{Failure, reason_name};
use crate::problem::{Given, Written};
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

/// The certificate of a plan that is said to be shortest.
pub(crate) fn of_moves(
    given: &Given,
    folder: &Path,
    moves: &str,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Certified, Failure> {
    let problem = given.problem(stop)?;
    let task = problem.task(goal.or(given.goal_value()), stop)?;
    let plan = plan_of(&*problem, &task, moves)?;
    validate(&task, &plan).map_err(|error| Failure::Argument(format!("plan: {error}")))?;
    of_plan(given, &*problem, folder, goal, &task, Some(&plan), stop)
}

/// Writes the certificate of a shortest plan, or of that there is none, and checks it.
pub(crate) fn of_plan(
    given: &Given,
    problem: &dyn Problem,
    folder: &Path,
    goal: Option<u32>,
    task: &Task,
    plan: Option<&Plan>,
    stop: &Stop,
) -> Result<Certified, Failure> {
    let Some(Written { kind, sources, options }) = given.written() else {
        // What was built has no text of its own, so a SAS file stands for it.
        let mut text = Vec::new();
        sas::write_task(task, &mut text).map_err(Failure::bug)?;
        let source = Source::from_bytes("problem.sas", &text)?;
        let options = ProblemOptions::default();
        let sources = [source];
        let read = SAS.read(&sources, &options, stop)?;
        let written = read.task(None, stop)?;
        let names = |plan: &Plan| plan.operators().map(|id| &*task.operator(id).name).collect::<Vec<_>>();
        let again = |plan| plan_of(&*read, &written, &serde_json::to_string(&names(plan))?);
        let plan = plan.map(again).transpose()?;
        let claim = ProblemClaim {
            kind: SAS.name,
            sources: &sources,
            options: &options,
            goal: None,
            metric: read.metric(),
            task: &written,
            plan: plan.as_ref(),
            evidence: EvidenceKind::usual(&SAS),
        };
        return write(folder, &claim, stop);
    };
    let claim = ProblemClaim {
        kind: kind.name,
        sources,
        options,
        goal,
        metric: problem.metric(),
        task,
        plan,
        evidence: EvidenceKind::usual(kind),
    };
    write(folder, &claim, stop)
}

fn write(folder: &Path, claim: &ProblemClaim<'_>, stop: &Stop) -> Result<Certified, Failure> {
    let stopped = |reason| Certified::missing(format!("stopped by {}", reason_name(reason)));
    let begun = CpuInstant::now();
    let proof_bytes = match write_certificate(folder, claim, stop) {
        Ok(proof_bytes) => proof_bytes,
        Err(CertifyError::Stopped(reason)) => return Ok(stopped(reason)),
        Err(CertifyError::Write(cause)) => {
            return Err(Failure::File(format!("{}: {cause}", folder.display())));
        }
        Err(error @ CertifyError::Reached(_)) => return Err(Failure::Argument(format!("plan: {error}"))),
        Err(error @ (CertifyError::Layers(_) | CertifyError::Invariant)) => {
            return Ok(Certified::missing(error.to_string()));
        }
        Err(error) => return Err(Failure::bug(error)),
    };
    let (making, begun) = (begun.elapsed(), CpuInstant::now());
    match check(folder, &Kinds::default(), stop) {
        Ok(_) => Ok(Certified::Written {
            folder: folder.display().to_string(),
            evidence: claim.evidence,
            proof_bytes,
            making_seconds: making.as_secs_f64(),
            checking_seconds: Duration::as_secs_f64(&begun.elapsed()),
        }),
        Err(VerifyError::Stopped(reason)) => Ok(stopped(reason)),
        Err(error) => Err(Failure::bug(error)),
    }
}

/// Checks a certificate; as JSON, with the schema `docs/schemas/verify.json`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, folder: PathBuf, timeout: Option<f64>) -> PyResult<String> {
    let limits = work::Limits { timeout, memory: None };
    work::run(py, limits, None, move |stop, _| {
        let found = match check(&folder, &Kinds::default(), stop) {
            Ok(verified) => Ok(verified),
            Err(VerifyError::Wrong(reason)) => Err(reason),
            Err(error @ VerifyError::Unreadable { .. }) => return Err(Failure::File(error.to_string())),
            Err(VerifyError::Stopped(reason)) => return Err(Failure::Stopped(reason)),
        };
        let object = VerifyObject::of(found.as_ref().map_err(String::as_str));
        serde_json::to_string(&object).map_err(Failure::bug)
    })
}
