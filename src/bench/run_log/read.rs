//! The reader of run logs, whole or torn.

use crate::ordered::sort_by;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::expected::Expected;
use super::super::record::Record;
use super::super::suite::Planned;
use super::{BenchSession, FORMAT, Head, RunLogError};

/// A run with its place in the suite, its limits, and what is known of its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The number of the run in the suite, from 1 on.
    pub job: usize,
    /// The record of the run.
    #[serde(flatten)]
    pub record: Record,
    /// The right answer, if it is known.
    pub expected: Option<Expected>,
    /// The limit of wall-clock time in seconds.
    pub timeout_seconds: Option<f64>,
    /// The limit of CPU time in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_timeout_seconds: Option<f64>,
    /// The limit of memory in megabytes.
    pub memory_limit_mb: Option<u32>,
}

impl Entry {
    /// The entry of a run that was made; `job` is its number in the suite, from 1 on.
    pub fn of(job: usize, planned: &Planned, record: Record) -> Self {
        Self {
            job,
            record,
            expected: planned.expected,
            timeout_seconds: planned.limits.timeout.map(|timeout| timeout.as_secs_f64()),
            cpu_timeout_seconds: planned.limits.cpu_timeout.map(|timeout| timeout.as_secs_f64()),
            memory_limit_mb: planned.limits.memory_mb,
        }
    }
}

/// A line that says that the file was taken up again.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionLine {
    pub(super) session: BenchSession,
}

/// The content of a run log.
#[derive(Debug, Clone)]
pub struct RunLog {
    /// The path of the file.
    pub path: PathBuf,
    /// The head, with the sessions of the whole file.
    pub head: Head,
    /// The runs by their numbers in the suite, each with its line.
    pub entries: BTreeMap<usize, (Entry, String)>,
    /// The number of lines whose run is in an earlier line, too; the earlier one counts.
    pub repeated: usize,
    /// The number of bytes that are torn at the end.
    pub torn: usize,
    /// Is the last line whole but for its end?
    pub(super) unended: bool,
    /// The number of bytes that are whole.
    pub(super) whole: u64,
}

impl RunLog {
    /// Reads a file. What is torn at its end is left out, and counted, and so are runs that are there already.
    ///
    /// # Errors
    /// [`RunLogError`] if it cannot be read, has no whole head, or has a line in it that does not belong there.
    pub fn read(path: &Path) -> Result<Self, RunLogError> {
        let file = path.display().to_string();
        check_file(path)?;
        let bytes = fs::read(path).map_err(|cause| RunLogError::System { file: file.clone(), cause })?;
        Self::parse(path, &file, &bytes)
    }

    pub(super) fn parse(path: &Path, file: &str, bytes: &[u8]) -> Result<Self, RunLogError> {
        let mut whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let tail = &bytes[whole..];
        // A run may be whole but for the end of its line.
        let unended = whole != 0 && is_line(tail);
        if unended {
            whole = bytes.len();
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let bad = |line: usize, cause: String| RunLogError::Line { file: file.to_owned(), line, cause };
        let mut lines = text.lines().zip(1..);
        let Some((first, _)) = lines.next() else {
            if is_torn_head(tail) {
                return Err(RunLogError::Empty(file.to_owned()));
            }
            return Err(bad(1, "it is not the beginning of one".to_owned()));
        };
        let mut head: Head = serde_json::from_str(first).map_err(|error| bad(1, error.to_string()))?;
        if head.format != FORMAT {
            return Err(bad(1, format!("its format is {}, and this program knows {FORMAT}", head.format)));
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

    /// The runs in the order of the suite.
    pub fn runs(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().map(|(entry, _)| entry)
    }
}

/// Are these bytes the beginning of a head, and nothing else?
fn is_torn_head(bytes: &[u8]) -> bool {
    let start = format!("{{\"format\":\"{FORMAT}\"");
    bytes.starts_with(start.as_bytes()) || start.as_bytes().starts_with(bytes)
}

/// Refuses a pipe or a device, which may have no end.
pub(super) fn check_file(path: &Path) -> Result<(), RunLogError> {
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

/// The text of a file with all runs, in the order of the suite.
///
/// # Errors
/// [`RunLogError`] if there are none, if they are of different suites or versions, or if two have the same run.
pub fn merge(parts: &[RunLog]) -> Result<String, RunLogError> {
    let first = parts.first().ok_or(RunLogError::NoFiles)?;
    let mut sessions: Vec<(String, &BenchSession)> = Vec::new();
    let mut lines: BTreeMap<usize, (&RunLog, &str)> = BTreeMap::new();
    for part in parts {
        let file = part.path.display().to_string();
        if !part.head.fits(&first.head) {
            let (its, wanted) = (part.head.belongs_to(), first.head.belongs_to());
            return Err(RunLogError::Other { file, its, wanted });
        }
        for session in &part.head.sessions {
            sessions.push((json(&file, session)?, session));
        }
        for (job, (_, text)) in &part.entries {
            if let Some((other, _)) = lines.insert(*job, (part, text)) {
                let other = other.path.display().to_string();
                return Err(RunLogError::Twice { file, job: *job, other });
            }
        }
    }
    sort_by(&mut sessions, |one, other| one.0.cmp(&other.0));
    let sessions = sessions.into_iter().map(|(_, session)| session.clone()).collect();
    let head = json(&first.path.display().to_string(), &Head { sessions, ..first.head.clone() })?;
    let lines = lines.values().map(|(_, line)| *line);
    Ok(std::iter::once(&*head).chain(lines).map(|line| format!("{line}\n")).collect())
}

fn json(file: &str, value: &impl serde::Serialize) -> Result<String, RunLogError> {
    serde_json::to_string(value)
        .map_err(|error| RunLogError::System { file: file.to_owned(), cause: error.into() })
}
