//! A certificate that is written and checked at once, for the answer; its unfinished folder goes with the process, however that ends.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use crate::certificate::make::{
    CertifyError, ProblemClaim, UnfinishedFolder, write_certificate, write_usual_certificate,
};
use crate::certificate::{EvidenceKind, VerifyError, verify};
use crate::figures::CpuInstant;
use crate::kinds::Kinds;
use crate::stop::Stop;

use super::solve_answer::Certified;
use super::stopped_by;

/// Why nothing can be said of a certificate.
#[derive(thiserror::Error)]
pub enum CertificateFault {
    /// The claim is wrong: there is a better plan.
    #[error("{0}")]
    Better(String),
    /// A file cannot be written.
    #[error(transparent)]
    Write(io::Error),
    /// A file that was written cannot be read back.
    #[error("the new certificate cannot be read back: {0}")]
    ReadBack(String),
    /// The proof is none, or was not accepted when it was checked.
    #[error("{0}")]
    Internal(String),
}

debug_is_message!(CertificateFault);

/// Writes the certificate of a claim into an empty folder and checks it; `checking` is called between the two. If the evidence
/// `is_open`, other evidence may take its place. That it was stopped, or
/// that this evidence cannot carry the claim, is no fault: there is no certificate then.
///
/// # Errors
/// See [`CertificateFault`].
pub fn certified(
    folder: &Path,
    claim: &ProblemClaim<'_>,
    is_open: bool,
    kinds: &Kinds,
    stop: &Stop,
    checking: impl FnOnce(),
) -> Result<Certified, CertificateFault> {
    written_and_checked(folder, kinds, stop, checking, || {
        if is_open {
            return write_usual_certificate(folder, claim, stop);
        }
        write_certificate(folder, claim, stop).map(|proof_bytes| (proof_bytes, claim.evidence))
    })
}

/// Puts a certificate that was written and checked into its place; where there is none, nothing changes there.
///
/// # Errors
/// The folder cannot be put there. An older one stays.
pub fn placed(folder: UnfinishedFolder, certified: Certified) -> Result<Certified, CertificateFault> {
    match certified {
        Certified::Written { evidence, proof_bytes, making_seconds, checking_seconds, .. } => {
            let named = folder.named().display().to_string();
            folder.finish().map_err(CertificateFault::Write)?;
            Ok(Certified::Written { folder: named, evidence, proof_bytes, making_seconds, checking_seconds })
        }
        missing @ Certified::Missing { .. } => Ok(missing),
    }
}

/// Calls `write`, which says how long the proof is and what the evidence, then `checking`, and checks what was written.
fn written_and_checked(
    folder: &Path,
    kinds: &Kinds,
    stop: &Stop,
    checking: impl FnOnce(),
    write: impl FnOnce() -> Result<(u64, EvidenceKind), CertifyError>,
) -> Result<Certified, CertificateFault> {
    let begun = CpuInstant::now();
    let (proof_bytes, evidence) = match write() {
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
        Err(CertifyError::Write(cause)) => return Err(CertificateFault::Write(cause)),
        Err(error @ (CertifyError::Reached(_) | CertifyError::Cheaper)) => {
            return Err(CertificateFault::Better(error.to_string()));
        }
        Err(error) => return Err(CertificateFault::Internal(error.to_string())),
    };
    let (making, begun) = (begun.elapsed(), CpuInstant::now());
    checking();
    match verify(folder, kinds, stop) {
        Ok(_) => Ok(Certified::Written {
            folder: folder.display().to_string(),
            evidence,
            proof_bytes,
            making_seconds: making.as_secs_f64(),
            checking_seconds: begun.elapsed().as_secs_f64(),
        }),
        Err(VerifyError::Stopped(reason)) => Ok(Certified::missing(stopped_by(reason))),
        // Checkers read no larger ones.
        Err(error @ VerifyError::Unreadable { .. }) => Ok(Certified::missing(error.to_string())),
        Err(error @ VerifyError::Read { .. }) => Err(CertificateFault::ReadBack(error.to_string())),
        Err(error @ VerifyError::Wrong(_)) => Err(CertificateFault::Internal(error.to_string())),
    }
}

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A note that a folder is unfinished, until this is dropped.
pub(super) struct Noted(PathBuf);

impl Noted {
    pub(super) fn of(folder: &Path) -> Self {
        unfinished().push(folder.to_owned());
        Self(folder.to_owned())
    }
}

impl Drop for Noted {
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
