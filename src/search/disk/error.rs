//! Faults of folders and files, and the other ends of work on them.

use std::io;
use std::path::{Path, PathBuf};

use crate::stop::StopReason;

/// A folder that cannot be used for a search, or a file that cannot be believed, read or written.
#[derive(thiserror::Error)]
#[error("{}: {why}", place.display())]
pub struct DiskError {
    /// The folder or the file.
    pub place: PathBuf,
    /// The fault.
    pub why: String,
}

debug_is_message!(DiskError);

impl DiskError {
    /// A fault in words.
    pub fn new(place: &Path, why: impl Into<String>) -> Self {
        Self { place: place.to_owned(), why: why.into() }
    }

    /// A file that is not as it was written.
    pub fn damaged(place: &Path) -> Self {
        Self::new(place, "the file is damaged: it is not as this search has written it")
    }
}

/// The reason why work with files was not completed.
#[derive(Debug)]
pub enum Interrupted {
    /// A limit was reached.
    Stop(StopReason),
    /// A fault.
    Fault(DiskError),
}

impl Interrupted {
    /// An error of the system. No room on the disk is a limit.
    pub fn by_system(place: &Path, cause: &io::Error) -> Self {
        match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                log::warn!("{}: {cause}", place.display());
                Self::Stop(StopReason::Disk)
            }
            _ => Self::Fault(DiskError::new(place, cause.to_string())),
        }
    }
}

impl From<StopReason> for Interrupted {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl From<DiskError> for Interrupted {
    fn from(error: DiskError) -> Self {
        Self::Fault(error)
    }
}
