//! The folders `in` and `out` of a Mallob service, and a client's folder next to them.
//!
//! A file is put into `in` by renaming it, so that it is complete when it is seen. Mallob removes it once it has read it. So a
//! file that stays there means that no service reads the folder. After that there is silence until the answer appears in `out`.
//! To find out meanwhile whether the service still runs, the client now and then sends a request to interrupt a job that does
//! not exist. Mallob reads it and does nothing.
//!
//! The client's folder holds the formulas. It is next to `in` and `out`, where a service on another machine sees it, too, and
//! has a name that no other client has.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::{Builder, TempDir};

use bmcplan_base::stop::{Stop, StopReason};

pub(super) const USER: &str = "bmcplan";
const APPLICATION: &str = "SAT";
/// Time in which the service takes a file. Mallob polls every 10 ms, but a network may show it the file seconds later.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time between signs of life of the service.
const SILENCE: Duration = Duration::from_secs(10);
/// Time in which a running service takes a file, when time is scarce.
const MOMENT: Duration = Duration::from_millis(50);
/// Shortest and longest pause between two polls of the folders; in between, a fiftieth of the time waited.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));
/// Greatest size of an answer, in bytes: a model of a hundred million variables.
const LONGEST_ANSWER: u64 = 1 << 32;

pub(super) struct Mailbox {
    inbox: PathBuf,
    outbox: PathBuf,
    folder: TempDir,
    name: String,
    /// File that was put into `in` and is not known to be taken, and the time of putting it there.
    posted: Option<(PathBuf, Instant)>,
}

impl Mailbox {
    /// Returns the full path of a service's folder.
    pub(super) fn find(folder: &Path) -> Result<PathBuf, String> {
        for part in ["in", "out"] {
            let part = folder.join(part);
            if !part.is_dir() {
                return Err(format!(
                    "there is no folder `{}`; Mallob makes it for itself at its start, such as by \
                     `mpirun -np 4 build/mallob -t=4 -cm=0`, which serves the folder .api/jobs.0",
                    part.display()
                ));
            }
        }
        let path = folder.canonicalize().map_err(|error| error.to_string())?;
        match path.to_str() {
            Some(_) => Ok(path),
            None => Err("the path of its folder is not valid Unicode".to_owned()),
        }
    }

    /// Opens a connection to the service of a folder that was [found](Self::find).
    pub(super) fn open(service: &Path) -> Result<Self, String> {
        let folder = Builder::new().prefix(&format!("{USER}-{}-", std::process::id())).tempdir_in(service);
        let folder = folder.map_err(|error| cannot("make a folder in", service, &error))?;
        let name = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { inbox: service.join("in"), outbox: service.join("out"), folder, name, posted: None })
    }

    /// Returns the name of a job: the client's name and `job`, unique among the client's jobs.
    pub(super) fn job_name(&self, job: &str) -> String {
        format!("{}-{job}", self.name)
    }

    pub(super) fn qualified_name(&self, job: &str) -> String {
        format!("{USER}.{}", self.job_name(job))
    }

    pub(super) fn formula(&self, job: &str) -> PathBuf {
        self.folder.path().join(format!("{job}.cnf"))
    }

    /// Returns the fields that every file in `in` has.
    pub(super) fn request(&self, job: &str) -> Value {
        json!({"user": USER, "name": self.job_name(job), "application": APPLICATION})
    }

    fn file_name(&self, job: &str) -> String {
        format!("{}.json", self.qualified_name(job))
    }

    pub(super) fn post(&mut self, file: &str, request: &Value) -> Result<(), String> {
        let (unfinished, path) =
            (self.folder.path().join("request.json"), self.inbox.join(self.file_name(file)));
        fs::write(&unfinished, request.to_string())
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|error| cannot("write", &path, &error))?;
        self.posted = Some((path, Instant::now()));
        Ok(())
    }

    fn is_taken(&mut self) -> Result<bool, String> {
        let Some((path, since)) = &self.posted else { return Ok(true) };
        if path.try_exists().map_err(|error| cannot("look at", path, &error))? {
            let has_ended = PATIENCE < since.elapsed();
            return if has_ended { Err(self.not_taken()) } else { Ok(false) };
        }
        self.posted = None;
        Ok(true)
    }

    /// Withdraws the last file, and returns the message that no service took it.
    fn not_taken(&mut self) -> String {
        self.withdraw();
        let (folder, patience) = (self.inbox.display(), PATIENCE.as_secs());
        format!(
            "no file was taken out of {folder} within {patience} s: the service has ended, or uses another folder"
        )
    }

    fn withdraw(&mut self) {
        if let Some((path, _)) = self.posted.take() {
            // Taken at the last moment, or else no longer reachable.
            let _ = fs::remove_file(path);
        }
    }

    pub(super) fn wait(
        &mut self,
        job: &str,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Result<Vec<u8>, StopReason>, String> {
        let path = self.outbox.join(self.file_name(job));
        let begun = Instant::now();
        let mut last_knock = begun;
        loop {
            if let Some(answer) = read(&path)? {
                self.posted = None;
                return Ok(Ok(answer));
            }
            if let Some(reason) = stop.reason() {
                return Ok(Err(reason));
            }
            let elapsed = begun.elapsed();
            if self.is_taken()? && SILENCE < last_knock.elapsed() {
                last_knock = Instant::now();
                self.post("knock", &self.interruption("knock"))?;
            }
            if limit < elapsed {
                return Err(format!(
                    "no answer within {} s; it may not be able to read {}, or its ranks are all taken by \
                     incremental jobs",
                    limit.as_secs(),
                    self.folder.path().display()
                ));
            }
            thread::sleep((elapsed / 50).clamp(PAUSES.0, PAUSES.1));
        }
    }

    fn interruption(&self, job: &str) -> Value {
        let mut request = self.request(job);
        request["interrupt"] = json!(true);
        request
    }

    /// Requests the service to leave a job, if it has taken it; returns whether it has. Files may be taken in any order, and of
    /// a job that is not known yet nothing is left.
    pub(super) fn interrupt(&mut self, job: &str) -> Result<bool, String> {
        let begun = Instant::now();
        while !self.is_taken()? {
            if MOMENT < begun.elapsed() {
                self.withdraw();
                return Ok(false);
            }
            thread::sleep(PAUSES.0);
        }
        self.post("interrupt", &self.interruption(job))?;
        Ok(true)
    }
}

/// Returns the contents of a file, which is then removed; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match fs::metadata(path) {
        Ok(metadata) if LONGEST_ANSWER < metadata.len() => {
            return Err(format!("its answer is longer than {LONGEST_ANSWER} bytes"));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot("look at", path, &error)),
    }
    let answer = fs::read(path).map_err(|error| cannot("read", path, &error))?;
    // A file that cannot be removed does no harm: no other job has its name.
    let _ = fs::remove_file(path);
    Ok(Some(answer))
}

/// Returns the fault of the folders, as the end of a sentence about the solver.
pub(super) fn cannot(act: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {act} {}: {error}", path.display())
}
