//! Run logs: files with one line of JSON for each run. A run is written as soon as it ends, so no measurement is lost when the
//! program is killed.
//!
//! ```text
//! {"format":"bmcplan bench 1","suite":{…},"version":…,"sessions":[{…}]}    the head
//! {"job":3,"instance":…,"result":…,…}                                     a run
//! {"job":1,…}
//! {"session":{…}}                                                         the log was resumed
//! {"job":2,…}
//! ```
//!
//! A writer locks the file. A duplicate of a run is ignored. An incomplete last line is torn, and is removed before the next
//! line is written.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use bmcplan_base::ordered::sort_by;

use super::contradictions::Expected;
use super::record::Record;
use super::runner::Planned;
use super::suite::Suite;

/// Error of reading or writing a run log. Its first field is the name of the file.
#[derive(Debug, thiserror::Error)]
pub enum RunLogError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    System(String, io::Error),
    /// The file is a pipe, a device or a folder, and cannot hold a run log.
    #[error("{0}: not a regular file, so runs cannot be written to it")]
    NoFile(String),
    /// Another process writes to the file.
    #[error("{0}: another process writes runs to this file; wait for its end, or give another --out")]
    InUse(String),
    /// The file exists already.
    #[error("{0}: this file already exists; continue it by --resume")]
    Exists(String),
    /// A line, numbered from 1, is neither a head nor a run.
    #[error("{0}:{1}: not a line of a run log: {2}")]
    Line(String, usize, String),
    /// A run, given by its number in the suite, is also in another file, or twice in this one.
    #[error("{0}: run {1} is in {2}, too")]
    Twice(String, usize, String),
    /// The file belongs to another suite or version.
    #[error("{0} is of {1}, not of {2}")]
    Other(String, String, String),
    /// The file has no complete head.
    #[error("{0}: there is nothing in it")]
    Empty(String),
    /// There are no files to join.
    #[error("there are no files to join")]
    NoFiles,
}

const FORMAT: &str = "bmcplan bench 1";

/// The first line of a run log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    format: String,
    /// The suite that is run.
    pub suite: SuiteId,
    /// Version of the program.
    pub version: String,
    /// Sessions recorded in the head. Later ones have lines of their own.
    pub sessions: Vec<BenchSession>,
}

/// Identity of a suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteId {
    /// Name of the suite.
    pub name: String,
    /// Hash of the meaning of the suite.
    pub hash: String,
    /// Number of runs.
    pub runs: usize,
}

/// When, where and how some runs were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchSession {
    /// Start, in RFC 3339 format.
    pub date: String,
    /// Commit of the program, if known.
    pub commit: Option<String>,
    /// Part of the suite that was run, such as `2/4`; `None` for the whole suite.
    pub shard: Option<String>,
    /// Number of parallel runs.
    pub at_a_time: NonZeroUsize,
    /// The machine that the session runs on.
    pub machine: Machine,
    /// Versions of the solvers, `None` if unknown.
    pub solvers: BTreeMap<String, Option<String>>,
}

/// Properties of a computer that affect times; `None` if unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system.
    pub os: Option<String>,
    /// Name of the processor.
    pub cpu: Option<String>,
    /// Number of hardware threads available.
    pub threads: Option<NonZeroUsize>,
    /// Memory in megabytes (1 MB = 10⁶ bytes).
    pub memory_mb: Option<u64>,
}

impl Machine {
    /// Describes the machine that runs this program.
    pub fn here() -> Self {
        let wanted = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(wanted);
        let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        let os = [System::long_os_version(), System::kernel_version(), Some(System::cpu_arch())];
        let os: Vec<String> = os.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        Self {
            os: (!os.is_empty()).then(|| os.join(", ")),
            cpu: cpu.filter(|name| !name.is_empty()),
            threads: thread::available_parallelism().ok(),
            memory_mb: Some(system.total_memory() / 1_000_000).filter(|megabytes| *megabytes != 0),
        }
    }
}

impl Head {
    /// Returns the head for a suite that is about to be run.
    pub fn of(suite: &Suite, version: &str, session: BenchSession) -> Self {
        let (name, hash, runs) = (suite.name.clone(), suite.hash.clone(), suite.planned.len());
        Self {
            format: FORMAT.to_owned(),
            suite: SuiteId { name, hash, runs },
            version: version.to_owned(),
            sessions: vec![session],
        }
    }

    fn belongs_to(&self) -> String {
        let Self { suite: SuiteId { name, hash, runs }, version, .. } = self;
        let hash = hash.get(..12).unwrap_or(hash);
        format!("suite {name} ({runs} runs, {hash}) under version {version}")
    }

    /// Checks that the log of this file is of the same suite and version as `wanted`.
    fn check(&self, file: &str, wanted: &Self) -> Result<(), RunLogError> {
        if self.suite == wanted.suite && self.version == wanted.version {
            return Ok(());
        }
        Err(RunLogError::Other(file.to_owned(), self.belongs_to(), wanted.belongs_to()))
    }
}

/// A run with its place in the suite, its limits, and the expected answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the run in the suite, from 1.
    pub job: usize,
    /// Record of the run.
    #[serde(flatten)]
    pub record: Record,
    /// Right answer, if known.
    pub expected: Option<Expected>,
    /// Wall-clock time limit in seconds.
    pub timeout_seconds: Option<f64>,
    /// CPU time limit in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_timeout_seconds: Option<f64>,
    /// Memory limit in megabytes.
    pub memory_limit_mb: Option<usize>,
}

impl Entry {
    /// Makes the entry of a run. `job` is its number in the suite, from 1.
    pub fn of(job: usize, planned: &Planned, record: Record) -> Self {
        Self {
            job,
            record,
            expected: planned.expected,
            timeout_seconds: planned.limits.timeout.map(|timeout| timeout.as_secs_f64()),
            cpu_timeout_seconds: planned.limits.cpu_timeout.map(|timeout| timeout.as_secs_f64()),
            memory_limit_mb: planned.limits.megabytes(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SessionLine {
    session: BenchSession,
}

/// Content of a run log.
#[derive(Debug, Clone)]
pub struct RunLog {
    /// Path of the file.
    pub path: PathBuf,
    /// Head, with the sessions of the whole file.
    pub head: Head,
    /// Runs by their numbers in the suite, each with its line.
    pub entries: BTreeMap<usize, (Entry, String)>,
    /// Number of lines that repeat the run of an earlier line. The earlier line counts.
    pub repeated: usize,
    /// Number of torn bytes at the end.
    pub torn: usize,
    /// True if the last line lacks only its line end.
    unended: bool,
    /// Number of bytes in complete lines.
    whole: u64,
}

impl RunLog {
    /// Reads a file. A torn end and repeated runs are left out, and counted.
    ///
    /// Fails if the file cannot be read, has no complete head, or has an invalid line.
    pub fn read(path: &Path) -> Result<Self, RunLogError> {
        let file = path.display().to_string();
        check_file(path)?;
        let bytes = fs::read(path).map_err(|cause| RunLogError::System(file.clone(), cause))?;
        Self::parse(path, &file, &bytes)
    }

    fn parse(path: &Path, file: &str, bytes: &[u8]) -> Result<Self, RunLogError> {
        let mut whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let tail = &bytes[whole..];
        // The last run may lack only its line end.
        let unended = whole != 0 && is_line(tail);
        if unended {
            whole = bytes.len();
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let bad = |line: usize, cause: String| RunLogError::Line(file.to_owned(), line, cause);
        let mut lines = text.lines().zip(1..);
        let Some((first, _)) = lines.next() else {
            if is_torn_head(tail) {
                return Err(RunLogError::Empty(file.to_owned()));
            }
            return Err(bad(1, "it is not the beginning of a run log".to_owned()));
        };
        let mut head: Head = serde_json::from_str(first).map_err(|error| bad(1, error.to_string()))?;
        if head.format != FORMAT {
            return Err(bad(1, format!("its format is {}, but this program reads {FORMAT}", head.format)));
        }
        let mut entries: BTreeMap<usize, (Entry, String)> = BTreeMap::new();
        let mut repeated = 0;
        for (text, line) in lines {
            if let Ok(SessionLine { session }) = serde_json::from_str(text) {
                head.sessions.push(session);
                continue;
            }
            let entry: Entry = serde_json::from_str(text).map_err(|error| bad(line, error.to_string()))?;
            let job = entry.job;
            if !(1..=head.suite.runs).contains(&job) {
                return Err(bad(line, format!("the suite has no run {job}")));
            }
            match entries.entry(job) {
                MapEntry::Vacant(place) => drop(place.insert((entry, text.to_owned()))),
                MapEntry::Occupied(_) => repeated += 1,
            }
        }
        let torn = bytes.len() - whole;
        let whole = u64::try_from(whole).unwrap_or(u64::MAX);
        Ok(Self { path: path.to_owned(), head, entries, repeated, torn, unended, whole })
    }

    /// Returns the runs in the order of the suite.
    pub fn runs(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().map(|(entry, _)| entry)
    }
}

fn is_torn_head(bytes: &[u8]) -> bool {
    let start = format!("{{\"format\":\"{FORMAT}\"");
    bytes.starts_with(start.as_bytes()) || start.as_bytes().starts_with(bytes)
}

fn check_file(path: &Path) -> Result<(), RunLogError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(RunLogError::NoFile(path.display().to_string())),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn is_line(bytes: &[u8]) -> bool {
    let is_one = |line| {
        serde_json::from_str::<Entry>(line).is_ok() || serde_json::from_str::<SessionLine>(line).is_ok()
    };
    std::str::from_utf8(bytes).is_ok_and(is_one)
}

/// Returns the text of a file with all runs, in the order of the suite.
///
/// Fails if there are no parts, if they belong to different suites or versions, or if two have the same run.
pub fn merge(parts: &[RunLog]) -> Result<String, RunLogError> {
    let first = parts.first().ok_or(RunLogError::NoFiles)?;
    let mut sessions: Vec<(String, &BenchSession)> = Vec::new();
    let mut lines: BTreeMap<usize, (&RunLog, &str)> = BTreeMap::new();
    for part in parts {
        let file = part.path.display().to_string();
        part.head.check(&file, &first.head)?;
        for session in &part.head.sessions {
            sessions.push((json(&file, session)?, session));
        }
        for (job, (_, text)) in &part.entries {
            if let Some((other, _)) = lines.insert(*job, (part, text)) {
                let other = other.path.display().to_string();
                return Err(RunLogError::Twice(file, *job, other));
            }
        }
    }
    sort_by(&mut sessions, |one, other| one.0.cmp(&other.0));
    let sessions = sessions.into_iter().map(|(_, session)| session.clone()).collect();
    let head = json(&first.path.display().to_string(), &Head { sessions, ..first.head.clone() })?;
    let lines = lines.values().map(|(_, line)| *line);
    Ok(std::iter::once(&*head).chain(lines).map(|line| format!("{line}\n")).collect())
}

fn json(file: &str, value: &impl Serialize) -> Result<String, RunLogError> {
    serde_json::to_string(value).map_err(|error| RunLogError::System(file.to_owned(), error.into()))
}

/// A locked run log that is open for appending.
#[derive(Debug)]
pub struct RunLogWriter {
    file: File,
    name: String,
}

impl RunLogWriter {
    /// Creates a file. Fails if it exists already, and with [`RunLogError::System`] if it cannot be written.
    pub fn create(path: &Path, head: &Head) -> Result<Self, RunLogError> {
        check_file(path)?;
        let name = path.display().to_string();
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|cause| match cause.kind() {
            io::ErrorKind::AlreadyExists => RunLogError::Exists(name.clone()),
            _ => RunLogError::System(name.clone(), cause),
        })?;
        let mut writer = Self::locked(file, name)?;
        writer.line(head)?;
        Ok(writer)
    }

    /// Resumes a file of the same suite and version: removes a torn end, and appends a line with the new session. A file that
    /// is missing, or has only a part of a head, is created.
    ///
    /// Returns the previous content, if there was any. Fails if the file is something else, if another process writes to it, or
    /// if it cannot be read or written.
    pub fn resume(path: &Path, head: &Head) -> Result<(Self, Option<RunLog>), RunLogError> {
        check_file(path)?;
        let name = path.display().to_string();
        let system = |cause| RunLogError::System(name.clone(), cause);
        let file = match OpenOptions::new().read(true).append(true).open(path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path, head)?, None));
            }
            opened => opened.map_err(system)?,
        };
        // Locked before it is read, so that its content stays valid.
        let mut writer = Self::locked(file, name.clone())?;
        let mut bytes = Vec::new();
        writer.file.read_to_end(&mut bytes).map_err(system)?;
        let before = match RunLog::parse(path, &name, &bytes) {
            Ok(before) => before,
            Err(RunLogError::Empty(_)) => {
                writer.cut(0)?;
                writer.line(head)?;
                return Ok((writer, None));
            }
            Err(error) => return Err(error),
        };
        before.head.check(&name, head)?;
        writer.cut(before.whole)?;
        if before.unended {
            writer.put(b"\n")?;
        }
        for session in &head.sessions {
            writer.line(&SessionLine { session: BenchSession::clone(session) })?;
        }
        Ok((writer, Some(before)))
    }

    /// Appends a run.
    pub fn add(&mut self, entry: &Entry) -> Result<(), RunLogError> {
        self.line(entry)
    }

    /// Locks the file. The lock ends with the file, however the process ends. A child process started by the previous owner
    /// holds the lock until it executes another program, so locking is tried for a short time.
    fn locked(file: File, name: String) -> Result<Self, RunLogError> {
        const TRIES: u32 = 20;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file, name }),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
                // Some network file systems have no locks.
                Err(TryLockError::Error(cause)) => {
                    log::warn!("{name} cannot be locked; no other process may write to it: {cause}");
                    return Ok(Self { file, name });
                }
            }
        }
        Err(RunLogError::InUse(name))
    }

    fn cut(&mut self, length: u64) -> Result<(), RunLogError> {
        let cut = self.file.set_len(length);
        cut.map_err(|cause| RunLogError::System(self.name.clone(), cause))
    }

    /// Appends a line in one write, so that it is rarely torn and never mixed with another line.
    fn line(&mut self, value: &impl Serialize) -> Result<(), RunLogError> {
        let line = json(&self.name, value)?;
        self.put(format!("{line}\n").as_bytes())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), RunLogError> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.flush());
        written.map_err(|cause| RunLogError::System(self.name.clone(), cause))
    }
}
