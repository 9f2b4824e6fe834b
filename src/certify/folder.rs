//! Writing the folder of a certificate.

use std::path::Path;

use super::error::CertifyError;
use super::layer_search::{write_counted_layers, write_layers};
use super::listed::{ClaimedPlans, listed};
use super::new_folder::NewFolder;
use super::no_plan::{InvariantProofs, prove_no_plan};
use super::proof::{write_list_proof, write_makespan_proof, write_proof};
use super::shared_steps::sharing;
use crate::certificate::{
    CHECKER, CertifiedClaim, CountedSteps, EvidenceKind, FORMAT, FORMAT_VERSION, FORMULA, INVARIANT,
    InvariantFormula, LAYERS, ListedPlan, MAKESPAN, Manifest, ORDER, PLAN, PLANS, PROOF, SharedSteps,
    Specification, StepSharing, TASK, UNLISTED, UNLISTED_PROOF, UnlistedFormula, write_invariant,
    write_plans,
};
use crate::encode::StepOptions;
use crate::horizon::HorizonRefutation;
use crate::kinds::sas;
use crate::plan::{Plan, write_plan};
use crate::problem::{Kind, ProblemOptions};
use crate::stop::Stop;
use crate::task::Task;
use crate::text::Source;

const README: &str = include_str!("readme.txt");
const README_LAYERS: &str = include_str!("readme_layers.txt");
const README_LIST: &str = include_str!("readme_list.txt");
const README_NO_PLAN: &str = include_str!("readme_no_plan.txt");

/// A claim about a problem.
#[derive(Debug, Clone, Copy)]
pub struct ProblemClaim<'a> {
    /// The problem's kind.
    pub kind: &'a Kind,
    /// Its texts.
    pub sources: &'a [Source],
    /// The options that it was read with.
    pub options: &'a ProblemOptions,
    /// The value of the goal, for kinds whose goals have values.
    pub goal: Option<u32>,
    /// The unit of the length of plans.
    pub metric: &'a str,
    /// Its task.
    pub task: &'a Task,
    /// A shortest plan; none if there is no plan.
    pub plan: Option<&'a Plan>,
    /// The steps of the formulas that gave the answer.
    pub step: &'a StepOptions,
    /// The claim about all shortest plans.
    pub plans: ClaimedPlans<'a>,
    /// The evidence that the claim is to rest on.
    pub evidence: EvidenceKind,
    /// The reason for this evidence, if another was tried first.
    pub note: Option<&'a str>,
    /// The refutation that the solver has found of one step less than the plan has, if it kept one.
    pub refutation: Option<&'a HorizonRefutation>,
}

impl ProblemClaim<'_> {
    /// Is the problem a board in a single row of characters?
    fn is_one_row(&self) -> bool {
        self.sources.iter().any(|source| source.is_one_row() && source.is_single_row())
    }

    /// Does `check.py` read the problem, too?
    fn is_read_apart(&self) -> bool {
        (self.kind.is_read_by_checker)(self.sources)
    }

    /// The assumptions that remain.
    fn trusted(&self) -> Vec<String> {
        let checker = format!("one of two checkers that share nothing, bmcplan and {CHECKER}");
        if self.is_read_apart() {
            return vec![checker];
        }
        vec![checker, format!("{TASK} is the planning task of the problem, as bmcplan reads it")]
    }
}

/// Writes a certificate into a folder, which is made if it does not exist; in it, no file of such a name may be there. If that
/// fails, what was written is removed. Returns the size of its proofs or layers, in bytes.
///
/// # Errors
/// There is a shorter plan, or one at all; it was stopped; or a file could not be written.
pub fn write_certificate(folder: &Path, claim: &ProblemClaim<'_>, stop: &Stop) -> Result<u64, CertifyError> {
    let mut new = NewFolder::of(folder)?;
    let written = write_files(&mut new, claim, stop);
    if written.is_err() {
        new.clear();
    }
    written
}

fn write_files(
    folder: &mut NewFolder<'_>,
    claim: &ProblemClaim<'_>,
    stop: &Stop,
) -> Result<u64, CertifyError> {
    let task = claim.task.affirmative()?;
    let sharing = claim.plan.map_or(Ok(None), |_| sharing(claim.task, claim.step, stop))?;
    let specification = match &sharing {
        None => Specification::of(&task),
        Some(sharing) => Specification::of_shared_steps(&task, sharing)?,
    };
    let mut problem = Vec::new();
    for (name, source) in problem_names(claim.sources).into_iter().zip(claim.sources) {
        folder.write(&name, |out| out.write_all(source.text().as_bytes()))?;
        problem.push(name);
    }
    folder.write(TASK, |out| sas::write_affirmative_task(&task, out))?;
    let length = claim.plan.map(Plan::makespan);
    if let Some(plan) = claim.plan {
        folder.write(PLAN, |out| write_plan(claim.task, plan, out))?;
    }
    if let Some(StepSharing::Exists(order)) = &sharing {
        folder.write(ORDER, |out| order.write(out))?;
    }
    let mut plans: Vec<ListedPlan> = Vec::new();
    if let ClaimedPlans::All(all) = claim.plans {
        plans = listed(claim.task, &task, all)?;
        folder.write(PLANS, |out| write_plans(&plans, out))?;
    }
    let mut count = claim.plans.count().map(|count| count.to_string());
    match (claim.evidence, length) {
        (_, Some(0)) | (EvidenceKind::Recount, _) => {}
        (EvidenceKind::Layers, Some(length)) if !matches!(claim.plans, ClaimedPlans::One) => {
            let found = write_counted_layers(&task, length, stop, folder.create(LAYERS)?)?.to_string();
            if count.as_ref().is_some_and(|count| *count != found) {
                return Err(CertifyError::Count(found));
            }
            count = Some(found);
        }
        (EvidenceKind::Layers, n_layers) => write_layers(&task, n_layers, stop, folder.create(LAYERS)?)?,
        (EvidenceKind::Proof, Some(n_steps)) if count.is_some() => {
            let out = folder.create(UNLISTED_PROOF)?;
            write_list_proof(&task, &specification, n_steps, &plans, stop, out)?;
            let formula = UnlistedFormula::of(&specification, n_steps, &plans);
            folder.write(UNLISTED, |out| formula.write(&task, out))?;
        }
        (EvidenceKind::Proof, Some(length)) => {
            let (below, out) = (length - 1, folder.create(PROOF)?);
            match sharing {
                None => {
                    // Its operators have the numbers of the task that was solved.
                    let is_same = task.operators().len() == claim.task.operators().len()
                        && task.variables().len() == claim.task.variables().len();
                    let found = claim.refutation.filter(|_| is_same);
                    write_proof(&task, &specification, below, found, stop, out)?;
                }
                Some(_) => write_makespan_proof(&task, &specification, below, stop, out)?,
            }
            folder.write(FORMULA, |out| specification.write(&task, length - 1, out))?;
        }
        (EvidenceKind::Proof, None) => {
            let InvariantProofs { invariant, proofs } = prove_no_plan(&task, &specification, stop)?;
            folder.write(INVARIANT, |out| write_invariant(&task, &specification, &invariant, out))?;
            for (formula, proof) in InvariantFormula::ALL.into_iter().zip(proofs) {
                folder.write(formula.formula_file(), |out| {
                    formula.write(&task, &specification, &invariant, out)
                })?;
                folder.write(formula.proof_file(), |out| out.write_all(&proof))?;
            }
        }
    }
    let semantics = sharing.as_ref().map(StepSharing::semantics);
    let counted = match semantics {
        None => "operators".to_owned(),
        Some(steps @ SharedSteps::ForAll) => format!("{}s", steps.step_name()),
        Some(steps @ SharedSteps::Exists) => format!("{}s in the order of {ORDER}", steps.step_name()),
    };
    let mut known = vec![match length {
        Some(length) => format!("{TASK} has no plan of fewer than {length} {counted}"),
        None => format!("{TASK} has no plan of any length"),
    }];
    known.extend(
        count
            .as_ref()
            .zip(length)
            .map(|(count, length)| format!("{TASK} has {count} plans of {length} operators")),
    );
    let files = folder.digests()?;
    let is_proof = |name: &str| name.ends_with(".lrat") || name == LAYERS;
    let proof_bytes = files.iter().filter(|(name, _)| is_proof(name)).map(|(_, digest)| digest.bytes).sum();
    let readme = readme(claim, semantics, &problem);
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        claim: match (claim.plan, &claim.plans) {
            (None, _) => CertifiedClaim::NoPlan,
            (_, ClaimedPlans::One) => CertifiedClaim::Shortest,
            (_, ClaimedPlans::All(_)) => CertifiedClaim::All,
            (_, ClaimedPlans::Count(_)) => CertifiedClaim::Count,
        },
        evidence: claim.evidence,
        metric: semantics.map_or(claim.metric, |_| MAKESPAN).to_owned(),
        steps: semantics.map(|semantics| CountedSteps { semantics, operators: claim.metric.to_owned() }),
        length,
        count,
        kind: claim.kind.name.to_owned(),
        options: claim
            .options
            .iter()
            .map(|(name, value)| (name.to_owned(), value.map(str::to_owned)))
            .collect(),
        goal: claim.goal,
        one_row: claim.is_one_row(),
        problem,
        program: format!("bmcplan {}", env!("CARGO_PKG_VERSION")),
        note: claim.note.map(str::to_owned),
        proved: known,
        trusted: claim.trusted(),
        files,
    };
    folder.finish(&readme, &manifest)?;
    Ok(proof_bytes)
}

/// The page that says how the folder is checked.
fn readme(claim: &ProblemClaim<'_>, semantics: Option<SharedSteps>, problem: &[String]) -> String {
    let text = match (claim.evidence, claim.plan) {
        (EvidenceKind::Layers, Some(plan)) => README_LAYERS
            .replace("CLAIM", claim.plans.sentence())
            .replace("LAYERS", "can be reached in fewer than LENGTH steps")
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Layers, None) => README_LAYERS
            .replace("CLAIM", "there is no plan of any length")
            .replace("LAYERS", "can be reached"),
        (EvidenceKind::Proof, Some(plan)) if !matches!(claim.plans, ClaimedPlans::One) => {
            README_LIST.replace("LENGTH", &plan.length().to_string())
        }
        (EvidenceKind::Proof | EvidenceKind::Recount, Some(plan)) => README
            .replace("BELOW", &plan.makespan().saturating_sub(1).to_string())
            .replace("LENGTH", &plan.makespan().to_string()),
        (EvidenceKind::Proof | EvidenceKind::Recount, None) => README_NO_PLAN.to_owned(),
    };
    let (steps, option) = match semantics {
        None => (claim.metric.to_owned(), ""),
        Some(steps @ SharedSteps::ForAll) => (format!("{}s", steps.step_name()), " --steps forall"),
        Some(steps @ SharedSteps::Exists) => (format!("{}s", steps.step_name()), " --steps order.txt"),
    };
    let flags = [(claim.is_one_row(), " --one-row"), (claim.options.has("labelled"), " --labelled")];
    let flags: String = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).collect();
    let text = text.replace("STEPS", &steps).replace("OPTION", &format!("{flags}{option}"));
    let problem = problem.join(" ");
    let text = text.replace("READ", if claim.is_read_apart() { &problem } else { TASK });
    text.replace("PROBLEM", &problem).replace("METRIC", claim.metric)
}

/// The names of a problem's files: `problem` with the ending that it had, and `domain` before it where there are two.
fn problem_names(sources: &[Source]) -> Vec<String> {
    let name = |(index, source): (usize, &Source)| {
        let ending = Path::new(source.name()).extension().and_then(|ending| ending.to_str());
        let is_plain =
            |ending: &&str| ending.len() <= 8 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let ending = ending.filter(is_plain).unwrap_or("txt");
        let later = sources.len() - index - 1;
        match later {
            0 => format!("problem.{ending}"),
            1 => format!("domain.{ending}"),
            _ => format!("part-{}.{ending}", index + 1),
        }
    };
    sources.iter().enumerate().map(name).collect()
}
