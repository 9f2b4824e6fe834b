//! Run logs: files with one line of JSON for each run, written as soon as it is made, so that nothing measured is lost
//! when the program is killed.
//!
//! ```text
//! {"format":"bmcplan bench 1","suite":{…},"version":…,"sessions":[{…}]}    the head
//! {"job":3,"instance":…,"result":…,…}                                     a run
//! {"job":1,…}
//! {"session":{…}}                                                         it was taken up again
//! {"job":2,…}
//! ```
//!
//! A writer locks the file, so that no two processes write to it. A run that is there twice all the same counts once.
//!
//! A line is written at once. A last line without an end is torn, and is cut off before the next one is written. A file in which only a part of a head stands begins anew.

mod read;
mod write;

pub use read::{Entry, RunLog, merge};
pub use write::RunLogWriter;

use std::io;

use super::suite::Suite;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// Why a run log is refused.
#[derive(thiserror::Error)]
pub enum RunLogError {
    /// The file cannot be read or written.
    #[error("{file}: {cause}")]
    System {
        /// The file.
        file: String,
        /// The system's error.
        cause: io::Error,
    },
    /// The file is a pipe, a device or a folder: runs are not read from there, nor added.
    #[error("{0}: this is no file that runs can stand in")]
    NoFile(String),
    /// Another process writes to it.
    #[error("{0}: another process writes runs to this file; wait for its end, or give another --out")]
    InUse(String),
    /// The file is there already.
    #[error("{0}: there is such a file already; --resume goes on with it")]
    Exists(String),
    /// A line is neither a head nor a run.
    #[error("{file}:{line}: this is no line of a run log: {cause}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1 on.
        line: usize,
        /// The fault of the line.
        cause: String,
    },
    /// Two runs are the same.
    #[error("{file}: run {job} is in {other}, too")]
    Twice {
        /// The file.
        file: String,
        /// The number of the run in the suite.
        job: usize,
        /// The other file that has the run; perhaps the same one.
        other: String,
    },
    /// The file belongs to something else.
    #[error("{file} is of {its}, and not of {wanted}")]
    Other {
        /// The file.
        file: String,
        /// The suite and version of the file.
        its: String,
        /// The suite and version that are wanted.
        wanted: String,
    },
    /// The file has no whole head.
    #[error("{0}: there is nothing in it")]
    Empty(String),
    /// Nothing to join.
    #[error("there are no files to join")]
    NoFiles,
}

debug_is_message!(RunLogError);

/// The format of a file, with its version.
const FORMAT: &str = "bmcplan bench 1";

/// The first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The format of the file and its version.
    format: String,
    /// The suite.
    pub suite: SuiteId,
    /// The version of the program.
    pub version: String,
    /// When and where runs were made; those after the head are not among them.
    pub sessions: Vec<BenchSession>,
}

/// The identity of a suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteId {
    /// The name.
    pub name: String,
    /// A hash of its meaning.
    pub hash: String,
    /// The number of runs.
    pub runs: usize,
}

/// A time in which runs were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchSession {
    /// When it began, as in RFC 3339.
    pub date: String,
    /// The commit of the program, if it is known.
    pub commit: Option<String>,
    /// The part of the suite that was run, such as `2/4`; none if all of it.
    pub shard: Option<String>,
    /// The number of runs that were made at a time.
    pub at_a_time: NonZeroUsize,
    /// The machine.
    pub machine: Machine,
    /// The versions of the solvers, where they tell one.
    pub solvers: BTreeMap<String, Option<String>>,
}

/// A computer, as far as it matters for times. What is unknown is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub os: Option<String>,
    /// The name of the processor.
    pub cpu: Option<String>,
    /// The number of threads that can run at once.
    pub threads: Option<NonZeroUsize>,
    /// Megabytes of memory (1 MB = 10⁶ bytes).
    pub memory_mb: Option<u64>,
}

impl Machine {
    /// The one that this runs on.
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
    /// The head for a suite that is about to be run.
    pub fn of(suite: &Suite, version: &str, session: BenchSession) -> Self {
        let (name, hash, runs) = (suite.name.clone(), suite.hash.clone(), suite.planned.len());
        Self {
            format: FORMAT.to_owned(),
            suite: SuiteId { name, hash, runs },
            version: version.to_owned(),
            sessions: vec![session],
        }
    }

    /// Suite and version in words: files that have the same ones belong together.
    fn belongs_to(&self) -> String {
        let Self { suite: SuiteId { name, hash, runs }, version, .. } = self;
        let hash = hash.get(..12).unwrap_or(hash);
        format!("suite {name} ({runs} runs, {hash}) under version {version}")
    }

    /// May runs of both heads stand in the same file?
    fn fits(&self, other: &Self) -> bool {
        self.suite == other.suite && self.version == other.version
    }
}
