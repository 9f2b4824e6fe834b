//! The folder of a certificate while it is written.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::CertifyError;
use crate::certificate::{
    FORMULA, FileDigest, INVARIANT, InvariantFormula, LAYERS, MANIFEST, Manifest, ORDER, PLAN, PLANS, PROOF,
    SCHEDULES, UNLISTED, UNLISTED_PROOF,
};

const CHECKER: &str = include_str!("check.py");

/// The files that make a folder a certificate, besides those of an invariant.
const OTHERS: [&str; 11] =
    [MANIFEST, PLAN, PLANS, ORDER, FORMULA, PROOF, UNLISTED, UNLISTED_PROOF, INVARIANT, LAYERS, SCHEDULES];

/// A folder whose files are being written.
pub(super) struct NewFolder<'a> {
    path: &'a Path,
    /// What was written.
    names: Vec<String>,
}

impl<'a> NewFolder<'a> {
    pub(super) fn of(path: &'a Path) -> Self {
        Self { path, names: Vec::new() }
    }

    /// Removes what makes a folder a certificate.
    pub(super) fn remove_proofs(&self) -> io::Result<()> {
        let of_formulas =
            InvariantFormula::ALL.into_iter().flat_map(|one| [one.formula_file(), one.proof_file()]);
        for name in OTHERS.into_iter().chain(of_formulas) {
            match fs::remove_file(self.path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn create(&mut self, name: &str) -> Result<BufWriter<File>, CertifyError> {
        self.names.push(name.to_owned());
        File::create(self.path.join(name)).map(BufWriter::new).map_err(CertifyError::Write)
    }

    pub(super) fn write(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CertifyError> {
        let mut out = self.create(name)?;
        write(&mut out).and_then(|()| out.flush()).map_err(CertifyError::Write)
    }

    /// The digests of what was written.
    pub(super) fn digests(&self) -> Result<BTreeMap<String, FileDigest>, CertifyError> {
        let digest = |name: &String| Ok((name.clone(), FileDigest::of(&self.path.join(name))?));
        self.names.iter().map(digest).collect::<io::Result<_>>().map_err(CertifyError::Write)
    }

    /// Writes the rest: the checker, a README, and what is claimed.
    pub(super) fn finish(&mut self, readme: &str, manifest: &Manifest) -> Result<(), CertifyError> {
        self.write("check.py", |out| out.write_all(CHECKER.as_bytes()))?;
        self.write("README", |out| out.write_all(readme.as_bytes()))?;
        let json =
            serde_json::to_string_pretty(manifest).map_err(io::Error::from).map_err(CertifyError::Write)?;
        self.write(MANIFEST, |out| writeln!(out, "{json}"))
    }
}
