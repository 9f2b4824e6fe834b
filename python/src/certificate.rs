//! Certificates, and plans that are replayed.

use std::path::{Path, PathBuf};

use bmcplan::answer::{CertificateFault, Certified, VERSION, VerifyObject, certified, placed};
use bmcplan::certificate::{EvidenceChoice, EvidenceKind, VerifyError, verify as check};
use bmcplan::certify::{CertificatePlace, ClaimedPlans, ProblemClaim};
use bmcplan::encode::StepOptions;
use bmcplan::frontend::{Source, sas};
use bmcplan::horizon::HorizonRefutation;
use bmcplan::plan::{Plan, Reason, read_plan, validate};
use bmcplan::problem::{GoalChoice, Kinds, Problem, ProblemOptions, SAS};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use pyo3::prelude::*;
use serde_json::json;

use crate::failure::Failure;
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

/// The place of a certificate, if one may be written there: no file of the problem is in it.
pub(crate) fn place_of(folder: &Path, given: &Given) -> Result<CertificatePlace, Failure> {
    let refused = |why: &dyn std::fmt::Display| Failure::File(format!("{}: {why}", folder.display()));
    let place = CertificatePlace::of(folder).map_err(|error| refused(&error))?;
    let sources = given.written().into_iter().flat_map(|written| &written.sources);
    match sources.filter_map(Source::path).find(|path| place.holds(path)) {
        Some(path) => Err(refused(&format!(
            "the problem {} is in this folder, whose place the certificate takes; name a new one",
            path.display()
        ))),
        None => Ok(place),
    }
}

/// The certificate of a plan that is said to be shortest.
pub(crate) fn of_moves(
    given: &Given,
    folder: &Path,
    moves: &str,
    goal: Option<u32>,
    evidence: EvidenceChoice,
    stop: &Stop,
) -> Result<Certified, Failure> {
    let place = &place_of(folder, given)?;
    let problem = given.problem(stop)?;
    // Where any value of the goal will do, the plan may be one for the greatest.
    let goal = goal.or(given.goal_value()).or(given.goal().map(|_| GoalChoice::GREATEST));
    let task = problem.task(goal, stop)?;
    let plan = plan_of(&*problem, &task, moves)?;
    validate(&task, &plan).map_err(|error| Failure::Argument(format!("plan: {error}")))?;
    let claim = Claim {
        problem: &*problem,
        place,
        goal,
        task: &task,
        plan: Some(&plan),
        step: &StepOptions::default(),
        evidence,
        refutation: None,
    };
    claim.certified(given, stop)
}

/// What is to be certified.
pub(crate) struct Claim<'a> {
    pub(crate) problem: &'a dyn Problem,
    pub(crate) place: &'a CertificatePlace,
    pub(crate) goal: Option<u32>,
    pub(crate) task: &'a Task,
    /// A plan that is shortest; none if there is none.
    pub(crate) plan: Option<&'a Plan>,
    /// Which operators share a step of the plan.
    pub(crate) step: &'a StepOptions,
    pub(crate) evidence: EvidenceChoice,
    /// The refutation of a shorter plan, if the solver kept one.
    pub(crate) refutation: Option<&'a HorizonRefutation>,
}

impl Claim<'_> {
    /// Writes the certificate and checks it.
    pub(crate) fn certified(&self, given: &Given, stop: &Stop) -> Result<Certified, Failure> {
        let Some(Written { kind, sources, options }) = given.written() else {
            return self.of_built(stop);
        };
        // The value may be another one than the problem was read for.
        let options = match (kind.goal(options), self.goal, kind.goal_option()) {
            (Some(GoalChoice::Value(asked)), Some(goal), Some(option)) if asked != goal => {
                &options.clone().with(option.name, &goal.to_string())
            }
            _ => options,
        };
        let claim = ProblemClaim {
            kind,
            sources,
            options,
            goal: self.goal,
            metric: self.problem.metric(),
            task: self.task,
            plan: self.plan,
            plans: ClaimedPlans::One,
            step: self.step,
            evidence: if self.shares_steps() { EvidenceKind::Proof } else { self.evidence.of(kind, false) },
            note: None,
            refutation: self.refutation,
        };
        self.write(&claim, stop)
    }

    /// What was built has no text of its own, so a SAS file stands for it.
    fn of_built(&self, stop: &Stop) -> Result<Certified, Failure> {
        if self.shares_steps() {
            return Ok(Certified::missing(
                "plans whose moves share steps are certified for problems from files",
            ));
        }
        let mut text = Vec::new();
        sas::write_task(self.task, &mut text).map_err(Failure::bug)?;
        let source = Source::from_bytes("problem.sas", &text)?;
        let options = ProblemOptions::default();
        let sources = [source];
        let read = SAS.read(&sources, &options, stop)?;
        let written = read.task(None, stop)?;
        let names =
            |plan: &Plan| plan.operators().map(|id| &*self.task.operator(id).name).collect::<Vec<_>>();
        let again = |plan| plan_of(&*read, &written, &serde_json::to_string(&names(plan))?);
        let plan = self.plan.map(again).transpose()?;
        let claim = ProblemClaim {
            kind: &SAS,
            sources: &sources,
            options: &options,
            goal: None,
            metric: read.metric(),
            task: &written,
            plan: plan.as_ref(),
            plans: ClaimedPlans::One,
            step: self.step,
            evidence: self.evidence.of(&SAS, false),
            note: None,
            refutation: None,
        };
        self.write(&claim, stop)
    }

    /// Layers are of single moves.
    fn shares_steps(&self) -> bool {
        self.plan.is_some() && self.step.semantics.is_parallel()
    }

    fn write(&self, claim: &ProblemClaim<'_>, stop: &Stop) -> Result<Certified, Failure> {
        let is_open = self.evidence == EvidenceChoice::Auto && !self.shares_steps();
        let written = self.place.begin().map_err(CertificateFault::Write).and_then(|folder| {
            let written = certified(folder.path(), claim, is_open, &Kinds::default(), stop, || ())?;
            placed(folder, written)
        });
        written.map_err(|fault| match fault {
            CertificateFault::Write(cause) => {
                Failure::File(format!("{}: {cause}", self.place.named().display()))
            }
            fault @ CertificateFault::Reached(_) => Failure::Argument(format!("plan: {fault}")),
            fault @ CertificateFault::Internal(_) => Failure::bug(fault),
        })
    }
}

/// Checks a certificate; as JSON, with the schema `docs/schemas/verify.json`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, folder: PathBuf, timeout: Option<f64>) -> PyResult<String> {
    let limits = work::Limits { timeout, memory: None };
    work::run(py, limits, None, &Stop::default(), move |stop, _| {
        let found = match check(&folder, &Kinds::default(), stop) {
            Ok(verified) => Ok(verified),
            Err(VerifyError::Wrong(reason)) => Err(reason),
            Err(error @ VerifyError::Unreadable { .. }) => {
                return Err(if folder.exists() {
                    Failure::File(error.to_string())
                } else {
                    Failure::Missing { name: folder.display().to_string(), message: error.to_string() }
                });
            }
            Err(VerifyError::Stopped(reason)) => return Err(Failure::Stopped(reason)),
        };
        let object = VerifyObject::of(found.as_ref().map_err(String::as_str));
        serde_json::to_string(&object).map_err(Failure::bug)
    })
}
