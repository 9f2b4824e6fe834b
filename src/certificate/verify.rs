//! Checking the folder of a certificate: its files, the plan, the formula and the proof.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::lrat::{LratChecker, LratError};
use super::manifest::{FORMAT, FORMAT_VERSION, FORMULA, FileDigest, MANIFEST, Manifest, PLAN, PROOF, TASK};
use super::replay::is_model;
use super::specification::Specification;
use super::streams::{Comparison, Stoppable};
use crate::frontend::{MAX_BYTES, MAX_INPUT_BYTES, Source, sas};
use crate::plan::{read_plan, validate};
use crate::problem::{Kinds, ProblemOptions};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// The greatest size of a file of a certificate, in bytes.
const MAX_FILE: u64 = 1 << 32;

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Something in it is wrong.
    #[error("not certified: {0}")]
    Wrong(String),
    /// A file is missing, cannot be read, or is none that a certificate could have.
    #[error("{file}: {cause}")]
    Unreadable {
        /// Its name.
        file: String,
        /// Why.
        cause: String,
    },
    /// It was stopped before everything was checked.
    #[error("not everything was checked: {0}")]
    Stopped(StopReason),
}

/// A certificate that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The claim, and what it rests on.
    pub manifest: Manifest,
    /// What was checked, a sentence each.
    pub checked: Vec<String>,
    /// What has to be believed, a sentence each.
    pub believed: Vec<String>,
}

/// Checks a certificate, of a problem of one of these kinds.
///
/// # Errors
/// The first thing that is wrong; a file that cannot be read; or what stopped it.
pub fn verify(folder: &Path, kinds: &Kinds, stop: &Stop) -> Result<Verified, VerifyError> {
    let mut folder = CheckedFolder { path: folder, kinds, stop, checked: Vec::new() };
    let manifest = folder.manifest()?;
    folder.digests(&manifest)?;
    let task = folder.task(&manifest)?;
    let specification = Specification::of(&task);
    folder.plan(&manifest, &task, &specification)?;
    if let Some(below) = manifest.length.checked_sub(1) {
        folder.formula(&task, &specification, below)?;
        folder.proof(&specification, below)?;
    }
    let believed = vec![format!(
        "that {TASK} is the problem of {}: it was read by this program, and `check.py` reads boards and puzzles without it",
        manifest.problem.join(" and ")
    )];
    Ok(Verified { manifest, checked: folder.checked, believed })
}

struct CheckedFolder<'a> {
    path: &'a Path,
    kinds: &'a Kinds,
    stop: &'a Stop,
    checked: Vec<String>,
}

impl CheckedFolder<'_> {
    fn tell(&mut self, sentence: impl Into<String>) {
        self.checked.push(sentence.into());
    }

    fn unreadable(file: &str, cause: impl ToString) -> VerifyError {
        VerifyError::Unreadable { file: file.to_owned(), cause: cause.to_string() }
    }

    /// A file of the folder: neither a link nor anything else that is no file, and not elsewhere.
    fn path(&self, name: &str) -> Result<PathBuf, VerifyError> {
        let is_plain = !name.is_empty() && !name.contains(['/', '\\']) && name != "." && name != "..";
        if !is_plain {
            return Err(Self::unreadable(name, "this is no name of a file in the folder"));
        }
        let path = self.path.join(name);
        let metadata = fs::symlink_metadata(&path).map_err(|error| Self::unreadable(name, error))?;
        if !metadata.is_file() {
            return Err(Self::unreadable(name, "this is no ordinary file"));
        }
        if MAX_FILE < metadata.len() {
            return Err(Self::unreadable(name, "it is larger than 4 GiB"));
        }
        Ok(path)
    }

    fn read(&self, name: &str, limit: usize) -> Result<Source, VerifyError> {
        Source::open_at_most(&self.path(name)?, limit).map_err(|error| Self::unreadable(name, error))
    }

    fn manifest(&mut self) -> Result<Manifest, VerifyError> {
        let text = self.read(MANIFEST, MAX_BYTES)?;
        let manifest: Manifest =
            serde_json::from_str(text.text()).map_err(|error| Self::unreadable(MANIFEST, error))?;
        if manifest.format != FORMAT || manifest.version != FORMAT_VERSION {
            return Err(Self::unreadable(
                MANIFEST,
                format!("it is no `{FORMAT}` of version {FORMAT_VERSION}"),
            ));
        }
        if manifest.claim != "shortest" {
            return Err(Self::unreadable(MANIFEST, "its claim is none that is known"));
        }
        Ok(manifest)
    }

    fn digests(&mut self, manifest: &Manifest) -> Result<(), VerifyError> {
        let proof = if manifest.length == 0 { &[][..] } else { &[FORMULA, PROOF] };
        let needed =
            [TASK, PLAN].iter().chain(proof).copied().chain(manifest.problem.iter().map(String::as_str));
        for name in needed {
            if !manifest.files.contains_key(name) {
                return Err(VerifyError::Wrong(format!("{MANIFEST} has no digest of {name}")));
            }
        }
        for (name, digest) in &manifest.files {
            let found = FileDigest::of(&self.path(name)?).map_err(|error| Self::unreadable(name, error))?;
            if found != *digest {
                return Err(VerifyError::Wrong(format!("{name} is not the file that {MANIFEST} names")));
            }
            self.go_on()?;
        }
        self.tell(format!("the files are those that {MANIFEST} names"));
        Ok(())
    }

    fn go_on(&self) -> Result<(), VerifyError> {
        self.stop.reason().map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)))
    }

    /// The task of the problem; the file has the same.
    fn task(&mut self, manifest: &Manifest) -> Result<Task, VerifyError> {
        let name = manifest.problem.join(" ");
        let wrong = |cause: String| Self::unreadable(&name, cause);
        let Some(kind) = self.kinds.named(&manifest.kind) else {
            return Err(Self::unreadable(MANIFEST, format!("there is no kind `{}`", manifest.kind)));
        };
        let mut sources = Vec::new();
        for file in &manifest.problem {
            let source = self.read(file, MAX_INPUT_BYTES)?;
            sources.push(if manifest.one_row { source.in_one_row() } else { source });
        }
        let options =
            manifest.options.iter().fold(ProblemOptions::default(), |options, (name, value)| match value {
                Some(value) => options.with(name, value),
                None => options.with_flag(name),
            });
        let problem = kind.read(&sources, &options, self.stop).map_err(|error| wrong(error.to_string()))?;
        if problem.metric() != manifest.metric {
            return Err(VerifyError::Wrong(format!(
                "the problem counts {}, not {}",
                problem.metric(),
                manifest.metric
            )));
        }
        let task = problem.task(manifest.goal, self.stop).map_err(|error| wrong(error.to_string()))?;
        let task = task.affirmative().map_err(|error| wrong(error.to_string()))?;
        if !self.compare(TASK, |out| sas::write_affirmative_task(&task, out))? {
            return Err(VerifyError::Wrong(format!("{TASK} is not the task of {name}")));
        }
        self.tell(format!("{TASK} is the task of {name}"));
        Ok(task)
    }

    /// Whether a file is what is written.
    fn compare(
        &self,
        name: &str,
        write: impl FnOnce(&mut Comparison<BufReader<File>>) -> io::Result<()>,
    ) -> Result<bool, VerifyError> {
        let file = File::open(self.path(name)?).map_err(|error| Self::unreadable(name, error))?;
        let mut comparison = Comparison::with(BufReader::new(file), self.stop);
        let same = match write(&mut comparison) {
            Ok(()) => comparison.is_at_end(),
            Err(error) => Err(error),
        };
        self.go_on()?;
        match same {
            Ok(same) => Ok(same),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
            Err(error) => Err(Self::unreadable(name, error)),
        }
    }

    fn plan(
        &mut self,
        manifest: &Manifest,
        task: &Task,
        specification: &Specification,
    ) -> Result<(), VerifyError> {
        let wrong = |cause: String| VerifyError::Wrong(format!("{PLAN} is no plan: {cause}"));
        let text = self.read(PLAN, MAX_INPUT_BYTES)?;
        let written = read_plan(text.text()).map_err(|error| wrong(error.to_string()))?;
        let plan = written.by_operators(task).map_err(|error| wrong(error.to_string()))?;
        let states = validate(task, &plan).map_err(|error| wrong(error.to_string()))?;
        if plan.length() != manifest.length {
            return Err(wrong(format!(
                "it has {} steps, and {} are claimed",
                plan.length(),
                manifest.length
            )));
        }
        self.tell(format!("{PLAN} is a plan of {} steps", plan.length()));
        if !is_model(specification, task, &plan, &states) {
            return Err(VerifyError::Wrong(format!(
                "the formula for {} steps excludes the plan",
                plan.length()
            )));
        }
        self.tell(format!("the formula for {} steps holds under the plan", plan.length()));
        Ok(())
    }

    fn formula(
        &mut self,
        task: &Task,
        specification: &Specification,
        below: usize,
    ) -> Result<(), VerifyError> {
        if !self.compare(FORMULA, |out| specification.write(task, below, io::BufWriter::new(out)))? {
            return Err(VerifyError::Wrong(format!("{FORMULA} is not the formula for {below} steps")));
        }
        self.tell(format!("{FORMULA} is the formula for at most {below} steps"));
        Ok(())
    }

    fn proof(&mut self, specification: &Specification, below: usize) -> Result<(), VerifyError> {
        let mut checker = LratChecker::default();
        let added = specification.for_each_clause(below, |clause| {
            checker.add_clause(clause);
            self.go_on()
        });
        added?;
        let file = File::open(self.path(PROOF)?).map_err(|error| Self::unreadable(PROOF, error))?;
        let proof = Stoppable { bytes: BufReader::new(file), stop: self.stop };
        match checker.check(proof) {
            Ok(n_steps) => {
                self.tell(format!("{PROOF} proves in {n_steps} steps that {FORMULA} has no model"));
                Ok(())
            }
            Err(LratError::Unreadable(error)) => {
                self.go_on()?;
                Err(Self::unreadable(PROOF, error))
            }
            Err(error) => Err(VerifyError::Wrong(format!("{PROOF}: {error}"))),
        }
    }
}
