//! Writing the folder of a certificate.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::CertifyError;
use super::proof::write_proof;
use crate::certificate::{
    FORMAT, FORMAT_VERSION, FORMULA, FileDigest, MANIFEST, Manifest, PLAN, PROOF, Specification, TASK,
};
use crate::frontend::{Source, sas};
use crate::plan::{Plan, write_plan};
use crate::problem::ProblemOptions;
use crate::stop::Stop;
use crate::task::Task;

const README: &str = include_str!("readme.txt");
const CHECKER: &str = include_str!("check.py");

/// A plan that is shortest, and the problem that it solves.
#[derive(Debug)]
pub struct PlanClaim<'a> {
    /// The problem's kind.
    pub kind: &'a str,
    /// Its texts.
    pub sources: &'a [Source],
    /// The options that it was read with.
    pub options: &'a ProblemOptions,
    /// The value of the goal, for kinds whose goals have values.
    pub goal: Option<u32>,
    /// What the plan's length counts.
    pub metric: &'a str,
    /// Its task.
    pub task: &'a Task,
    /// The plan, an operator a step.
    pub plan: &'a Plan,
}

/// Writes a certificate into a folder, which is made if it does not exist. Returns the size of the proof, in bytes.
///
/// # Errors
/// There is a shorter plan; it was stopped; or a file could not be written.
pub fn write_certificate(folder: &Path, claim: &PlanClaim<'_>, stop: &Stop) -> Result<u64, CertifyError> {
    let folder = NewFolder(folder);
    fs::create_dir_all(folder.0).map_err(CertifyError::Write)?;
    // What is there of an older certificate would not belong to this one.
    folder.remove_proof().map_err(CertifyError::Write)?;
    let written = write_files(&folder, claim, stop);
    if written.is_err() {
        // The error that is told is the first one.
        folder.remove_proof().ok();
    }
    written
}

fn write_files(folder: &NewFolder<'_>, claim: &PlanClaim<'_>, stop: &Stop) -> Result<u64, CertifyError> {
    let task = claim.task.affirmative()?;
    let specification = Specification::of(&task);
    let mut names = Vec::new();
    for (name, source) in problem_names(claim.sources).into_iter().zip(claim.sources) {
        folder.write(&name, |out| out.write_all(source.text().as_bytes()))?;
        names.push(name);
    }
    folder.write(TASK, |out| sas::write_affirmative_task(&task, out))?;
    folder.write(PLAN, |out| write_plan(claim.task, claim.plan, out))?;
    folder.write("check.py", |out| out.write_all(CHECKER.as_bytes()))?;
    let readme = README
        .replace("PROBLEM", &names.join(" "))
        .replace("METRIC", claim.metric)
        .replace("BELOW", &claim.plan.length().saturating_sub(1).to_string())
        .replace("LENGTH", &claim.plan.length().to_string());
    folder.write("README", |out| out.write_all(readme.as_bytes()))?;
    let mut files = names.clone();
    files.extend([TASK, PLAN].map(str::to_owned));
    if let Some(below) = claim.plan.length().checked_sub(1) {
        let proof = folder.create(PROOF)?;
        write_proof(&task, &specification, below, stop, proof)?;
        folder.write(FORMULA, |out| specification.write(&task, below, out))?;
        files.extend([FORMULA, PROOF].map(str::to_owned));
    }
    let digest = |name: &String| Ok((name.clone(), FileDigest::of(&folder.0.join(name))?));
    let files: BTreeMap<String, FileDigest> =
        files.iter().map(digest).collect::<io::Result<_>>().map_err(CertifyError::Write)?;
    let proof_bytes = files.get(PROOF).map_or(0, |digest| digest.bytes);
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        claim: "shortest".to_owned(),
        metric: claim.metric.to_owned(),
        length: claim.plan.length(),
        kind: claim.kind.to_owned(),
        options: claim
            .options
            .iter()
            .map(|(name, value)| (name.to_owned(), value.map(str::to_owned)))
            .collect(),
        goal: claim.goal,
        one_row: claim.sources.iter().any(Source::is_one_row),
        problem: names,
        program: format!("bmcplan {}", env!("CARGO_PKG_VERSION")),
        proved: vec![format!("{TASK} has no plan of fewer than {} operators", claim.plan.length())],
        trusted: vec![format!("{TASK} is the planning task of the problem")],
        files,
    };
    let json =
        serde_json::to_string_pretty(&manifest).map_err(io::Error::from).map_err(CertifyError::Write)?;
    folder.write(MANIFEST, |out| writeln!(out, "{json}"))?;
    Ok(proof_bytes)
}

struct NewFolder<'a>(&'a Path);

impl NewFolder<'_> {
    /// Removes what makes a folder a certificate.
    fn remove_proof(&self) -> io::Result<()> {
        for name in [MANIFEST, FORMULA, PROOF] {
            match fs::remove_file(self.0.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn create(&self, name: &str) -> Result<BufWriter<File>, CertifyError> {
        let path: PathBuf = self.0.join(name);
        File::create(path).map(BufWriter::new).map_err(CertifyError::Write)
    }

    fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
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
