//! The folder that processes share: its manifest, and the signs of life of those who use it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant, SystemTime};

use super::share::Share;
use crate::encode::TransitionSystem;
use crate::folders::{
    Digest, DiskError, Interrupted, file_names, hex, name_first, sealed, unsealed, write_synced,
};

/// The manifest's title, with the version of the format of all files.
const TITLE: &str = "bmcplan shared horizons, format 1";
const MANIFEST: &str = "manifest";
const WORKERS: &str = "workers";
const PROOFS: &str = "proofs";
/// The beginning of the names of files that are not whole yet.
const NEW: &str = "new-";
/// A process rewrites its file so often.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// A folder that this process uses, under a name of its own.
pub struct SharedFolder {
    place: PathBuf,
    /// The digest of the problem, on which all seals depend.
    key: String,
    worker: String,
    has_proofs: bool,
    stale_after: Duration,
    last_beat: Option<Beat>,
    /// The others, as far as their files were looked at since the last beat.
    alive: BTreeMap<String, bool>,
    /// The number of new files so far.
    n_new: usize,
}

/// A moment in which this process rewrote its file.
struct Beat {
    here: Instant,
    /// By the clock of the file system.
    there: SystemTime,
}

impl SharedFolder {
    /// Opens a folder, for a new problem or for the one that it has already. `terms` is all that the questions depend on besides the system,
    /// and that others must have alike.
    ///
    /// # Errors
    /// The folder holds something else, or another problem, or cannot be used.
    pub fn open(
        share: &Share,
        system: &TransitionSystem,
        solver: &str,
        terms: &str,
    ) -> Result<Self, Interrupted> {
        let place = &share.folder;
        let fault = |error: io::Error| Interrupted::by_system(place, &error);
        fs::create_dir_all(place).map_err(fault)?;
        let names = file_names(place).map_err(fault)?;
        if let Some(other) = names.iter().find(|name| !is_own(name)) {
            return Err(something_else(place, other).into());
        }
        let mut digest = Digest::default();
        // Writing to a digest never fails.
        let _ = write!(digest, "{system:?} {terms}");
        let mut folder = Self {
            place: place.clone(),
            key: hex(&digest.finish()),
            worker: format!("{}-{:016x}", process::id(), fastrand::u64(..)),
            has_proofs: share.has_proofs,
            stale_after: share.stale_after,
            last_beat: None,
            alive: BTreeMap::new(),
            n_new: 0,
        };
        folder.check_manifest(solver, names.iter().find(|name| !is_unfinished(name)))?;
        fs::create_dir_all(place.join(WORKERS)).map_err(fault)?;
        if share.has_proofs {
            fs::create_dir_all(place.join(PROOFS)).map_err(fault)?;
        }
        folder.beat()?;
        Ok(folder)
    }

    /// Writes the manifest if there is none, and then holds the one that is there against the problem. `used` is a file that only comes after
    /// it, or itself.
    fn check_manifest(&mut self, solver: &str, used: Option<&String>) -> Result<(), Interrupted> {
        let path = self.place.join(MANIFEST);
        let version = env!("CARGO_PKG_VERSION");
        let proofs = if self.has_proofs { "kept" } else { "none" };
        let asked = format!("program {version}\nproofs {proofs}\nproblem {}\nsolver {solver}", self.key);
        if used.is_none() {
            self.write_first(&path, &sealed("", TITLE, &asked))?;
        }
        let bytes = match (fs::read(&path), used) {
            (Ok(bytes), _) => bytes,
            (Err(error), Some(other)) if error.kind() == io::ErrorKind::NotFound || path.is_dir() => {
                return Err(something_else(&self.place, other).into());
            }
            (Err(error), _) => return Err(Interrupted::by_system(&path, &error)),
        };
        let Some((title, found)) = unsealed("", &bytes) else { return Err(DiskError::damaged(&path).into()) };
        let other = |what: String| {
            let why = format!("the folder is shared by processes {what}: name another folder");
            Err(DiskError::new(&self.place, why).into())
        };
        if title != TITLE {
            return other(format!("with {title}, and this program has {TITLE}"));
        }
        for (asked, found) in asked.lines().zip(found.lines()) {
            match found.split_once(' ') {
                _ if asked == found => {}
                Some(("program", found)) => {
                    return other(format!("of version {found}, and this program is version {version}"));
                }
                Some(("proofs", "kept")) => return other("that keep proofs (FOLDER:proofs)".to_owned()),
                Some(("proofs", _)) => return other("that keep no proofs".to_owned()),
                Some(("solver", found)) => return other(format!("with the solver {found}, not {solver}")),
                _ => return other("with another problem, or with other options".to_owned()),
            }
        }
        Ok(())
    }

    /// The folder of a question.
    pub(super) fn question(&self, horizon: usize, frames: usize) -> Result<PathBuf, Interrupted> {
        let place = self.place.join(format!("{horizon}-of-{frames}"));
        fs::create_dir_all(&place).map_err(|error| Interrupted::by_system(&place, &error))?;
        Ok(place)
    }

    /// True if refutations come with proofs.
    pub(super) fn has_proofs(&self) -> bool {
        self.has_proofs
    }

    /// The folder of proofs.
    pub(super) fn proofs(&self) -> PathBuf {
        self.place.join(PROOFS)
    }

    pub fn place(&self) -> &Path {
        &self.place
    }

    /// The name of this process.
    pub(super) fn worker(&self) -> &str {
        &self.worker
    }

    /// The text of a file under that title; `None` if there is no such file.
    pub(super) fn read(&self, path: &Path, title: &str) -> Result<Option<String>, Interrupted> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Interrupted::by_system(path, &error)),
        };
        match unsealed(&self.key, &bytes) {
            Some((found, text)) if found == title => Ok(Some(text.to_owned())),
            _ => Err(DiskError::damaged(path).into()),
        }
    }

    /// Writes a file, in place of another one.
    pub(super) fn write(&mut self, path: &Path, title: &str, text: &str) -> Result<(), Interrupted> {
        let new = self.new_path(path);
        let text = sealed(&self.key, title, text);
        let written = write_synced(&new, &text).and_then(|()| fs::rename(&new, path));
        written.map_err(|error| Interrupted::by_system(path, &error))
    }

    /// Writes a file if there is none of that name. Whose file is there is for the caller to read.
    pub(super) fn offer(&mut self, path: &Path, title: &str, text: &str) -> Result<(), Interrupted> {
        let text = sealed(&self.key, title, text);
        self.write_first(path, &text)
    }

    fn write_first(&mut self, path: &Path, text: &str) -> Result<(), Interrupted> {
        let new = self.new_path(path);
        let written = write_synced(&new, text).and_then(|()| name_first(&new, path));
        written.map_err(|error| Interrupted::by_system(path, &error))
    }

    /// A name that no other file has, beside this path.
    fn new_path(&mut self, path: &Path) -> PathBuf {
        self.n_new += 1;
        path.with_file_name(format!("{NEW}{}-{}", self.worker, self.n_new))
    }

    /// Rewrites the file of this process if that is due.
    pub(super) fn beat(&mut self) -> Result<(), Interrupted> {
        let pause = HEARTBEAT.min(self.stale_after / 4);
        if self.last_beat.as_ref().is_some_and(|beat| beat.here.elapsed() < pause) {
            return Ok(());
        }
        let path = self.place.join(WORKERS).join(&self.worker);
        // In place: some network file systems notice a new time of the same file sooner than a new file.
        let beaten = fs::write(&path, "alive\n").and_then(|()| time_of(&path));
        let there = beaten.map_err(|error| Interrupted::by_system(&path, &error))?;
        self.last_beat = Some(Beat { here: Instant::now(), there });
        self.alive.clear();
        Ok(())
    }

    /// True if that process has shown a sign of life not long ago.
    pub(super) fn is_alive(&mut self, worker: &str) -> bool {
        if worker == self.worker {
            return true;
        }
        if let Some(alive) = self.alive.get(worker) {
            return *alive;
        }
        let last = is_worker(worker).then(|| time_of(&self.place.join(WORKERS).join(worker)).ok()).flatten();
        // A file of a later time than one's own is of somebody alive.
        let is_fresh = |last: SystemTime| {
            let age = self.last_beat.as_ref().and_then(|beat| beat.there.duration_since(last).ok());
            age.is_none_or(|age| age <= self.stale_after)
        };
        let alive = last.is_some_and(is_fresh);
        self.alive.insert(worker.to_owned(), alive);
        alive
    }

    /// The number of processes that have shown a sign of life, this one included.
    pub fn n_alive(&mut self) -> usize {
        let names = file_names(&self.place.join(WORKERS)).unwrap_or_default();
        names.iter().filter(|name| self.is_alive(name)).count().max(1)
    }
}

impl Drop for SharedFolder {
    /// Others need not wait to take over what was not done.
    fn drop(&mut self) {
        crate::folders::remove(&self.place.join(WORKERS).join(&self.worker));
    }
}

/// The time of a file by the clock of the file system. It is opened, since network file systems ask anew then.
fn time_of(path: &Path) -> io::Result<SystemTime> {
    File::open(path)?.metadata()?.modified()
}

/// True if a process may have that name.
pub(super) fn is_worker(name: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.len() < 40 && name.split_once('-').is_some_and(|(one, other)| is_part(one) && is_part(other))
}

/// The refusal of a folder that is not shared, for a file in it.
fn something_else(folder: &Path, other: &str) -> DiskError {
    let why = format!("the folder holds something else, {other}: name a new or empty one to share");
    DiskError::new(folder, why)
}

/// True if a process may have begun a file under that name.
fn is_unfinished(name: &str) -> bool {
    let parts = name.strip_prefix(NEW).and_then(|rest| rest.rsplit_once('-'));
    parts.is_some_and(|(worker, number)| is_worker(worker) && number.parse::<usize>().is_ok())
}

/// True if a shared folder may hold a file or folder of that name.
fn is_own(name: &str) -> bool {
    let is_number = |part: &str| part.parse::<usize>().is_ok();
    let is_question =
        || name.split_once("-of-").is_some_and(|(horizon, frames)| is_number(horizon) && is_number(frames));
    [MANIFEST, WORKERS, PROOFS].contains(&name) || is_unfinished(name) || is_question()
}
