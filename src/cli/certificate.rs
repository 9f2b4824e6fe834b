//! The folder of a certificate: written beside its place, and put there when it was checked.

use std::path::Path;

use super::failure::Failure;
use super::watch;
use crate::answer::{CertificateFault, Certified, placed};
use crate::certify::CertificatePlace;

/// Has `write` write and check a certificate in a folder beside its place, and puts it there. Whatever ends the process
/// before, nothing is left of it.
pub(crate) fn put(
    place: &CertificatePlace,
    write: impl FnOnce(&Path) -> Result<Certified, Failure>,
) -> Result<Certified, Failure> {
    let of_fault = |fault| Failure::of_certificate(fault, place.named());
    let folder = place.begin().map_err(CertificateFault::Write).map_err(of_fault)?;
    watch::unfinished(Some(folder.path()));
    let certified = write(folder.path());
    watch::unfinished(None);
    placed(folder, certified?).map_err(of_fault)
}
