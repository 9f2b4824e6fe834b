//! Writing the folder of a certificate.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::CertifyError;
use super::layer_search::write_layers;
use super::no_plan::{InvariantProofs, prove_no_plan};
use super::proof::{write_makespan_proof, write_proof};
use super::shared_steps::sharing;
use crate::certificate::{
    CertifiedClaim, CountedSteps, EvidenceKind, FORMAT, FORMAT_VERSION, FORMULA, FileDigest, INVARIANT,
    InvariantFormula, LAYERS, MAKESPAN, MANIFEST, Manifest, ORDER, PLAN, PROOF, SharedSteps, Specification,
    StepSharing, TASK, write_invariant,
};
use crate::encode::StepOptions;
use crate::frontend::{Source, sas};
use crate::plan::{Plan, write_plan};
use crate::problem::ProblemOptions;
use crate::stop::Stop;
use crate::task::Task;

const README: &str = include_str!("readme.txt");
const README_LAYERS: &str = include_str!("readme_layers.txt");
const README_NO_PLAN: &str = include_str!("readme_no_plan.txt");
const CHECKER: &str = include_str!("check.py");

/// What is claimed of a problem.
#[derive(Debug)]
pub struct ProblemClaim<'a> {
    /// The problem's kind.
    pub kind: &'a str,
    /// Its texts.
    pub sources: &'a [Source],
    /// The options that it was read with.
    pub options: &'a ProblemOptions,
    /// The value of the goal, for kinds whose goals have values.
    pub goal: Option<u32>,
    /// What the length of plans counts.
    pub metric: &'a str,
    /// Its task.
    pub task: &'a Task,
    /// A shortest plan; none if there is no plan.
    pub plan: Option<&'a Plan>,
    /// The steps of the formulas that gave the answer.
    pub step: &'a StepOptions,
    /// What the claim is to rest on.
    pub evidence: EvidenceKind,
}

/// Writes a certificate into a folder, which is made if it does not exist. Returns the size of its proofs or layers, in bytes.
///
/// # Errors
/// There is a shorter plan, or one at all; it was stopped; or a file could not be written.
pub fn write_certificate(folder: &Path, claim: &ProblemClaim<'_>, stop: &Stop) -> Result<u64, CertifyError> {
    fs::create_dir_all(folder).map_err(CertifyError::Write)?;
    let mut new = NewFolder { path: folder, names: Vec::new() };
    // What is there of an older certificate would not belong to this one.
    new.remove_proofs().map_err(CertifyError::Write)?;
    let written = write_files(&mut new, claim, stop);
    if written.is_err() {
        // The error that is told is the first one.
        new.remove_proofs().ok();
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
    match (claim.evidence, length) {
        (_, Some(0)) => {}
        (EvidenceKind::Layers, n_layers) => write_layers(&task, n_layers, stop, folder.create(LAYERS)?)?,
        (EvidenceKind::Proof, Some(length)) => {
            let (below, out) = (length - 1, folder.create(PROOF)?);
            match sharing {
                None => write_proof(&task, &specification, below, stop, out)?,
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
    let semantics = sharing.map(|sharing| match sharing {
        StepSharing::ForAll => SharedSteps::ForAll,
        StepSharing::Exists(_) => SharedSteps::Exists,
    });
    let counted = match semantics {
        None => "operators".to_owned(),
        Some(SharedSteps::ForAll) => format!("{}s", SharedSteps::ForAll.step_name()),
        Some(SharedSteps::Exists) => format!("{}s in the order of {ORDER}", SharedSteps::Exists.step_name()),
    };
    let known = match length {
        Some(length) => format!("{TASK} has no plan of fewer than {length} {counted}"),
        None => format!("{TASK} has no plan of any length"),
    };
    let digest = |name: &String| Ok((name.clone(), FileDigest::of(&folder.path.join(name))?));
    let files: BTreeMap<String, FileDigest> =
        folder.names.iter().map(digest).collect::<io::Result<_>>().map_err(CertifyError::Write)?;
    let is_proof = |name: &str| name.ends_with(".lrat") || name == LAYERS;
    let proof_bytes = files.iter().filter(|(name, _)| is_proof(name)).map(|(_, digest)| digest.bytes).sum();
    folder.write("check.py", |out| out.write_all(CHECKER.as_bytes()))?;
    folder.write("README", |out| out.write_all(readme(claim, semantics, &problem).as_bytes()))?;
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        claim: if claim.plan.is_some() { CertifiedClaim::Shortest } else { CertifiedClaim::NoPlan },
        evidence: claim.evidence,
        metric: semantics.map_or(claim.metric, |_| MAKESPAN).to_owned(),
        steps: semantics.map(|semantics| CountedSteps { semantics, operators: claim.metric.to_owned() }),
        length,
        kind: claim.kind.to_owned(),
        options: claim
            .options
            .iter()
            .map(|(name, value)| (name.to_owned(), value.map(str::to_owned)))
            .collect(),
        goal: claim.goal,
        one_row: claim.sources.iter().any(Source::is_one_row),
        problem,
        program: format!("bmcplan {}", env!("CARGO_PKG_VERSION")),
        proved: vec![known],
        trusted: vec![format!("{TASK} is the planning task of the problem")],
        files,
    };
    let json =
        serde_json::to_string_pretty(&manifest).map_err(io::Error::from).map_err(CertifyError::Write)?;
    folder.write(MANIFEST, |out| writeln!(out, "{json}"))?;
    Ok(proof_bytes)
}

/// What can be done with the folder.
fn readme(claim: &ProblemClaim<'_>, semantics: Option<SharedSteps>, problem: &[String]) -> String {
    let text = match (claim.evidence, claim.plan) {
        (EvidenceKind::Layers, Some(plan)) => README_LAYERS
            .replace("CLAIM", "a plan of LENGTH METRIC is shortest")
            .replace("LAYERS", "can be reached in fewer than LENGTH steps")
            .replace("LENGTH", &plan.length().to_string()),
        (EvidenceKind::Layers, None) => README_LAYERS
            .replace("CLAIM", "there is no plan of any length")
            .replace("LAYERS", "can be reached"),
        (EvidenceKind::Proof, Some(plan)) => README
            .replace("BELOW", &plan.makespan().saturating_sub(1).to_string())
            .replace("LENGTH", &plan.makespan().to_string()),
        (EvidenceKind::Proof, None) => README_NO_PLAN.to_owned(),
    };
    let (steps, option) = match semantics {
        None => (claim.metric.to_owned(), ""),
        Some(steps @ SharedSteps::ForAll) => (format!("{}s", steps.step_name()), " --steps forall"),
        Some(steps @ SharedSteps::Exists) => (format!("{}s", steps.step_name()), " --steps order.txt"),
    };
    let text = text.replace("STEPS", &steps).replace("OPTION", option);
    text.replace("PROBLEM", &problem.join(" ")).replace("METRIC", claim.metric)
}

struct NewFolder<'a> {
    path: &'a Path,
    /// What was written.
    names: Vec<String>,
}

impl NewFolder<'_> {
    /// Removes what makes a folder a certificate.
    fn remove_proofs(&self) -> io::Result<()> {
        let of_formulas =
            InvariantFormula::ALL.into_iter().flat_map(|one| [one.formula_file(), one.proof_file()]);
        for name in [MANIFEST, PLAN, ORDER, FORMULA, PROOF, INVARIANT, LAYERS].into_iter().chain(of_formulas)
        {
            match fs::remove_file(self.path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn create(&mut self, name: &str) -> Result<BufWriter<File>, CertifyError> {
        self.names.push(name.to_owned());
        File::create(self.path.join(name)).map(BufWriter::new).map_err(CertifyError::Write)
    }

    fn write(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CertifyError> {
        let mut out = self.create(name)?;
        write(&mut out).and_then(|()| out.flush()).map_err(CertifyError::Write)
    }
}

/// What a problem's files are called: `problem` with the ending that it had, and `domain` before it where there are two.
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
