//! The usual choice of evidence, where the user names none.
//!
//! Proofs say more than layer tables, and take longer on long plans. So a proof is made as long as its derivation is not large; its
//! size is counted, not the time, so that the same problem has the same certificate on every machine. Then
//! layers take its place, and where these are too many, a proof of any size.

use std::path::Path;

use super::error::CertifyError;
use super::folder::{ProblemClaim, write_certificate};
use crate::certificate::EvidenceKind;
use crate::stop::{Stop, StopReason};

/// The greatest size of a derivation, in bytes, before layers are tried. (sample04 takes 11 MB and 3 s.)
const MOST_BYTES: usize = 256_000_000;

/// As [`write_certificate`], but if what the claim is to rest on would be too large, or cannot be had, the other kind of evidence takes its
/// place, and the certificate says so. Returns what it rests on, too.
///
/// # Errors
/// As [`write_certificate`].
pub fn write_usual_certificate(
    folder: &Path,
    claim: &ProblemClaim<'_>,
    stop: &Stop,
) -> Result<(u64, EvidenceKind), CertifyError> {
    let with = |evidence, note: Option<&str>, stop: &Stop| {
        if let Some(note) = note {
            log::warn!("{note}; so the certificate rests on {}", EvidenceKind::name(evidence));
        }
        let written = write_certificate(folder, &ProblemClaim { evidence, note, ..*claim }, stop);
        written.map(|bytes| (bytes, evidence))
    };
    if claim.evidence == EvidenceKind::Layers {
        return match with(EvidenceKind::Layers, None, stop) {
            Err(error @ CertifyError::Layers(_)) => with(EvidenceKind::Proof, Some(&error.to_string()), stop),
            written => written,
        };
    }
    let within = stop.child_within(Some(stop.memory().map_or(MOST_BYTES, |memory| memory.min(MOST_BYTES))));
    let why = match with(EvidenceKind::Proof, None, &within) {
        Err(CertifyError::Stopped(StopReason::Memory)) if !stop.is_raised() => {
            format!("a derivation takes more than {} MB", MOST_BYTES / 1_000_000)
        }
        Err(error @ CertifyError::Invariant) => {
            let layers = with(EvidenceKind::Layers, Some(&error.to_string()), stop);
            return layers
                .map_err(|other| if matches!(other, CertifyError::Layers(_)) { error } else { other });
        }
        written => return written,
    };
    match with(EvidenceKind::Layers, Some(&why), stop) {
        Err(error @ CertifyError::Layers(_)) => with(EvidenceKind::Proof, Some(&error.to_string()), stop),
        written => written,
    }
}
