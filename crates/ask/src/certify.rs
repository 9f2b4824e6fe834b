//! The certificate of an answer: written beside its place, checked, and put there. Its unfinished folder goes with the process, however
//! that ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bmcplan_base::stop::Stop;
use bmcplan_base::text::Source;
use bmcplan_certify::{CertificatePlace, CertifyError, Claim, ClaimedPlans, write_certificate};
use bmcplan_kinds::problem::{GoalChoice, Problem, ProblemOptions};
use bmcplan_kinds::sas;
use bmcplan_kinds::{Kinds, SAS};
use bmcplan_planner::{Event, Minimum};
use bmcplan_planner::{Outcome, PlanQuery};
use bmcplan_sat::encode::StepOptions;
use bmcplan_sat::figures::CpuInstant;
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan, read_plan, validate};
use bmcplan_verify::{EvidenceChoice, EvidenceKind, VerifyError};

use super::answer::Certified;
use super::fault::Fault;
use super::limits::{Limiter, Stage, alone, listen};
use super::problem_text::ProblemText;
use super::settings::{SettingFault, Settings};
use super::solution::Solution;
use super::stopped_by;

/// Returns the place of the certificate that the settings ask for: no file of the problem is in it.
///
/// # Errors
/// None may be written there.
pub(super) fn place(
    settings: &Settings,
    text: Option<&ProblemText>,
) -> Result<Option<CertificatePlace>, Fault> {
    settings.certify.as_ref().map(|folder| place_at(folder, text)).transpose()
}

/// Returns the place of a certificate in this folder: no file of the problem is in it.
///
/// # Errors
/// None may be written there.
pub fn place_at(folder: &Path, text: Option<&ProblemText>) -> Result<CertificatePlace, Fault> {
    let refused =
        |why: &dyn std::fmt::Display| Fault::Folder { place: folder.to_owned(), why: why.to_string() };
    let place = CertificatePlace::of(folder).map_err(|error| refused(&error))?;
    let mut paths = text.into_iter().flat_map(|text| &text.sources).filter_map(Source::path);
    match paths.find(|path| place.holds(path)) {
        Some(path) => Err(refused(&format!(
            "the problem {} is in this folder, whose place the certificate takes; name a new one",
            path.display()
        ))),
        None => Ok(place),
    }
}

/// Returns true if a certificate of one plan is to rest on a proof.
pub(super) fn is_proved(settings: &Settings, text: Option<&ProblemText>) -> bool {
    settings.evidence().of(text.map_or(&SAS, |text| text.kind)) == EvidenceKind::Proof
}

/// Writes the certificate of a shortest plan, or of that there is none, checks it and puts it into its place.
///
/// # Errors
/// The certificate cannot be written there, or is wrong.
pub(super) fn certify(
    solved: &Solution,
    place: &CertificatePlace,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<Certified, Fault> {
    let missing = |why: &str| Ok(Certified::missing(why));
    let (plan, task) = match (&solved.report.outcome, &solved.task) {
        (Outcome::Solved { plan, .. }, Some(task)) if solved.is_best() => (Some(plan.clone()), task.clone()),
        (Outcome::Unsolvable, Some(task)) => (None, task.clone()),
        (Outcome::Solved { .. } | Outcome::Unsolvable, task) => {
            let measure = task.as_ref().map(|task| solved.options.metric.in_task(task));
            let best = if measure == Some(Metric::Cost) { "cheapest" } else { "shortest" };
            return missing(&format!("the plan is not known to be {best}"));
        }
        (Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) | Outcome::Stopped(_), _) => {
            return missing("no plan was found");
        }
    };
    let options = &solved.options;
    let counts = options.wanted == PlanQuery::Count;
    let plans = match &solved.report.list {
        _ if !counts || plan.is_none() => ClaimedPlans::One,
        Some(list) if list.exact => ClaimedPlans::Count(list.count),
        _ => return missing("not all shortest plans are known"),
    };
    if options.metric.in_task(&task) == Metric::Cost && counts {
        return missing("of plans of least cost, one is certified, not all");
    }
    let (problem, text) = (&*solved.loaded.problem, solved.loaded.text.as_ref());
    // A recount is of single moves.
    let shares_steps = plan.is_some() && options.step.semantics.is_parallel();
    if shares_steps && text.is_none() {
        return missing("plans whose moves share steps are certified for problems from files");
    }
    let evidence = match solved.settings.evidence() {
        _ if shares_steps => EvidenceChoice::Proof,
        EvidenceChoice::Auto if counts => EvidenceChoice::Recount,
        chosen => chosen,
    };
    let claim = Claim {
        plans,
        step: options.step.clone(),
        refutation: solved.report.refutation.clone(),
        ..claim_of(problem, text, solved.goal, task, plan, evidence)
    };
    write(claim, text, place, limiter, observer)
}

/// Writes the certificate of a given plan that is claimed to be shortest or cheapest, checks it and puts it into its place. `goal` is the value
/// of the goal, if the plan says one.
///
/// # Errors
/// The moves are no plan, or not a best one; the value is to be the best one, and the plan says none; or the certificate cannot be written
/// there.
pub fn certify_moves(
    problem: &Arc<dyn Problem>,
    text: Option<&ProblemText>,
    moves: &str,
    goal: Option<u32>,
    folder: &Path,
    evidence: EvidenceChoice,
    limiter: &Limiter,
) -> Result<Certified, Fault> {
    let place = place_at(folder, text)?;
    let goal = match (goal, text) {
        (None, Some(text)) => text.goal_value()?,
        (goal, _) => goal,
    };
    let own = problem.clone();
    let task = alone::<_, Fault>(Stage::Working, move |stop| Ok(own.task(goal, stop)?), limiter)?;
    let plan = plan_of(&**problem, &task, moves)?;
    validate(&task, &plan).map_err(|error| SettingFault::other("plan", error.to_string()))?;
    let claim = claim_of(&**problem, text, goal, Arc::new(task), Some(plan), evidence);
    write(claim, text, &place, limiter, &mut |_| {})
}

/// Returns the plan of a problem with these moves, in a form that [`read_plan`] reads.
fn plan_of(problem: &dyn Problem, task: &Task, moves: &str) -> Result<Plan, Fault> {
    let fault = |why: String| SettingFault::other("plan", why);
    let written = read_plan(moves).map_err(|error| fault(error.to_string()))?;
    Ok(problem.read_plan(task, &written).map_err(|error| fault(error.to_string()))?)
}

/// Returns the claim that a plan is the best one, or that there is none, in steps of one operator. A problem that was built by a program
/// has no text yet.
fn claim_of(
    problem: &dyn Problem,
    text: Option<&ProblemText>,
    goal: Option<u32>,
    task: Arc<Task>,
    plan: Option<Plan>,
    evidence: EvidenceChoice,
) -> Claim {
    let (kind, sources, options) = match text {
        Some(text) => (text.kind, text.sources.clone(), text.options.clone()),
        None => (&SAS, Vec::new(), ProblemOptions::default()),
    };
    // The value may be another one than the problem was read for.
    let options = match (kind.goal(&options), goal, kind.goal_option()) {
        (Some(GoalChoice::Value(asked)), Some(goal), Some(option)) if asked != goal => {
            options.with(option.name, &goal.to_string())
        }
        _ => options,
    };
    Claim {
        kind,
        sources,
        options,
        goal,
        unit: problem.metric().to_owned(),
        cost_scale: problem.cost_scale(),
        metric: problem.minimises().in_task(&task),
        task,
        plan,
        plans: ClaimedPlans::One,
        step: StepOptions::default(),
        evidence,
        refutation: None,
    }
}

/// Returns the same claim about a SAS file of the task, for problems that were built by a program.
fn of_sas_file(claim: Claim, stop: &Stop) -> Result<Claim, Fault> {
    let mut written = Vec::new();
    sas::write_task(&claim.task, &mut written).map_err(Fault::bug)?;
    let sources = vec![Source::from_bytes("problem.sas", &written)?];
    // A file with costs asks for least cost, unless it is read otherwise.
    let mut options = ProblemOptions::default();
    if claim.task.has_costs() && claim.metric == Metric::Actions {
        options = options.with("metric", claim.metric.name());
    }
    let read = SAS.read(&sources, &options, stop)?;
    let task = read.task(None, stop)?;
    let again = |plan: &Plan| {
        let names: Vec<&str> = plan.operators().map(|id| &*claim.task.operator(id).name).collect();
        plan_of(&*read, &task, &serde_json::to_string(&names)?)
    };
    let plan = claim.plan.as_ref().map(again).transpose()?;
    let (unit, cost_scale) = (read.metric().to_owned(), read.cost_scale());
    Ok(Claim { sources, options, unit, cost_scale, task: Arc::new(task), plan, refutation: None, ..claim })
}

/// Writes the certificate of a claim in a folder beside its place, checks it and puts it there. Whatever ends the process before, nothing
/// is left of it.
fn write(
    claim: Claim,
    text: Option<&ProblemText>,
    place: &CertificatePlace,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<Certified, Fault> {
    let least = |plan| Minimum::of(claim.metric, claim.cost_scale, &claim.task, plan);
    observer(Event::Certifying(claim.plan.as_ref().map(least)));
    let unwritable = |cause| Fault::Write { place: place.named().to_owned(), cause };
    let folder = place.begin().map_err(unwritable)?;
    let guard = CleanupGuard::of(folder.path());
    let work = {
        let (path, named) = (folder.path().to_owned(), place.named().to_owned());
        let kinds = text.map(|text| text.reading.kinds.clone());
        move |stop: &Stop, checking: &dyn Fn(())| {
            let claim = if kinds.is_none() { of_sas_file(claim, stop)? } else { claim };
            written_and_checked(&path, &named, &claim, &kinds.unwrap_or_default(), stop, || checking(()))
        }
    };
    let on_message = |()| {
        observer(Event::Checking);
        Stage::Confirming
    };
    let end = listen(Stage::Confirming, work, limiter, on_message);
    drop(guard);
    let certified = match end {
        Err(Fault::Stopped { reason, .. }) => Certified::missing(stopped_by(reason)),
        certified => certified?,
    };
    if let Certified::Written { .. } = certified {
        folder.finish().map_err(unwritable)?;
    }
    Ok(certified)
}

/// Writes a certificate into the empty folder `path`, calls `checking`, and checks it; its place is `named`. That this was stopped, or that
/// no evidence can carry the claim, is no fault: there is no certificate then.
fn written_and_checked(
    path: &Path,
    named: &Path,
    claim: &Claim,
    kinds: &Kinds,
    stop: &Stop,
    checking: impl FnOnce(),
) -> Result<Certified, Fault> {
    let begun = CpuInstant::now();
    let (proof_bytes, evidence) = match write_certificate(path, claim, stop) {
        Ok(written) => written,
        Err(CertifyError::Stopped(reason)) => return Ok(Certified::missing(stopped_by(reason))),
        Err(
            error @ (CertifyError::Recount(_)
            | CertifyError::Invariant
            | CertifyError::Pairs(_)
            | CertifyError::Variables(_)
            | CertifyError::Values(_)
            | CertifyError::Names
            | CertifyError::Fewer(_)
            | CertifyError::CostProof(_)),
        ) => return Ok(Certified::missing(error.to_string())),
        Err(CertifyError::Write(cause)) => return Err(Fault::Write { place: named.to_owned(), cause }),
        // There is a better plan.
        Err(error @ (CertifyError::Reached(_) | CertifyError::Cheaper)) => {
            return Err(SettingFault::other("plan", error.to_string()).into());
        }
        Err(error) => return Err(Fault::bug(error)),
    };
    let (making, begun) = (begun.elapsed(), CpuInstant::now());
    checking();
    match bmcplan_verify::verify(path, kinds, stop) {
        Ok(_) => Ok(Certified::Written {
            folder: named.display().to_string(),
            evidence,
            proof_bytes,
            making_seconds: making.as_secs_f64(),
            checking_seconds: begun.elapsed().as_secs_f64(),
        }),
        Err(VerifyError::Stopped(reason)) => Ok(Certified::missing(stopped_by(reason))),
        // Checkers read no larger ones.
        Err(error @ VerifyError::Unreadable { .. }) => Ok(Certified::missing(error.to_string())),
        Err(error @ VerifyError::Read { .. }) => Err(Fault::Folder {
            place: named.to_owned(),
            why: format!("the new certificate cannot be read back: {error}"),
        }),
        Err(error @ VerifyError::Wrong(_)) => Err(Fault::bug(error)),
    }
}

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a folder among the unfinished ones until it is dropped.
struct CleanupGuard(PathBuf);

impl CleanupGuard {
    fn of(folder: &Path) -> Self {
        unfinished().push(folder.to_owned());
        Self(folder.to_owned())
    }
}

impl Drop for CleanupGuard {
    fn drop(&mut self) {
        unfinished().retain(|folder| *folder != self.0);
    }
}

/// Removes what is unfinished. No certificate is put into its place any more before `end`, which ends the process.
pub fn remove_unfinished(end: impl FnOnce()) {
    let unfinished = unfinished();
    for folder in &*unfinished {
        fs::remove_dir_all(folder).ok();
    }
    end();
}
