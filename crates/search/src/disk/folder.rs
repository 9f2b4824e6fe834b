//! The folder of a search: its files, their disk quota, and the manifest of its last complete layer.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use bmcplan_base::folders::{
    Digest, DiskError, Interrupted, file_names, hex, remove, sealed, sync_folder, unsealed, write_synced,
};
use bmcplan_task::Task;

use super::super::compiled::Compiled;
use super::super::limits::{AtGoal, Counter};
use super::super::width::Width;
use super::run::{DiskQuota, RunReader, RunSize, RunWriter, checksum};
use super::settings::DiskSearch;

const FORMAT: u32 = 1;
/// First words of every manifest, before the version and the digest of the rest.
const TITLE: &str = "bmcplan search on disk, format ";
const MANIFEST: &str = "search.json";
const NEW_MANIFEST: &str = "search.json.new";
const LOCK: &str = "search.lock";

/// File of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunName {
    /// States at this distance from the initial one.
    Layer(u64),
    /// States of several layers, of the merge with this number.
    Known(u64),
    /// Successors of a layer that is being expanded.
    Successors(u64),
}

impl RunName {
    fn file(self) -> String {
        match self {
            Self::Layer(number) => format!("layer-{number:06}.run"),
            Self::Known(number) => format!("known-{number:06}.run"),
            Self::Successors(number) => format!("successors-{number:06}.run"),
        }
    }

    fn is_one(name: &str) -> bool {
        let Some((kind, number)) = name.strip_suffix(".run").and_then(|name| name.split_once('-')) else {
            return false;
        };
        let is_number = number.parse::<u64>().is_ok_and(|parsed| format!("{parsed:06}") == number);
        is_number && ["layer", "known", "successors"].contains(&kind)
    }
}

/// Complete file of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredRun {
    /// Name of the file.
    pub name: RunName,
    /// Size of the file.
    pub size: RunSize,
}

/// Last complete layer and the path to it: all that a search needs to continue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Digest of the task and of its packed form.
    task: String,
    question: Question,
    /// Layers, from the initial state on.
    pub layers: Vec<StoredRun>,
    /// For each layer the clock in words of a state, where states are compared without it.
    pub clocks: Vec<Vec<u64>>,
    /// Files that together hold all states that may be found again.
    pub known: Vec<StoredRun>,
    /// Number of the next merge of these.
    pub next_known: u64,
    /// Number of transitions from all layers but the last, if they are counted.
    pub transitions: u64,
    /// Number of goal states besides the initial state.
    pub goal_states: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// True if everything is explored; false if a plan is searched for.
    explores: bool,
    /// True if states are compared without the clock.
    without_clock: bool,
}

impl DiskSearch {
    /// Checks whether the folder holds a search.
    pub fn is_begun(&self) -> bool {
        self.folder.join(MANIFEST).exists() && is_of_search(&self.folder)
    }
}

/// Folder with a search, locked against other processes.
#[derive(Debug)]
pub struct Folder {
    place: PathBuf,
    seed: u64,
    quota: DiskQuota,
    /// Manifest as it is on the disk.
    pub manifest: Manifest,
    _lock: Option<File>,
}

impl Folder {
    /// Opens a folder, for a new search or for one that continues.
    ///
    /// # Errors
    /// The folder holds something else, or a search that is not to continue or is another one.
    pub fn open(
        task: &Task,
        compiled: &Compiled,
        at_goal: AtGoal,
        counter: Counter,
        disk: &DiskSearch,
    ) -> Result<Self, DiskError> {
        let place = &disk.folder;
        let fault = |error: io::Error| DiskError::new(place, error.to_string());
        fs::create_dir_all(place).map_err(fault)?;
        if let Some(other) = something_else(place).map_err(fault)? {
            let why =
                format!("the folder holds something else, {other}: name a new or empty one for a search");
            return Err(DiskError::new(place, why));
        }
        let lock = lock(place)?;
        let question =
            Question { explores: at_goal == AtGoal::Count, without_clock: counter == Counter::LeftOut };
        let (digest, seed) = digest(task, compiled);
        let path = place.join(MANIFEST);
        let stored = match fs::read(&path) {
            Ok(_) if !disk.resume => {
                let why = "the folder holds a search already: let it go on (resume), or name another folder";
                return Err(DiskError::new(place, why));
            }
            Ok(bytes) => Some(Manifest::read(&path, &bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(DiskError::new(&path, error.to_string())),
        };
        let other =
            |what| DiskError::new(place, format!("the folder holds a search {what}: name another folder"));
        if stored.as_ref().is_some_and(|stored| stored.task != digest) {
            return Err(other("of another problem, or of another version of this program"));
        }
        if stored.as_ref().is_some_and(|stored| stored.question != question) {
            return Err(other("with another question about this problem"));
        }
        let manifest = stored.unwrap_or(Manifest { task: digest, question, ..Manifest::default() });
        let quota = DiskQuota::of(disk.most_bytes);
        let folder = Self { place: place.clone(), seed, quota, manifest, _lock: lock };
        folder.check_files()?;
        folder.count_files();
        folder.remove_others();
        Ok(folder)
    }

    fn check_files(&self) -> Result<(), DiskError> {
        for run in self.manifest.files() {
            let path = self.path(run.name);
            let size = fs::metadata(&path).map_err(|error| DiskError::new(&path, error.to_string()))?.len();
            if size != run.size.bytes {
                return Err(DiskError::damaged(&path));
            }
        }
        Ok(())
    }

    fn count_files(&self) {
        self.quota.set(self.manifest.files().map(|run| run.size.bytes).sum());
    }

    fn remove_others(&self) {
        let named: Vec<String> = self.manifest.files().map(|run| run.name.file()).collect();
        let is_other = |name: &String| RunName::is_one(name) && !named.contains(name);
        for name in file_names(&self.place).into_iter().flatten().filter(is_other) {
            remove(&self.place.join(name));
        }
    }

    fn path(&self, name: RunName) -> PathBuf {
        self.place.join(name.file())
    }

    /// Returns the seed of checksums in a file. It distinguishes files, so that none is taken for another.
    fn seed_of(&self, name: RunName) -> u64 {
        checksum(self.seed, name.file().as_bytes())
    }

    /// Creates a run, in place of remains of one.
    pub fn create<W: Width>(
        &self,
        width: W,
        name: RunName,
        block_bytes: usize,
    ) -> Result<RunWriter<'_, W>, Interrupted> {
        let path = self.path(name);
        let file = File::create(&path).map_err(|error| Interrupted::by_system(&path, &error))?;
        Ok(RunWriter::new(width, file, path, &self.quota, self.seed_of(name), block_bytes))
    }

    /// Opens a run for reading.
    pub fn read<W: Width>(&self, width: W, run: &StoredRun) -> Result<RunReader<W>, DiskError> {
        let path = self.path(run.name);
        let file = File::open(&path).map_err(|error| DiskError::new(&path, error.to_string()))?;
        Ok(RunReader::of_file(width, file, path, self.seed_of(run.name), run.size))
    }

    /// Returns the error that a run differs from what was written.
    pub fn damaged(&self, run: &StoredRun) -> DiskError {
        DiskError::damaged(&self.path(run.name))
    }

    /// Removes a run.
    pub fn remove(&self, run: &StoredRun) {
        remove(&self.path(run.name));
        self.quota.give_back(run.size.bytes);
    }

    /// Removes everything that was made after the last checkpoint, whether it is complete or not.
    pub fn remove_unsaved(&self) {
        self.remove_others();
        self.count_files();
    }

    /// Makes a checkpoint: replaces the folder's manifest by this one, or keeps the last one if the system reports that it
    /// cannot be written. Files that only the last one named are removed once this one is known to be on the disk.
    pub fn save(&mut self, manifest: Manifest) -> Result<(), Interrupted> {
        let (path, new) = (self.place.join(MANIFEST), self.place.join(NEW_MANIFEST));
        let text = manifest.text().map_err(|error| DiskError::new(&path, error.to_string()))?;
        let write = || {
            write_synced(&new, &text)?;
            // The names of the runs are on the disk before the manifest that names them.
            sync_folder(&self.place)?;
            fs::rename(&new, &path)
        };
        let by_system = |error| Interrupted::by_system(&path, &error);
        write().map_err(by_system)?;
        // The next run finds this manifest, whether or not syncing is reported to fail.
        let last = std::mem::replace(&mut self.manifest, manifest);
        sync_folder(&self.place).map_err(by_system)?;
        let is_named = |run: &StoredRun| self.manifest.files().any(|other| other.name == run.name);
        last.known.iter().filter(|run| !is_named(run)).for_each(|run| self.remove(run));
        Ok(())
    }
}

/// Result of a search on disk, and the files by which it can continue.
#[derive(Debug)]
pub struct OnDisk<T> {
    /// What the search found.
    pub result: T,
    /// Files, which the caller removes in the end. `None` if there are none.
    pub files: Option<SearchFiles>,
}

/// Files of a search on disk.
#[derive(Debug)]
pub struct SearchFiles(pub(super) Folder);

impl SearchFiles {
    /// Removes all files. The folder stays.
    pub fn remove(self) {
        let Folder { place, .. } = &self.0;
        // Without a manifest, all the rest are remains; with it, they are needed.
        let manifest = place.join(MANIFEST);
        remove(&manifest);
        let Ok(names) = file_names(place) else { return };
        if manifest.exists() {
            return;
        }
        let others = names.iter().filter(|name| is_own(name) && *name != LOCK);
        let others: Vec<PathBuf> = others.map(|name| place.join(name)).collect();
        others.iter().for_each(|other| remove(other));
        // The lock file marks the remains as those of a search; it is removed last.
        if !others.iter().any(|other| other.exists()) {
            remove(&place.join(LOCK));
        }
    }
}

impl Manifest {
    /// Iterates over the files that it names. A file of one layer may be named twice, but comes once.
    fn files(&self) -> impl Iterator<Item = &StoredRun> {
        self.layers.iter().chain(self.known.iter().filter(|run| !matches!(run.name, RunName::Layer(_))))
    }

    fn text(&self) -> Result<String, serde_json::Error> {
        Ok(sealed(&format!("{TITLE}{FORMAT}"), &serde_json::to_string(self)?))
    }

    fn read(path: &Path, bytes: &[u8]) -> Result<Self, DiskError> {
        let damaged = || DiskError::damaged(path);
        let (title, json) = unsealed(bytes).ok_or_else(damaged)?;
        let format = title.strip_prefix(TITLE).ok_or_else(damaged)?;
        if format != FORMAT.to_string() {
            let why = format!("the search has format {format}, and this program writes and reads {FORMAT}");
            return Err(DiskError::new(path, why));
        }
        serde_json::from_str(json).map_err(|_| damaged())
    }
}

/// Returns the digest of everything that the meaning of files depends on, and a number derived from it.
fn digest(task: &Task, compiled: &Compiled) -> (String, u64) {
    let mut digest = Digest::default();
    let packing = &compiled.layout.packing;
    // Writing to a digest never fails.
    let _ = write!(digest, "{} {task:?} {packing:?} ", env!("CARGO_PKG_VERSION"));
    for id in compiled.operator_ids() {
        let _ = write!(digest, "{} ", id.index());
    }
    let bytes = digest.finish();
    let seed = bytes.first_chunk().map_or(0, |first| u64::from_le_bytes(*first));
    (hex(&bytes), seed)
}

/// Returns the name of a file in the folder that does not belong to a search.
fn something_else(folder: &Path) -> io::Result<Option<String>> {
    let names = file_names(folder)?;
    let is_search = is_of_search(folder);
    Ok(names.into_iter().find(|name| !is_search || !is_own(name)))
}

/// Checks whether the folder belongs to a search, since other files may have the names of its files. A search creates its lock
/// file before all others, leaves it empty, and removes it after them. Where the lock was lost in moving the folder, the
/// manifest has a seal.
fn is_of_search(folder: &Path) -> bool {
    let is_lock = |lock: fs::Metadata| lock.is_file() && lock.len() == 0;
    let path = folder.join(MANIFEST);
    fs::metadata(folder.join(LOCK)).is_ok_and(is_lock)
        || (has_title(&path) && fs::read(&path).is_ok_and(|bytes| Manifest::read(&path, &bytes).is_ok()))
}

/// Checks whether a regular file begins as a manifest does. Others, such as pipes, are not read.
fn has_title(path: &Path) -> bool {
    let mut title = [0; TITLE.len()];
    fs::metadata(path).is_ok_and(|found| found.is_file())
        && File::open(path).and_then(|mut file| file.read_exact(&mut title)).is_ok()
        && title == *TITLE.as_bytes()
}

fn is_own(name: &str) -> bool {
    [MANIFEST, NEW_MANIFEST, LOCK].contains(&name) || RunName::is_one(name)
}

/// Locks a folder against other searches. The system releases the lock when the process ends in any way. `None` where there are
/// no locks.
fn lock(folder: &Path) -> Result<Option<File>, DiskError> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| DiskError::new(&path, error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(DiskError::new(folder, "another search is running in this folder: name another folder"))
        }
        Err(TryLockError::Error(error)) => {
            log::warn!("{}: no lock, since {error}; let no other search use the folder", folder.display());
            Ok(None)
        }
    }
}
