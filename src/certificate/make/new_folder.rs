//! The files of a certificate while they are written. Each is a new one: nothing that is there is overwritten or followed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::CertifyError;
use crate::certificate::{CHECKER, FileDigest, MANIFEST, Manifest, README};

const CHECK_PY: &str = include_str!("../check/check.py");

/// A folder whose files are being written.
pub(super) struct NewFolder<'a> {
    path: &'a Path,
    /// The names of the files that were written.
    names: Vec<String>,
}

impl<'a> NewFolder<'a> {
    /// The folder, which is made if it does not exist.
    pub(super) fn of(path: &'a Path) -> Result<Self, CertifyError> {
        fs::create_dir_all(path).map_err(CertifyError::Write)?;
        Ok(Self { path, names: Vec::new() })
    }

    /// Removes what was written.
    pub(super) fn clear(&mut self) {
        for name in self.names.drain(..) {
            // The error that is told is the one for which there is no certificate.
            fs::remove_file(self.path.join(name)).ok();
        }
    }

    pub(super) fn create(&mut self, name: &str) -> Result<BufWriter<File>, CertifyError> {
        let file = File::create_new(self.path.join(name)).map_err(CertifyError::Write)?;
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

    /// The digests of what was written.
    pub(super) fn digests(&self) -> Result<BTreeMap<String, FileDigest>, CertifyError> {
        let digest = |name: &String| Ok((name.clone(), FileDigest::of(&self.path.join(name))?));
        self.names.iter().map(digest).collect::<io::Result<_>>().map_err(CertifyError::Write)
    }

    /// Writes the rest: the checker, a README, and what is claimed.
    pub(super) fn finish(&mut self, readme: &str, manifest: &Manifest) -> Result<(), CertifyError> {
        self.write(CHECKER, |out| out.write_all(CHECK_PY.as_bytes()))?;
        self.write(README, |out| out.write_all(readme.as_bytes()))?;
        let json =
            serde_json::to_string_pretty(manifest).map_err(io::Error::from).map_err(CertifyError::Write)?;
        self.write(MANIFEST, |out| writeln!(out, "{json}"))
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use super::CHECK_PY;
    use crate::kinds::Kinds;

    /// Both checkers refuse what a problem does not count.
    #[test]
    fn the_checker_in_python_knows_the_metrics_of_all_kinds() {
        let row = |name: &str, metrics: &[&str]| {
            let metrics = metrics.iter().map(|metric| format!("\"{metric}\",")).join(" ");
            let metrics =
                if metrics.matches(',').count() == 1 { &metrics } else { metrics.trim_end_matches(',') };
            format!("    \"{name}\": ({metrics}),\n")
        };
        let rows = Kinds::default().iter().map(|kind| row(kind.name, kind.metrics())).join("");
        assert!(CHECK_PY.contains(&format!("KINDS = {{\n{rows}}}\n")), "{rows}");
    }
}
