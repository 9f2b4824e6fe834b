//! Checking a certificate: the task, then the plan, the formula and the proof; or the invariant, its formulas and their proofs;
//! or the states, by a recount.

use std::fmt;
use std::path::Path;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{CollectionForm, MAX_INPUT_BYTES, Source};
use bmcplan_kinds::problem::{GoalChoice, ProblemOptions};
use bmcplan_kinds::{Kinds, sas};
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan, validate};

use super::folder::{CheckedFolder, VerifyError, reject, unreadable};
use super::lrat::LratChecker;
use super::plan::{is_model, read_sequential_plan, read_shared_plan};
use super::recount::{Distance, Recount, RecountError, recount, recount_cheaper_states, recount_states};
use crate::cost::{CostFormula, LandmarkSet};
use crate::invariant::{InvariantFormula, read_invariant};
use crate::manifest::{
    CertifiedClaim, ClaimedCost, EvidenceKind, FORMULA, INVARIANT, LANDMARKS, MANIFEST, Manifest, ORDER,
    PLAN, PROOF, TASK,
};
use crate::sharing::{OperatorOrder, SharedSteps, StepSharing};
use crate::specification::{Specification, TooManyValues};

/// Certificate that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Claim and its evidence.
    pub manifest: Manifest,
    /// Checks that were made, a sentence each.
    pub checked: Vec<String>,
    /// Assumptions that remain, a sentence each.
    pub believed: Vec<String>,
}

/// The checks and the assumptions, a line each, and then the claim.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checked.iter().try_for_each(|sentence| writeln!(f, "checked: {sentence}"))?;
        self.believed.iter().try_for_each(|sentence| writeln!(f, "to be believed: {sentence}"))?;
        writeln!(f, "{}: {}", self.manifest.evidence.participle(), self.manifest.sentence())
    }
}

/// Checks a certificate of a problem of one of `kinds`. The error is the first fault, a file that cannot be read, or the reason
/// of a stop.
pub fn verify(folder: &Path, kinds: &Kinds, stop: &Stop) -> Result<Verified, VerifyError> {
    let mut folder = CheckedFolder::of(folder, stop);
    let manifest = folder.manifest()?;
    folder.digests(&manifest)?;
    let (task, is_read_apart) = task(&mut folder, &manifest, kinds, stop)?;
    let specification = specification(&mut folder, &manifest, &task)?;
    let steps = manifest.steps.as_ref().map(|steps| steps.semantics);
    let mut check = Check { folder, task: &task, steps };
    if let Some(length) = manifest.length {
        let plan = check.plan(length, specification.as_ref())?;
        if let Some(cost) = &manifest.cost {
            check.cost(&plan, cost)?;
        }
    }
    match (&specification, manifest.length) {
        (None, _) => check.recount(&manifest, stop)?,
        (Some(specification), _) if let Some(cost) = &manifest.cost => {
            // No cost is less than 0.
            if let Some((bound, n_steps)) =
                cost.value().and_then(|total| total.checked_sub(1)).zip(cost.steps)
            {
                check_cost(&mut check.folder, &task, specification, bound, n_steps)?;
            }
        }
        (Some(_), Some(0)) => {}
        (Some(specification), Some(length)) => check.no_plan_within(specification, length - 1)?,
        (Some(specification), None) => check.no_plan(specification)?,
    }
    let checked = check.folder.checked;
    let without = if is_read_apart { ", and `check.py` reads it without this program" } else { "" };
    let problem = manifest.problem.join(" and ");
    let believed =
        vec![format!("that {TASK} is the problem of {problem}: it was read by this program{without}")];
    Ok(Verified { manifest, checked, believed })
}

/// Returns the task of the problem, which is that of the file, and whether `check.py` reads the problem, too.
fn task(
    folder: &mut CheckedFolder<'_>,
    manifest: &Manifest,
    kinds: &Kinds,
    stop: &Stop,
) -> Result<(Task, bool), VerifyError> {
    let name = manifest.problem.join(" ");
    let wrong = |cause: String| unreadable(&name, cause);
    let Some(kind) = kinds.named(&manifest.kind) else {
        return Err(unreadable(MANIFEST, format!("there is no kind `{}`", manifest.kind)));
    };
    let odd = |what: String| Err(unreadable(MANIFEST, what));
    if !kind.metrics().contains(&manifest.problem_metric()) {
        return odd(format!("problems of kind {} do not count {}", kind.name, manifest.problem_metric()));
    }
    let mut sources = Vec::new();
    for file in &manifest.problem {
        let source = folder.read(file, MAX_INPUT_BYTES)?;
        sources.push(if manifest.one_row { source.in_one_row() } else { source });
    }
    let options =
        manifest.options.iter().fold(ProblemOptions::default(), |options, (name, value)| match value {
            Some(value) => options.with(name, value),
            None => options.with_flag(name),
        });
    let fits = match (kind.goal(&options), manifest.goal) {
        (None, None) | (Some(GoalChoice::Best), Some(_)) => true,
        (Some(GoalChoice::Value(asked)), Some(goal)) => asked == goal,
        _ => false,
    };
    if !fits {
        return odd(format!("the value of the goal is not that of a problem of kind {}", kind.name));
    }
    let has_boards_in_a_row = kind.collections.contains(&CollectionForm::Lines);
    if manifest.one_row && !(has_boards_in_a_row && sources.iter().all(Source::is_single_row)) {
        return odd("the problem is not a board in a single row of characters".to_owned());
    }
    let problem = kind.read(&sources, &options, stop).map_err(|error| wrong(error.to_string()))?;
    if problem.metric() != manifest.problem_metric() {
        return reject(format!("the problem counts {}, not {}", problem.metric(), manifest.problem_metric()));
    }
    let task = problem.task(manifest.goal, stop).map_err(|error| wrong(error.to_string()))?;
    let minimises_cost = problem.minimises().in_task(&task) == Metric::Cost;
    if manifest.claim != CertifiedClaim::NoPlan && minimises_cost != manifest.cost.is_some() {
        return reject("the metric of the claim is not the requested one");
    }
    if manifest.cost.as_ref().is_some_and(|cost| cost.scale != problem.cost_scale()) {
        return reject("the problem has its costs in another unit");
    }
    let task = task.affirmative().map_err(|error| wrong(error.to_string()))?;
    if !folder.compare(TASK, |out| sas::write_stated_task(&task, out))? {
        return reject(format!("{TASK} is not the task of {name}"));
    }
    folder.record(format!("{TASK} is the task of {name}"));
    Ok((task, (kind.is_read_by_checker)(&sources)))
}

fn specification(
    folder: &mut CheckedFolder<'_>,
    manifest: &Manifest,
    task: &Task,
) -> Result<Option<Specification>, VerifyError> {
    if manifest.evidence == EvidenceKind::Recount {
        return Ok(None);
    }
    TooManyValues::check(task).map_err(|error| unreadable(TASK, error))?;
    Ok(Some(match &manifest.steps {
        None => Specification::of(task),
        Some(steps) => {
            let sharing = sharing(folder, steps.semantics, task)?;
            Specification::of_shared_steps(task, &sharing).map_err(|error| unreadable(TASK, error))?
        }
    }))
}

fn sharing(
    folder: &mut CheckedFolder<'_>,
    steps: SharedSteps,
    task: &Task,
) -> Result<StepSharing, VerifyError> {
    if steps == SharedSteps::ForAll {
        return Ok(StepSharing::ForAll);
    }
    let text = folder.read(ORDER, MAX_INPUT_BYTES)?;
    let order = OperatorOrder::read(text.text(), task.operators().len());
    let order =
        order.ok_or_else(|| VerifyError::Wrong(format!("{ORDER} is not an order of the operators")))?;
    folder.record(format!("{ORDER} is an order of all operators, in which those of a step run"));
    Ok(StepSharing::Exists(order))
}

struct Check<'a> {
    folder: CheckedFolder<'a>,
    task: &'a Task,
    steps: Option<SharedSteps>,
}

impl Check<'_> {
    fn plan(&mut self, length: usize, specification: Option<&Specification>) -> Result<Plan, VerifyError> {
        let wrong = |cause: String| VerifyError::Wrong(format!("{PLAN} is no plan: {cause}"));
        let text = self.folder.read(PLAN, MAX_INPUT_BYTES)?;
        let plan = match self.steps {
            None => read_sequential_plan(self.task, text.text()),
            Some(_) => read_shared_plan(self.task, text.text(), length),
        };
        let plan = plan.map_err(wrong)?;
        let states = validate(self.task, &plan).map_err(|error| wrong(error.to_string()))?;
        if plan.makespan() != length {
            return Err(wrong(format!("it has {} steps, and {length} are claimed", plan.makespan())));
        }
        let step = self.steps.map_or("step", SharedSteps::step_name);
        self.folder.record(format!("{PLAN} is a plan of {length} {step}s"));
        if let Some(specification) = specification {
            specification.check_size(length).map_err(|error| unreadable(TASK, error))?;
            if !is_model(specification, self.task, &plan, &states) {
                return reject(format!("the formula for {length} steps excludes the plan"));
            }
            self.folder.record(format!("the plan is a model of the formula for {length} steps"));
        }
        Ok(plan)
    }

    fn cost(&mut self, plan: &Plan, claimed: &ClaimedCost) -> Result<(), VerifyError> {
        let (cost, total) = (plan.cost(self.task), claimed.in_problem());
        if claimed.value() != Some(cost) {
            return reject(format!("{PLAN} costs {cost}, and {MANIFEST} claims {total}"));
        }
        self.folder.record(format!("{PLAN} costs {total}"));
        Ok(())
    }

    fn no_plan_within(&mut self, specification: &Specification, below: usize) -> Result<(), VerifyError> {
        if !self.folder.compare(FORMULA, |out| specification.write(self.task, below, out))? {
            return reject(format!("{FORMULA} is not the formula for {below} steps"));
        }
        self.folder.record(format!("{FORMULA} is the formula for at most {below} steps"));
        let mut checker = LratChecker::default();
        specification.for_each_clause(below, |clause| {
            checker.add_clause(clause);
            self.folder.check_stop()
        })?;
        self.folder.proof(checker, PROOF, FORMULA)
    }

    /// Checks the number of states by exploring all states again. There must be as many as claimed below the length of the
    /// plan, and no goal among them; and as many plans of that length as claimed, if their number is. Without a length, there
    /// must be no plan.
    fn recount(&mut self, manifest: &Manifest, stop: &Stop) -> Result<(), VerifyError> {
        let (length, claimed) = (manifest.length, manifest.states.unwrap_or_default());
        let cost = manifest.cost.as_ref().and_then(ClaimedCost::value);
        let within = match (length, cost) {
            (None, _) => String::new(),
            (Some(length), None) => format!(" in fewer than {length} steps"),
            (Some(length), Some(cost)) => {
                format!(" at a cost below {cost}, or of {cost} in fewer than {length} steps")
            }
        };
        let found = match &manifest.count {
            None if let Some((cost, steps)) = cost.zip(length) => {
                recount_cheaper_states(self.task, Distance { cost, steps }, claimed, stop)
                    .map(|n_states| (n_states, None))
            }
            Some(_) => recount(self.task, length, claimed, stop)
                .map(|Recount { n_states, n_plans }| (n_states, Some(n_plans))),
            None => recount_states(self.task, length, claimed, stop).map(|n_states| (n_states, None)),
        };
        let (n_states, n_plans) = match found {
            Err(RecountError::Stopped(reason)) => return Err(VerifyError::Stopped(reason)),
            Err(error @ (RecountError::TooMany | RecountError::TooLarge)) => {
                return Err(unreadable(TASK, error));
            }
            Err(error @ RecountError::More(_)) => {
                return reject(format!("{error}{within}, and {MANIFEST} claims otherwise"));
            }
            Err(error @ (RecountError::Goal { .. } | RecountError::Cheaper(_))) => {
                return reject(format!("{error}, and {MANIFEST} claims otherwise"));
            }
            Ok(found) => found,
        };
        if n_states != claimed {
            return reject(format!(
                "{n_states} states can be reached{within}, and {MANIFEST} claims another number"
            ));
        }
        self.folder.record(format!("{n_states} states can be reached{within}, none of them a goal"));
        if let Some((count, n_plans)) = manifest.count.as_ref().zip(n_plans) {
            if n_plans.to_string() != *count {
                return reject(format!(
                    "there are {n_plans} plans of that length, and {MANIFEST} claims another number"
                ));
            }
            self.folder.record(format!("{n_plans} plans of that length lead to a goal"));
        }
        Ok(())
    }

    fn no_plan(&mut self, specification: &Specification) -> Result<(), VerifyError> {
        let task = self.task;
        let text = self.folder.read(INVARIANT, MAX_INPUT_BYTES)?;
        let n_propositions = specification.propositions().n_facts();
        let invariant = read_invariant(text.text(), n_propositions)
            .map_err(|line| unreadable(INVARIANT, format!("line {line} is not a clause over facts")))?;
        for formula in InvariantFormula::ALL {
            let (formula_file, proof_file) = (formula.formula_file(), formula.proof_file());
            if !self
                .folder
                .compare(formula_file, |out| formula.write(task, specification, &invariant, out))?
            {
                return reject(format!("{formula_file} is not the formula of {INVARIANT}"));
            }
            let mut checker = LratChecker::default();
            for clause in formula.clauses(specification, &invariant).clauses() {
                checker.add_clause(clause);
                self.folder.check_stop()?;
            }
            self.folder.record(format!("{formula_file} says: {}", formula.title()));
            self.folder.proof(checker, proof_file, formula_file)?;
        }
        Ok(())
    }
}

/// Checks that no plan of an affirmative task costs at most `bound`: the proof is about some steps and a relaxed suffix.
pub(super) fn check_cost(
    folder: &mut CheckedFolder<'_>,
    task: &Task,
    specification: &Specification,
    bound: u128,
    n_steps: usize,
) -> Result<(), VerifyError> {
    let text = folder.read(LANDMARKS, MAX_INPUT_BYTES)?;
    let sets = LandmarkSet::read_all(task, specification.propositions(), text.text())
        .map_err(|line| unreadable(LANDMARKS, format!("line {line} is not a set of facts")))?;
    let formula = CostFormula::of(task, specification, n_steps, bound);
    let mut formula = formula.map_err(|error| unreadable(TASK, error))?;
    for set in &sets {
        formula.add(set).map_err(|error| unreadable(LANDMARKS, error))?;
        folder.check_stop()?;
    }
    let what = format!("a plan of cost at most {bound}, of {n_steps} steps and a relaxed rest");
    if !folder.compare(FORMULA, |out| formula.write(task, out))? {
        return reject(format!("{FORMULA} is not the formula for {what}"));
    }
    folder.record(format!("{FORMULA} says that there is {what}, with {} sets of landmarks", sets.len()));
    let mut checker = LratChecker::default();
    formula.for_each_clause(|clause| {
        checker.add_clause(clause);
        folder.check_stop()
    })?;
    folder.proof(checker, PROOF, FORMULA)
}
