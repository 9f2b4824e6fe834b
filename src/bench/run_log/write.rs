//! The writer of a run log, a line at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::read::{Entry, RunLog, SessionLine, check_file};
use super::{BenchSession, Head, RunLogError};

/// A locked run log that runs are added to.
#[derive(Debug)]
pub struct RunLogWriter {
    file: File,
    name: String,
}

impl RunLogWriter {
    /// Begins a file.
    ///
    /// # Errors
    /// [`RunLogError::Exists`] if there is one already, [`RunLogError::System`] if it cannot be written.
    pub fn create(path: &Path, head: &Head) -> Result<Self, RunLogError> {
        check_file(path)?;
        let name = path.display().to_string();
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|cause| match cause.kind() {
            io::ErrorKind::AlreadyExists => RunLogError::Exists(name.clone()),
            _ => RunLogError::System { file: name.clone(), cause },
        })?;
        let mut writer = Self::locked(file, name)?;
        writer.line(head)?;
        Ok(writer)
    }

    /// Goes on with a file, if it is of the same suite and version: what is torn at its end is cut off, and a line says
    /// that there is a new session. A file that is not there, or has only a part of a head, is begun.
    ///
    /// Returns what stood there before, if anything did.
    ///
    /// # Errors
    /// [`RunLogError`] if the file is of something else, if another process writes to it, or if it cannot be read or
    /// written.
    pub fn resume(path: &Path, head: &Head) -> Result<(Self, Option<RunLog>), RunLogError> {
        check_file(path)?;
        let name = path.display().to_string();
        let system = |cause| RunLogError::System { file: name.clone(), cause };
        let file = match OpenOptions::new().read(true).append(true).open(path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Ok((Self::create(path, head)?, None));
            }
            opened => opened.map_err(system)?,
        };
        // Locked before it is read: whatever is read stays true.
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
        if !before.head.fits(head) {
            let (its, wanted) = (before.head.belongs_to(), head.belongs_to());
            return Err(RunLogError::Other { file: name, its, wanted });
        }
        writer.cut(before.whole)?;
        if before.unended {
            writer.put(b"\n")?;
        }
        for session in &head.sessions {
            writer.line(&SessionLine { session: BenchSession::clone(session) })?;
        }
        Ok((writer, Some(before)))
    }

    /// Adds a run.
    ///
    /// # Errors
    /// [`RunLogError::System`] if it cannot be written.
    pub fn add(&mut self, entry: &Entry) -> Result<(), RunLogError> {
        self.line(entry)
    }

    /// The lock goes with the file, however the process ends. A process that was just started by the last owner holds it for
    /// a moment, until it becomes another program.
    fn locked(file: File, name: String) -> Result<Self, RunLogError> {
        const TRIES: u32 = 20;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file, name }),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
                // Some file systems of networks know no locks.
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
        cut.map_err(|cause| RunLogError::System { file: self.name.clone(), cause })
    }

    /// A line in one write, so that it is torn as seldom as can be, and never mixed with another one.
    fn line(&mut self, value: &impl Serialize) -> Result<(), RunLogError> {
        let line = serde_json::to_string(value);
        let line =
            line.map_err(|error| RunLogError::System { file: self.name.clone(), cause: error.into() })?;
        self.put(format!("{line}\n").as_bytes())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), RunLogError> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.flush());
        written.map_err(|cause| RunLogError::System { file: self.name.clone(), cause })
    }
}
