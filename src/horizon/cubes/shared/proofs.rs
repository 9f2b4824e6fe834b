//! Parts of proofs in a shared folder: a file for each, which is there before what it proves is told.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::folder::{SharedFolder, is_worker};
use crate::encode::TransitionSystem;
use crate::folders::{DiskError, Interrupted};
use crate::horizon::proof::{ProofBook, ProofPart, new_source};
use crate::solver::StepId;

const TITLE: &str = "bmcplan shared proof";

/// The parts of this process and, as far as they were needed, of others.
#[derive(Default)]
pub(super) struct ProofFiles {
    /// For each solver of this process the number of its parts.
    n_own: HashMap<u64, usize>,
    /// For each solver of other processes its number here, and the clauses that its parts are about.
    others: HashMap<String, (u64, Vec<StepId>)>,
}

impl ProofFiles {
    /// Writes a part, and returns its name for others.
    pub(super) fn tell(
        &mut self,
        folder: &mut SharedFolder,
        part: &ProofPart,
    ) -> Result<String, Interrupted> {
        let n_before = self.n_own.entry(part.source()).or_default();
        let name = format!("{} {} {n_before}", folder.worker(), part.source());
        *n_before += 1;
        let path = path(folder, &name);
        folder.write(&path, TITLE, &format!("{name}\n{}", part.to_text()))?;
        Ok(name)
    }

    /// Enters a part of another process in the book, after all parts of the same solver that came before it, and returns the clause that it is
    /// about. Frames of the formula are as many as it has now.
    pub(super) fn enter(
        &mut self,
        folder: &SharedFolder,
        name: &str,
        (system, n_frames): (&TransitionSystem, usize),
        book: &mut ProofBook,
    ) -> Result<StepId, Interrupted> {
        let damaged = |path: &Path| Interrupted::from(DiskError::damaged(path));
        let parsed = name.rsplit_once(' ').and_then(|(solver, number)| {
            let (worker, source) = solver.split_once(' ')?;
            let number: usize = number.parse().ok()?;
            (is_worker(worker) && source.parse::<u64>().is_ok()).then_some((solver, number))
        });
        let Some((solver, number)) = parsed else { return Err(damaged(folder.place())) };
        let (source, entered) =
            self.others.entry(solver.to_owned()).or_insert_with(|| (new_source(), Vec::new()));
        while entered.len() <= number {
            let name = format!("{solver} {}", entered.len());
            let path = path(folder, &name);
            let text = folder.read(&path, TITLE)?;
            let text = text.as_deref().and_then(|text| text.strip_prefix(&name)?.strip_prefix('\n'));
            let part = text.and_then(|text| ProofPart::of_text(text, *source, system, n_frames));
            let step = part.and_then(|part| book.enter(&part)).ok_or_else(|| damaged(&path))?;
            entered.push(step);
        }
        Ok(entered[number])
    }
}

fn path(folder: &SharedFolder, name: &str) -> PathBuf {
    folder.proofs().join(name.replace(' ', "-"))
}
