//! The folder of a certificate while it is checked: its files, their digests, and formulas with their proofs.
//!
//! `certificate.json` must be unambiguous: each key occurs once, and each part has its canonical form.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_base::text::{MAX_BYTES, Source};

use super::lrat::{LratChecker, LratError};
use super::recount::MAX_STATES;
use crate::invariant::InvariantFormula;
use crate::lrat::LratForm;
use crate::manifest::{
    COST, CertifiedClaim, ClaimedCost, EvidenceKind, FORMAT, FORMAT_VERSION, FORMULA, FileDigest, INVARIANT,
    LANDMARKS, MAKESPAN, MANIFEST, MAX_LENGTH, Manifest, ORDER, PLAN, PROOF, TASK,
};
use crate::sharing::SharedSteps;

const MAX_FILE: u64 = 1 << 32;

/// Reason why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The certificate is wrong, with what.
    #[error("not certified: {0}")]
    Wrong(String),
    /// A file cannot belong to a certificate, with its name and the reason.
    #[error("{0}: {1}")]
    Unreadable(String, String),
    /// A file is missing, or the system cannot read it.
    #[error("{0}: {1}")]
    Read(String, io::Error),
    /// Stopped before everything was checked.
    #[error("not everything was checked: {0}")]
    Stopped(StopReason),
}

/// Keys of `certificate.json` that every version has.
#[derive(Deserialize)]
struct Version {
    format: String,
    version: u32,
}

pub(super) struct CheckedFolder<'a> {
    path: &'a Path,
    stop: &'a Stop,
    named: BTreeMap<String, FileDigest>,
    pub(super) checked: Vec<String>,
}

impl<'a> CheckedFolder<'a> {
    pub(super) fn of(path: &'a Path, stop: &'a Stop) -> Self {
        Self { path, stop, named: BTreeMap::new(), checked: Vec::new() }
    }

    pub(super) fn record(&mut self, sentence: impl Into<String>) {
        self.checked.push(sentence.into());
    }

    pub(super) fn check_stop(&self) -> Result<(), VerifyError> {
        self.stop.reason().map_or(Ok(()), |reason| Err(VerifyError::Stopped(reason)))
    }

    /// Returns the path of a file in the folder. Refuses links, special files and paths out of the folder.
    fn path(&self, name: &str) -> Result<PathBuf, VerifyError> {
        // Only characters that cannot form words: names are printed.
        let is_letter = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_');
        if name.is_empty() || name == "." || name == ".." || !name.chars().all(is_letter) {
            return Err(unreadable(MANIFEST, format!("{name:?} is not a valid file name")));
        }
        let path = self.path.join(name);
        let metadata = fs::symlink_metadata(&path).map_err(|error| unread(name, error))?;
        if !metadata.is_file() {
            return Err(unreadable(name, "this is not a regular file"));
        }
        if MAX_FILE < metadata.len() {
            return Err(unreadable(name, "it is larger than 4 GiB"));
        }
        Ok(path)
    }

    /// Returns the text of a file. It may have changed since the digests were checked, so the digest of the bytes read is
    /// checked again.
    pub(super) fn read(&self, name: &str, limit: usize) -> Result<Source, VerifyError> {
        let path = self.path(name)?;
        let mut bytes = Vec::new();
        // One byte past the limit distinguishes a file that is too large from one that just fits.
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        let file = File::open(&path).map_err(|error| unread(name, error))?;
        file.take(most).read_to_end(&mut bytes).map_err(|error| unread(name, error))?;
        let source = Source::read(&path.display().to_string(), &*bytes, limit);
        let source = source.map_err(|error| unreadable(name, error))?.from_file(&path);
        if self.named.get(name).is_some_and(|named| *named != FileDigest::of_bytes(&bytes)) {
            return Err(is_another(name));
        }
        Ok(source)
    }

    fn open(&self, name: &str) -> Result<BufReader<File>, VerifyError> {
        let file = File::open(self.path(name)?).map_err(|error| unread(name, error))?;
        Ok(BufReader::new(file))
    }

    pub(super) fn manifest(&mut self) -> Result<Manifest, VerifyError> {
        let text = self.read(MANIFEST, MAX_BYTES)?;
        let of_json = |error: serde_json::Error| unreadable(MANIFEST, error);
        serde_json::from_str::<UniqueKeys>(text.text()).map_err(of_json)?;
        // First, since another version has other keys and values.
        let Version { format, version } = serde_json::from_str(text.text()).map_err(of_json)?;
        if format == FORMAT && version < FORMAT_VERSION {
            return Err(unreadable(
                MANIFEST,
                format!(
                    "the format of certificates has changed from {version} to {FORMAT_VERSION} since this one was made; make the certificate anew"
                ),
            ));
        }
        if format != FORMAT || version != FORMAT_VERSION {
            return Err(unreadable(MANIFEST, format!("it is no `{FORMAT}` of version {FORMAT_VERSION}")));
        }
        let manifest: Manifest = serde_json::from_str(text.text()).map_err(of_json)?;
        let is_plain = serde_json::from_str::<Value>(text.text()).is_ok_and(|json| has_plain_parts(&json));
        let (claim, evidence) = (manifest.claim, manifest.evidence);
        let (is_of_cost, is_count) = (claim == CertifiedClaim::Cheapest, claim == CertifiedClaim::Count);
        let is_proof = evidence == EvidenceKind::Proof;
        let has_length = manifest.length.is_some() != (claim == CertifiedClaim::NoPlan)
            && manifest.length.is_none_or(|length| length <= MAX_LENGTH);
        let is_makespan = claim == CertifiedClaim::Shortest && is_proof && manifest.metric == MAKESPAN;
        let steps = manifest.steps.as_ref().filter(|_| !is_makespan);
        let steps = steps.map(|steps| steps.semantics.step_name()).unwrap_or_default();
        let is_fine = |cost: &ClaimedCost| {
            let is_proved = cost.total != "0" && is_proof;
            cost.value().is_some()
                && cost.steps.is_some() == is_proved
                && cost.steps.is_none_or(|steps| steps <= MAX_LENGTH)
        };
        let has_cost = manifest.cost.is_some() == is_of_cost
            && manifest.cost.iter().all(is_fine)
            && is_of_cost == (manifest.metric == COST);
        let is_recount = evidence == EvidenceKind::Recount;
        let faults = [
            (!is_plain, "it has a list or an object where none belongs"),
            (!has_length, "its length does not fit its claim"),
            (!steps.is_empty(), &format!("{steps}s go with a proof that a {MAKESPAN} is shortest")),
            (!has_cost, "its cost does not fit its claim"),
            (manifest.count.is_some() != is_count, "its number of plans does not fit its claim"),
            (is_count && is_proof, "there are no proofs of numbers of plans"),
            (manifest.states.is_some() != is_recount, "its number of states does not fit its evidence"),
            (
                manifest.states.is_some_and(|n_states| MAX_STATES < n_states),
                &format!("a recount is of at most {MAX_STATES} states"),
            ),
        ];
        if let Some((_, fault)) = faults.into_iter().find(|(is_there, _)| *is_there) {
            return Err(unreadable(MANIFEST, fault));
        }
        Ok(manifest)
    }

    pub(super) fn digests(&mut self, manifest: &Manifest) -> Result<(), VerifyError> {
        let mut needed: Vec<&str> = manifest.problem.iter().map(String::as_str).collect();
        needed.push(TASK);
        needed.extend(manifest.length.map(|_| PLAN));
        if manifest.steps.as_ref().is_some_and(|steps| steps.semantics == SharedSteps::Exists) {
            needed.push(ORDER);
        }
        match (manifest.evidence, manifest.length) {
            _ if let Some(cost) = &manifest.cost => {
                let of_steps = cost.steps.map(|_| [LANDMARKS, FORMULA, PROOF]);
                needed.extend(of_steps.into_iter().flatten());
            }
            (_, Some(0)) | (EvidenceKind::Recount, _) => {}
            (EvidenceKind::Proof, Some(_)) => needed.extend([FORMULA, PROOF]),
            (EvidenceKind::Proof, None) => {
                let all = InvariantFormula::ALL.iter();
                needed.push(INVARIANT);
                needed.extend(all.flat_map(|one| [one.formula_file(), one.proof_file()]));
            }
        }
        for name in needed {
            if !manifest.files.contains_key(name) {
                return Err(unreadable(MANIFEST, format!("it has no digest of {name}")));
            }
        }
        for (name, digest) in &manifest.files {
            let found = FileDigest::of(&self.path(name)?).map_err(|error| unread(name, error))?;
            if found != *digest {
                return Err(is_another(name));
            }
            self.check_stop()?;
        }
        self.named.clone_from(&manifest.files);
        self.record(format!("the files are those that {MANIFEST} names"));
        Ok(())
    }

    pub(super) fn compare(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<bool, VerifyError> {
        let mut comparison = Comparison::with(self.open(name)?, self.stop);
        let mut out = BufWriter::new(&mut comparison);
        let written = write(&mut out).and_then(|()| out.flush());
        // Bytes that an error has left unwritten are dropped, not written later.
        drop(out.into_parts());
        let same = match written {
            // Nothing of it may be left.
            Ok(()) => comparison.file.read(&mut [0]).map(|n_left| n_left == 0),
            Err(error) => Err(error),
        };
        self.check_stop()?;
        match same {
            Ok(same) => Ok(same),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
            Err(error) => Err(unread(name, error)),
        }
    }

    pub(super) fn proof(
        &mut self,
        checker: LratChecker,
        proof_file: &str,
        formula_file: &str,
    ) -> Result<(), VerifyError> {
        let file = self.open(proof_file)?;
        let n_bytes = file.get_ref().metadata().map_err(|error| unread(proof_file, error))?.len();
        let n_steps = check_proof(checker, file, LratForm::Binary, n_bytes, proof_file, self.stop)?;
        self.record(proof_sentence(proof_file, n_steps, formula_file));
        Ok(())
    }
}

/// Checks the proof in a file of `n_bytes` bytes. Returns the number of its steps.
pub(super) fn check_proof(
    checker: LratChecker,
    bytes: impl Read,
    form: LratForm,
    n_bytes: u64,
    name: &str,
    stop: &Stop,
) -> Result<u64, VerifyError> {
    checker.check_form(Stoppable { bytes, stop }, form, n_bytes).map_err(|error| match error {
        LratError::Unreadable(error) => stop.reason().map_or(unread(name, error), VerifyError::Stopped),
        LratError::TooLong { .. } => unreadable(name, error),
        _ => VerifyError::Wrong(format!("{name}: {error}")),
    })
}

/// Returns the sentence of a proof that was checked, in the words of `check.py`.
pub(super) fn proof_sentence(proof_file: &str, n_steps: u64, formula_file: &str) -> String {
    format!("{proof_file} proves in {n_steps} steps that {formula_file} has no model")
}

fn is_another(file: &str) -> VerifyError {
    VerifyError::Wrong(format!("{file} is not the file that {MANIFEST} names"))
}

pub(super) fn unread(file: &str, cause: io::Error) -> VerifyError {
    VerifyError::Read(file.to_owned(), cause)
}

pub(super) fn reject<T>(what: impl Into<String>) -> Result<T, VerifyError> {
    Err(VerifyError::Wrong(what.into()))
}

pub(super) fn unreadable(file: &str, cause: impl ToString) -> VerifyError {
    VerifyError::Unreadable(file.to_owned(), cause.to_string())
}

pub(super) struct Stoppable<'a, R> {
    pub(super) bytes: R,
    pub(super) stop: &'a Stop,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_raised() { Err(io::Error::other("stopped")) } else { self.bytes.read(buffer) }
    }
}

struct Comparison<'a, R> {
    file: R,
    buffer: Vec<u8>,
    stop: &'a Stop,
}

impl<'a, R: Read> Comparison<'a, R> {
    fn with(file: R, stop: &'a Stop) -> Self {
        Self { file, buffer: Vec::new(), stop }
    }
}

impl<R: Read> Write for Comparison<'_, R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_raised() {
            return Err(io::Error::other("stopped"));
        }
        self.buffer.resize(bytes.len(), 0);
        let differs = || io::Error::from(io::ErrorKind::InvalidData);
        self.file.read_exact(&mut self.buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => differs(),
            // The file may be the same, but cannot be read.
            _ => error,
        })?;
        if self.buffer == bytes { Ok(bytes.len()) } else { Err(differs()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Checks whether structures are objects and names are strings. (Serde accepts lists for structures, and objects for names.)
pub(super) fn has_plain_parts(manifest: &Value) -> bool {
    let is_single = |part: &Value| !part.is_array() && !part.is_object();
    let is_plain = |(key, part): (&String, &Value)| match key.as_str() {
        "problem" | "proved" | "trusted" => part.is_array(),
        "options" => part.is_object(),
        "files" => part.as_object().is_some_and(|files| files.values().all(Value::is_object)),
        "steps" | "cost" => part.is_null() || part.as_object().is_some_and(|of| of.values().all(is_single)),
        _ => is_single(part),
    };
    manifest.as_object().is_some_and(|parts| parts.iter().all(is_plain))
}

/// JSON in which each object has every key once, since parsers differ in which of two they take. Strings have no control
/// characters, such as line ends, which could imitate other lines where they are printed. The contents are discarded.
#[derive(Clone, Copy)]
pub(super) struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys: HashSet<String> = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            self.visit_str::<A::Error>(&key)?;
            if keys.contains(&key) {
                return Err(A::Error::custom(format!("duplicate key `{key}`")));
            }
            keys.insert(key);
            map.next_value::<Self>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Self, A::Error> {
        while all.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        if text.contains(char::is_control) {
            return Err(E::custom("a control character in a text"));
        }
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// File that cannot be read to its end.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("a broken disk"))
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_another_one() {
        let stop = Stop::default();
        let kind = |error: io::Error| error.kind();
        let broken = Comparison::with(b"ab".chain(Broken), &stop).write_all(b"abcd");
        assert_eq!(broken.map_err(kind), Err(io::ErrorKind::Other));
        let short = Comparison::with(&b"ab"[..], &stop).write_all(b"abcd");
        assert_eq!(short.map_err(kind), Err(io::ErrorKind::InvalidData));
    }

    #[test]
    fn a_file_that_changes_behind_its_digest_is_another_one() {
        let (place, stop) = (tempfile::tempdir().unwrap(), Stop::default());
        let path = place.path().join("a");
        fs::write(&path, "a").unwrap();
        let mut folder = CheckedFolder::of(place.path(), &stop);
        folder.named.insert("a".to_owned(), FileDigest::of(&path).unwrap());
        assert_eq!(folder.read("a", 9).unwrap().text(), "a");
        fs::write(&path, "b").unwrap();
        assert!(matches!(folder.read("a", 9), Err(VerifyError::Wrong(_))));
    }

    #[test]
    fn a_stop_is_no_fault_of_a_file() {
        let (place, stop) = (tempfile::tempdir().unwrap(), Stop::default());
        fs::write(place.path().join("a"), "a").unwrap();
        stop.raise(StopReason::Timeout);
        let mut folder = CheckedFolder::of(place.path(), &stop);
        let compared = folder.compare("a", |out| out.write_all(b"a")).map(|_| ());
        for found in [compared, folder.proof(LratChecker::default(), "a", "b")] {
            assert!(matches!(found, Err(VerifyError::Stopped(StopReason::Timeout))), "{found:?}");
        }
    }
}
