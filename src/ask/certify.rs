//! The certificate of an answer: written beside its place, checked, and put there.

use std::path::Path;
use std::sync::Arc;

use super::certified::Noted;
use super::certified::{CertificateFault, certified, placed};
use super::fault::Fault;
use super::given::{SettingFault, Settings};
use super::limits::{Stage, Watch, alone, listen};
use super::problem_text::ProblemText;
use super::solve_answer::Certified;
use super::solved::{Heard, Minimum, Solved};
use super::stopped_by;
use crate::certificate::make::{CertificatePlace, ClaimedPlans, ProblemClaim};
use crate::certificate::{EvidenceChoice, EvidenceKind};
use crate::encode::StepOptions;
use crate::horizon::HorizonRefutation;
use crate::kinds::sas;
use crate::kinds::{Kinds, SAS};
use crate::plan::{Metric, Plan, read_plan, validate};
use crate::planner::{Outcome, PlanQuery};
use crate::problem::{GoalChoice, Kind, Problem, ProblemOptions};
use crate::stop::Stop;
use crate::task::Task;
use crate::text::Source;

/// The place of the certificate that the settings ask for: no file of the problem is in it.
///
/// # Errors
/// None may be written there.
pub(super) fn place(
    settings: &Settings,
    text: Option<&ProblemText>,
) -> Result<Option<CertificatePlace>, Fault> {
    let Some(folder) = settings.value("certify").map(Path::new) else { return Ok(None) };
    Ok(Some(place_at(folder, text)?))
}

/// The place of a certificate in this folder: no file of the problem is in it.
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

/// True if a certificate of one plan is to rest on a proof.
pub(super) fn is_proved(settings: &Settings, text: Option<&ProblemText>) -> bool {
    settings.evidence().of(text.map_or(&SAS, |text| text.kind), false) == EvidenceKind::Proof
}

/// Writes the certificate of a shortest plan, or of that there is none, checks it and puts it into its place.
///
/// # Errors
/// The certificate cannot be written there, or is wrong.
pub(super) fn certify(
    solved: &Solved,
    place: &CertificatePlace,
    watch: &Watch,
    heard: &mut dyn FnMut(Heard),
) -> Result<Certified, Fault> {
    let missing = |why: &str| Ok(Certified::missing(why));
    let (plan, task) = match (&solved.report.outcome, &solved.task) {
        (Outcome::Solved { plan, optimal: true, .. }, Some(task)) if solved.is_best() => {
            (Some(plan.clone()), task.clone())
        }
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
    let counts = solved.options.wanted == PlanQuery::Count;
    let plans = match &solved.report.list {
        _ if !counts || plan.is_none() => ClaimedPlans::One,
        Some(list) if list.exact => ClaimedPlans::Count(list.count),
        _ => return missing("not all shortest plans are known"),
    };
    let measure = solved.options.metric.in_task(&task);
    if measure == Metric::Cost && counts {
        return missing("of plans of least cost, one is certified, not all");
    }
    let claim = Claim {
        problem: solved.subject.problem.clone(),
        text: solved.subject.text.clone(),
        task,
        goal: solved.goal,
        plan,
        measure,
        counts,
        plans,
        step: solved.options.step.clone(),
        evidence: solved.settings.evidence(),
        refutation: solved.report.refutation.clone(),
    };
    claim.certify(place, watch, heard)
}

/// Writes the certificate of a plan that somebody says is shortest or cheapest, checks it and puts it into its place. `goal` is the value
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
    watch: &Watch,
) -> Result<Certified, Fault> {
    let place = place_at(folder, text)?;
    let goal = match (goal, text) {
        (None, Some(text)) => text.goal_value()?,
        (goal, _) => goal,
    };
    let own = problem.clone();
    let task = alone::<_, Fault>(Stage::Working, move |stop| Ok(own.task(goal, stop)?), watch)?;
    let plan = plan_of(&**problem, &task, moves)?;
    validate(&task, &plan).map_err(|error| SettingFault::other("plan", error.to_string()))?;
    let measure = problem.minimises().in_task(&task);
    let claim = Claim {
        problem: problem.clone(),
        text: text.cloned(),
        task: Arc::new(task),
        goal,
        plan: Some(plan),
        measure,
        counts: false,
        plans: ClaimedPlans::One,
        step: StepOptions::default(),
        evidence,
        refutation: None,
    };
    claim.certify(&place, watch, &mut |_| {})
}

/// The plan of a problem with these moves, in a form that [`read_plan`] reads.
fn plan_of(problem: &dyn Problem, task: &Task, moves: &str) -> Result<Plan, Fault> {
    let fault = |why: String| SettingFault::other("plan", why);
    let written = read_plan(moves).map_err(|error| fault(error.to_string()))?;
    Ok(problem.read_plan(task, &written).map_err(|error| fault(error.to_string()))?)
}

/// A claim with everything that it takes to prove it.
struct Claim {
    problem: Arc<dyn Problem>,
    text: Option<ProblemText>,
    task: Arc<Task>,
    goal: Option<u32>,
    /// A plan that has least of `measure`; none if there is no plan.
    plan: Option<Plan>,
    measure: Metric,
    /// Are the shortest plans to be counted, if there are any?
    counts: bool,
    plans: ClaimedPlans,
    step: StepOptions,
    evidence: EvidenceChoice,
    /// The refutation of a shorter plan, if the solver kept one.
    refutation: Option<Arc<HorizonRefutation>>,
}

struct ClaimText {
    kind: &'static Kind,
    kinds: Kinds,
    sources: Vec<Source>,
    options: ProblemOptions,
    metric: String,
    cost_scale: u64,
    task: Arc<Task>,
    plan: Option<Plan>,
}

impl Claim {
    fn certify(
        self,
        place: &CertificatePlace,
        watch: &Watch,
        heard: &mut dyn FnMut(Heard),
    ) -> Result<Certified, Fault> {
        let least = self.plan.as_ref().map(|plan| Minimum::of(&*self.problem, &self.task, plan));
        heard(Heard::Certifying(least));
        put(place, |path| {
            let path = path.to_owned();
            let work = move |stop: &Stop, checking: &dyn Fn(())| self.write(&path, stop, checking);
            let hear = |()| {
                heard(Heard::Checking);
                Stage::Confirming
            };
            match listen(Stage::Confirming, work, watch, hear) {
                Err(WriteFault::Problem(Fault::Stopped { reason, .. })) => {
                    Ok(Certified::missing(stopped_by(reason)))
                }
                result => result,
            }
        })
    }

    fn write(self, folder: &Path, stop: &Stop, checking: &dyn Fn(())) -> Result<Certified, WriteFault> {
        // A recount is of single moves.
        let shares_steps = self.plan.is_some() && self.step.semantics.is_parallel();
        if shares_steps && self.measure == Metric::Cost {
            return Ok(Certified::missing("costs are certified of plans of one operator a step"));
        }
        if self.text.is_none() && shares_steps {
            return Ok(Certified::missing(
                "plans whose moves share steps are certified for problems from files",
            ));
        }
        let (step, goal, counts, plans, chosen) =
            (self.step.clone(), self.goal, self.counts, self.plans, self.evidence);
        let measure = self.measure;
        let refutation = self.refutation.clone().filter(|_| self.text.is_some());
        let text = self.with_text(stop)?;
        let claim = ProblemClaim {
            kind: text.kind,
            sources: &text.sources,
            options: &text.options,
            goal,
            metric: &text.metric,
            task: &text.task,
            plan: text.plan.as_ref(),
            measure,
            cost_scale: text.cost_scale,
            step: &step,
            plans,
            evidence: if shares_steps { EvidenceKind::Proof } else { chosen.of(text.kind, counts) },
            note: None,
            refutation: refutation.as_deref(),
        };
        let is_open = chosen == EvidenceChoice::Auto && !counts && !shares_steps;
        // Nobody listens any more once the answer is out.
        Ok(certified(folder, &claim, is_open, &text.kinds, stop, || checking(()))?)
    }

    /// The claim about a text: about the problem's own, or, where it was built by a program, about a SAS file that stands for
    /// it.
    fn with_text(self, stop: &Stop) -> Result<ClaimText, Fault> {
        let Self { problem, text, task, goal, plan, measure, .. } = self;
        if let Some(ProblemText { kind, sources, options, kinds, .. }) = text {
            // The value may be another one than the problem was read for.
            let options = match (kind.goal(&options), goal, kind.goal_option()) {
                (Some(GoalChoice::Value(asked)), Some(goal), Some(option)) if asked != goal => {
                    options.with(option.name, &goal.to_string())
                }
                _ => options,
            };
            let (metric, cost_scale) = (problem.metric().to_owned(), problem.cost_scale());
            return Ok(ClaimText { kind, kinds, sources, options, metric, cost_scale, task, plan });
        }
        let mut written = Vec::new();
        sas::write_task(&task, &mut written).map_err(Fault::bug)?;
        let sources = vec![Source::from_bytes("problem.sas", &written)?];
        // A file with costs asks for least cost, unless it is read otherwise.
        let mut options = ProblemOptions::default();
        if task.has_costs() && measure == Metric::Actions {
            options = options.with("metric", measure.name());
        }
        let read = SAS.read(&sources, &options, stop)?;
        let of_file = read.task(None, stop)?;
        let again = |plan: Plan| {
            let names: Vec<&str> = plan.operators().map(|id| &*task.operator(id).name).collect();
            plan_of(&*read, &of_file, &serde_json::to_string(&names)?)
        };
        let plan = plan.map(again).transpose()?;
        let metric = read.metric().to_owned();
        let kinds = Kinds::default();
        let cost_scale = read.cost_scale();
        let task = Arc::new(of_file);
        Ok(ClaimText { kind: &SAS, kinds, sources, options, metric, cost_scale, task, plan })
    }
}

/// Has `write` write and check a certificate in a folder beside its place, and puts it there. Whatever ends the process
/// before, nothing is left of it.
fn put(
    place: &CertificatePlace,
    write: impl FnOnce(&Path) -> Result<Certified, WriteFault>,
) -> Result<Certified, Fault> {
    let of_fault = |fault| match fault {
        CertificateFault::Write(cause) => Fault::Write { place: place.named().to_owned(), cause },
        fault @ CertificateFault::ReadBack(_) => {
            Fault::Folder { place: place.named().to_owned(), why: fault.to_string() }
        }
        fault @ CertificateFault::Better(_) => SettingFault::other("plan", fault.to_string()).into(),
        fault @ CertificateFault::Internal(_) => Fault::bug(fault),
    };
    let folder = place.begin().map_err(CertificateFault::Write).map_err(of_fault)?;
    let noted = Noted::of(folder.path());
    let written = write(folder.path());
    drop(noted);
    match written {
        Ok(certified) => placed(folder, certified).map_err(of_fault),
        Err(WriteFault::Problem(fault)) => Err(fault),
        Err(WriteFault::Certificate(fault)) => Err(of_fault(fault)),
    }
}

enum WriteFault {
    Problem(Fault),
    Certificate(CertificateFault),
}

impl<F: Into<Fault>> From<F> for WriteFault {
    fn from(fault: F) -> Self {
        Self::Problem(fault.into())
    }
}

impl From<CertificateFault> for WriteFault {
    fn from(fault: CertificateFault) -> Self {
        Self::Certificate(fault)
    }
}
