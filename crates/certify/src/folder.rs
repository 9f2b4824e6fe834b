//! Writing the folder of a certificate, with the requested evidence, or with the usual one. Each of its files is a new one: no
//! existing file is overwritten, and no link is followed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use itertools::Itertools as _;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::Source;
use bmcplan_kinds::sas;
use bmcplan_task::Task;
use bmcplan_task::plan::{Plan, validate, write_plan};
use bmcplan_verify::check::plan::{is_model, read_sequential_plan, read_shared_plan};
use bmcplan_verify::check::{
    Distance, MAX_STATES, RecountError, recount, recount_cheaper_states, recount_states,
};
use bmcplan_verify::{
    CHECK_PY, CHECKER, COST, CertifiedClaim, ClaimedCost, CostFormula, CountedSteps, EvidenceChoice,
    EvidenceKind, FORMAT, FORMAT_VERSION, FORMULA, FileDigest, INVARIANT, InvariantFormula, LANDMARKS,
    LandmarkSet, MAKESPAN, MANIFEST, Manifest, ORDER, PLAN, PROOF, README, SharedSteps, Specification,
    StepSharing, TASK, TooManyValues, write_invariant,
};

use super::claim::{Claim, ClaimedPlans};
use super::cost_proof::{most_steps, prove_cost};
use super::error::CertifyError;
use super::no_plan::{InvariantProofs, prove_no_plan};
use super::proof::{sharing, write_makespan_proof, write_proof};

/// Writes the files of a certificate that rests on `evidence`, for which `note` gives the reason if another was tried first.
/// Returns the size of its proofs, in bytes. If that fails, the written files are removed.
fn write_with(
    evidence: EvidenceKind,
    note: Option<&str>,
    folder: &Path,
    claim: &Claim,
    stop: &Stop,
) -> Result<u64, CertifyError> {
    if let Some(note) = note {
        log::warn!("{note}; so the certificate rests on a {}", evidence.name());
    }
    let mut new = NewFolder::of(folder)?;
    let written = write_files(&mut new, claim, evidence, note, stop);
    if written.is_err() {
        new.clear();
    }
    written
}

fn write_files(
    folder: &mut NewFolder<'_>,
    claim: &Claim,
    evidence: EvidenceKind,
    note: Option<&str>,
    stop: &Stop,
) -> Result<u64, CertifyError> {
    let task = claim.task.affirmative()?;
    let sharing = claim.plan.as_ref().map_or(Ok(None), |_| sharing(&claim.task, &claim.step, stop))?;
    if evidence == EvidenceKind::Proof {
        TooManyValues::check(&task)?;
    }
    let specification = match (evidence, &sharing) {
        (EvidenceKind::Recount, _) => None,
        (EvidenceKind::Proof, None) => Some(Specification::of(&task)),
        (EvidenceKind::Proof, Some(sharing)) => Some(Specification::of_shared_steps(&task, sharing)?),
    };
    if let Some((specification, plan)) = specification.as_ref().zip(claim.plan.as_ref()) {
        specification.check_size(plan.makespan())?;
    }
    let mut problem = Vec::new();
    for (name, source) in problem_names(&claim.sources).into_iter().zip(&claim.sources) {
        folder.write(&name, |out| out.write_all(source.text().as_bytes()))?;
        problem.push(name);
    }
    folder.write(TASK, |out| sas::write_stated_task(&task, out))?;
    let length = claim.plan.as_ref().map(Plan::makespan);
    let cost = claim.cost();
    if let Some(plan) = &claim.plan {
        let mut text = Vec::new();
        write_plan(&claim.task, plan, &mut text)?;
        let is_named = match &sharing {
            None => names_a_plan(&task, &text).is_some_and(|named| cost.is_none_or(|cost| cost == named)),
            Some(_) => names_a_shared_plan(&task, specification.as_ref(), &text, plan.makespan()),
        };
        if !is_named {
            return Err(CertifyError::Names);
        }
        folder.write(PLAN, |out| out.write_all(&text))?;
    }
    if let Some(StepSharing::Exists(order)) = &sharing {
        folder.write(ORDER, |out| order.write(out))?;
    }
    let mut count = claim.plans.count().map(|count| count.to_string());
    let (mut states, mut steps_of_cost) = (None, None);
    match (&specification, length) {
        (None, _) => {
            states = Some(if let Some((cost, steps)) = cost.zip(length) {
                recount_cheaper_states(&task, Distance { cost, steps }, MAX_STATES, stop).map_err(
                    |error| match error {
                        RecountError::Cheaper(found) if found.cost == cost => {
                            CertifyError::Fewer(found.steps)
                        }
                        error => error.into(),
                    },
                )?
            } else if let ClaimedPlans::One = claim.plans {
                recount_states(&task, length, MAX_STATES, stop)?
            } else {
                let found = recount(&task, length, MAX_STATES, stop)?;
                let n_plans = found.n_plans.to_string();
                if count.as_ref().is_some_and(|count| *count != n_plans) {
                    return Err(CertifyError::Count(n_plans));
                }
                count = Some(n_plans);
                found.n_states
            });
        }
        (Some(specification), Some(length)) if let Some(cost) = cost => {
            if let Some(bound) = cost.checked_sub(1) {
                let found = prove_cost(&task, specification, bound, most_steps(length), stop)?;
                let mut formula = CostFormula::of(&task, specification, found.n_steps, bound)?;
                found.landmarks.iter().try_for_each(|set| formula.add(set).map(|_| ()))?;
                folder.write(PROOF, |out| out.write_all(&found.proof))?;
                folder.write(LANDMARKS, |out| LandmarkSet::write_all(&found.landmarks, out))?;
                folder.write(FORMULA, |out| formula.write(&task, out))?;
                steps_of_cost = Some(found.n_steps);
            }
        }
        (Some(_), Some(0)) => {}
        (Some(specification), Some(length)) => {
            let (below, out) = (length - 1, folder.create(PROOF)?);
            match sharing {
                None => {
                    // Its operators have the numbers of the task that was solved.
                    let is_same = task.operators().len() == claim.task.operators().len()
                        && task.variables().len() == claim.task.variables().len();
                    let found = claim.refutation.as_deref().filter(|_| is_same);
                    write_proof(&task, specification, below, found, stop, out)?;
                }
                Some(_) => write_makespan_proof(&task, specification, below, stop, out)?,
            }
            folder.write(FORMULA, |out| specification.write(&task, length - 1, out))?;
        }
        (Some(specification), None) => {
            let InvariantProofs { invariant, proofs } = prove_no_plan(&task, specification, stop)?;
            folder.write(INVARIANT, |out| write_invariant(&task, specification, &invariant, out))?;
            for (formula, proof) in InvariantFormula::ALL.into_iter().zip(proofs) {
                folder.write(formula.formula_file(), |out| {
                    formula.write(&task, specification, &invariant, out)
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
        Some(length) if let Some(cost) = cost => {
            let fewest = match evidence {
                EvidenceKind::Proof => String::new(),
                EvidenceKind::Recount => format!(", nor one of that cost and fewer than {length} {counted}"),
            };
            format!("{TASK} has no plan that costs less than {cost}{fewest}")
        }
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
    let proofs = files.iter().filter(|(name, _)| name.ends_with(".lrat"));
    let proof_bytes = proofs.map(|(_, digest)| digest.bytes).sum();
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        claim: match (&claim.plan, claim.plans) {
            (None, _) => CertifiedClaim::NoPlan,
            _ if cost.is_some() => CertifiedClaim::Cheapest,
            (_, ClaimedPlans::One) => CertifiedClaim::Shortest,
            (_, ClaimedPlans::Count(_)) => CertifiedClaim::Count,
        },
        evidence,
        metric: match (semantics, cost) {
            (Some(_), _) => MAKESPAN,
            (None, Some(_)) => COST,
            (None, None) => &claim.unit,
        }
        .to_owned(),
        steps: semantics.map(|semantics| CountedSteps { semantics, operators: claim.unit.clone() }),
        cost: cost.map(|cost| ClaimedCost {
            total: cost.to_string(),
            scale: claim.cost_scale,
            operators: claim.unit.clone(),
            steps: steps_of_cost,
        }),
        length,
        count,
        states,
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
        note: note.map(str::to_owned),
        proved: known,
        trusted: claim.trusted(),
        files,
    };
    folder.finish(&readme(claim, &manifest), &manifest)?;
    Ok(proof_bytes)
}

/// Returns the cost of the plan to which the names of operators are resolved, if it is valid: of several operators of one name,
/// the first that is applicable is taken.
fn names_a_plan(task: &Task, text: &[u8]) -> Option<u128> {
    let text = std::str::from_utf8(text).ok();
    let plan = text.and_then(|text| read_sequential_plan(task, text).ok());
    plan.filter(|plan| validate(task, plan).is_ok()).map(|plan| plan.cost(task))
}

/// Checks whether the names of operators in `n_steps` parallel steps resolve to a plan that is a model of the formula, if there
/// is any. Of several operators of one name, the first that is applicable is taken, and it may be disturbed by another operator
/// of the step.
fn names_a_shared_plan(
    task: &Task,
    specification: Option<&Specification>,
    text: &[u8],
    n_steps: usize,
) -> bool {
    let text = std::str::from_utf8(text).ok();
    let Some(plan) = text.and_then(|text| read_shared_plan(task, text, n_steps).ok()) else { return false };
    let states = validate(task, &plan).ok().filter(|_| plan.makespan() == n_steps);
    states.is_some_and(|states| specification.is_none_or(|of| is_model(of, task, &plan, &states)))
}

/// Returns the names of a problem's files: `problem` with its original extension, and `domain` before it where there are two.
fn problem_names(sources: &[Source]) -> Vec<String> {
    let name = |(index, source): (usize, &Source)| {
        let ending = Path::new(source.name()).extension().and_then(|ending| ending.to_str());
        let is_plain =
            |ending: &&str| ending.len() <= 8 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        // An extension without a format, if the given name had none.
        let ending = ending.filter(is_plain).unwrap_or("input");
        let later = sources.len() - index - 1;
        match later {
            0 => format!("problem.{ending}"),
            1 => format!("domain.{ending}"),
            _ => format!("part-{}.{ending}", index + 1),
        }
    };
    sources.iter().enumerate().map(name).collect()
}

/// Greatest size of a derivation, in bytes, before a recount is tried. (sample04 takes 11 MB and 3 s.)
const MOST_BYTES: usize = 256_000_000;

/// The same for a least cost, where a derivation is begun anew for each number of steps.
const MOST_BYTES_OF_COSTS: usize = 64_000_000;

/// The same where a recount has few states: at least this, and a share for each state. The proof may then take ten times as long as the recount.
const FEWEST_BYTES_OF_COSTS: usize = 2_000_000;
const BYTES_PER_RECOUNTED_STATE: usize = 80;

/// Returns the greatest size of a derivation before a recount is tried.
fn most_bytes(claim: &Claim, stop: &Stop) -> Result<usize, CertifyError> {
    let Some((cost, plan)) = claim.cost().zip(claim.plan.as_ref()) else { return Ok(MOST_BYTES) };
    let task = claim.task.affirmative()?;
    let before = Distance { cost, steps: plan.makespan() };
    let most = MOST_BYTES_OF_COSTS / BYTES_PER_RECOUNTED_STATE;
    Ok(match recount_cheaper_states(&task, before, most, stop) {
        Ok(states) => (BYTES_PER_RECOUNTED_STATE * states).max(FEWEST_BYTES_OF_COSTS),
        Err(_) => MOST_BYTES_OF_COSTS,
    })
}

/// Writes a certificate into a folder, which is created if it does not exist; files of the same names must not exist in it. If
/// that fails, the written files are removed. Returns the size of its proofs, in bytes, and the evidence. Fails if a shorter
/// plan exists, or one at all, at a stop, or if a file cannot be written.
///
/// If the usual evidence would be too large, or is not available, the other kind replaces it, and the certificate says so.
/// Proofs say more than a recount, and take longer on long plans. So a proof is made as long as its derivation is not large.
/// Its size is counted, not the time, so that the same problem has the same certificate on every machine. Then a recount
/// replaces it, and where there are too many states, a proof of any size.
pub fn write_certificate(
    folder: &Path,
    claim: &Claim,
    stop: &Stop,
) -> Result<(u64, EvidenceKind), CertifyError> {
    let with = |evidence, note: Option<&str>, stop: &Stop| {
        write_with(evidence, note, folder, claim, stop).map(|bytes| (bytes, evidence))
    };
    let usual = claim.evidence.of(claim.kind);
    if claim.evidence != EvidenceChoice::Auto {
        return with(usual, None, stop);
    }
    if usual == EvidenceKind::Recount {
        return match with(EvidenceKind::Recount, None, stop) {
            Err(error) if error.is_of_recount() => with(EvidenceKind::Proof, Some(&error.to_string()), stop),
            written => written,
        };
    }
    let most = most_bytes(claim, stop)?;
    let within = stop.child_within(Some(stop.memory().map_or(most, |memory| memory.min(most))));
    let why = match with(EvidenceKind::Proof, None, &within) {
        Err(CertifyError::Stopped(StopReason::Memory)) if !stop.is_raised() => {
            format!("the derivation of a proof takes more than {} MB", most / 1_000_000)
        }
        Err(
            error @ (CertifyError::Invariant
            | CertifyError::CostProof(_)
            | CertifyError::Variables(_)
            | CertifyError::Values(_)),
        ) => {
            let recounted = with(EvidenceKind::Recount, Some(&error.to_string()), stop);
            return recounted.map_err(|other| if other.is_of_recount() { error } else { other });
        }
        written => return written,
    };
    match with(EvidenceKind::Recount, Some(&why), stop) {
        Err(error) if error.is_of_recount() => with(EvidenceKind::Proof, Some(&error.to_string()), stop),
        written => written,
    }
}

pub(super) struct NewFolder<'a> {
    path: &'a Path,
    names: Vec<String>,
}

impl<'a> NewFolder<'a> {
    pub(super) fn of(path: &'a Path) -> Result<Self, CertifyError> {
        fs::create_dir_all(path)?;
        Ok(Self { path, names: Vec::new() })
    }

    pub(super) fn clear(&mut self) {
        for name in self.names.drain(..) {
            // The reported error is the one for which there is no certificate.
            fs::remove_file(self.path.join(name)).ok();
        }
    }

    pub(super) fn create(&mut self, name: &str) -> Result<BufWriter<File>, CertifyError> {
        let file = File::create_new(self.path.join(name))?;
        self.names.push(name.to_owned());
        Ok(BufWriter::new(file))
    }

    pub(super) fn write(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CertifyError> {
        let mut out = self.create(name)?;
        write(&mut out).and_then(|()| out.flush()).map_err(CertifyError::Write)
    }

    pub(super) fn digests(&self) -> Result<BTreeMap<String, FileDigest>, CertifyError> {
        let digest = |name: &String| Ok((name.clone(), FileDigest::of(&self.path.join(name))?));
        self.names.iter().map(digest).collect::<io::Result<_>>().map_err(CertifyError::Write)
    }

    pub(super) fn finish(&mut self, readme: &str, manifest: &Manifest) -> Result<(), CertifyError> {
        self.write(CHECKER, |out| out.write_all(CHECK_PY.as_bytes()))?;
        self.write(README, |out| out.write_all(readme.as_bytes()))?;
        let json = serde_json::to_string_pretty(manifest).map_err(io::Error::from)?;
        self.write(MANIFEST, |out| writeln!(out, "{json}"))
    }
}

const README_PROOF: &str = include_str!("readme.txt");
const README_COST: &str = include_str!("readme_cost.txt");
const README_NO_PLAN: &str = include_str!("readme_no_plan.txt");
const README_RECOUNT: &str = include_str!("readme_recount.txt");
const README_ZERO: &str = include_str!("readme_zero.txt");

fn cost_of(claim: &Claim, cost: u128) -> String {
    let total = cost.to_string();
    let scale = claim.cost_scale;
    ClaimedCost { total, scale, operators: String::new(), steps: None }.in_problem()
}

fn readme(claim: &Claim, manifest: &Manifest) -> String {
    let text = match (manifest.evidence, &claim.plan) {
        (EvidenceKind::Recount, Some(plan)) if let Some(cost) = claim.cost() => README_RECOUNT
            .replace(
                "CLAIM",
                "no planGOAL costs less than COST, and none of that cost has fewer METRIC than LENGTH",
            )
            .replace("STATES", "can be reached at a lower cost, or at that cost in fewer steps than LENGTH")
            .replace("COST", &cost_of(claim, cost))
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Recount, Some(plan)) => README_RECOUNT
            .replace("CLAIM", claim.plans.sentence())
            .replace("STATES", "can be reached in fewer than LENGTH steps")
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Recount, None) => README_RECOUNT
            .replace("CLAIM", "there is no plan of any lengthGOAL")
            .replace("STATES", "can be reached"),
        (EvidenceKind::Proof, Some(plan)) if let Some(cost) = claim.cost() => README_COST
            .replace("COST", &cost_of(claim, cost))
            .replace("BELOW", &cost.saturating_sub(1).to_string())
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Proof, Some(plan)) => README_PROOF
            .replace("BELOW", &plan.makespan().saturating_sub(1).to_string())
            .replace("LENGTH", &plan.makespan().to_string()),
        (EvidenceKind::Proof, None) => README_NO_PLAN.to_owned(),
    };
    // No cost is less than 0.
    let is_proved = manifest.files.keys().any(|name| name.ends_with(".lrat"));
    let text = if manifest.evidence == EvidenceKind::Proof && !is_proved {
        let of_formulas = ["shorter plans:", "cheaper plans:"];
        let kept = text.lines().take_while(|line| !of_formulas.iter().any(|head| line.starts_with(head)));
        format!("{}\n{README_ZERO}", kept.format("\n"))
    } else {
        text
    };
    let option = match manifest.steps.as_ref().map(|steps| steps.semantics) {
        None => "",
        Some(SharedSteps::ForAll) => " --steps forall",
        Some(SharedSteps::Exists) => " --steps order.txt",
    };
    let name = manifest.steps.as_ref().map(|steps| steps.name(manifest.length.unwrap_or_default()));
    let steps = name.unwrap_or_else(|| claim.unit.clone());
    let flags = [(claim.is_one_row(), " --one-row"), (claim.options.has("labelled"), " --labelled")];
    let flags: String = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).collect();
    let text = text.replace("STEPS", &steps).replace("OPTION", &format!("{flags}{option}"));
    let text = text.replace("GOAL", &manifest.to_goal());
    let problem = manifest.problem.join(" ");
    let text = text.replace("READ", if claim.is_read_apart() { &problem } else { TASK });
    text.replace("PROBLEM", &(problem + &manifest.reading())).replace("METRIC", &claim.unit)
}
