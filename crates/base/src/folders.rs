//! Folders whose files outlive a process: faults, files that appear completely or not at all, seals, and digests.
//!
//! A file is written under another name first, and then renamed over an older one. So a reader always finds a complete file. A
//! seal detects a file that was damaged all the same.

use std::fmt::{self, Write as _};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;

use crate::stop::StopReason;

/// A folder cannot be used for its purpose, or a file is damaged or cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", place.display())]
pub struct DiskError {
    /// Folder or file.
    pub place: PathBuf,
    /// Fault, for display.
    pub why: String,
}

impl DiskError {
    /// Builds a fault with a message.
    pub fn new(place: &Path, why: impl Into<String>) -> Self {
        Self { place: place.to_owned(), why: why.into() }
    }

    /// Builds the fault of a file that differs from what was written.
    pub fn damaged(place: &Path) -> Self {
        Self::new(place, "the file is damaged, or was changed after this program wrote it")
    }
}

/// Reason why work with files was not completed.
#[derive(Debug)]
pub enum Interrupted {
    /// A limit was reached.
    Stop(StopReason),
    /// A file cannot be read or written.
    Fault(DiskError),
}

impl Interrupted {
    /// Converts an error of the system. A full disk is a limit, not a fault.
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

/// Returns the names of all files and folders in a folder.
pub fn file_names(folder: &Path) -> io::Result<Vec<String>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Removes a file, if it exists.
pub fn remove(path: &Path) {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            log::warn!("{} cannot be removed: {error}", path.display());
        }
        _ => {}
    }
}

/// Waits until the names of new files are on the disk.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // On other systems folders are not files.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Writes a file, in place of an existing one, and waits until it is on the disk.
pub fn write_synced(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Returns a text under a title with a digest of the text.
pub fn sealed(title: &str, text: &str) -> String {
    format!("{title}, {}\n{text}\n", seal(text))
}

/// Returns the title and the text of a sealed file; `None` if the seal does not fit.
pub fn unsealed(bytes: &[u8]) -> Option<(&str, &str)> {
    let (first, text) = str::from_utf8(bytes).ok()?.split_once('\n')?;
    let (title, digest) = first.rsplit_once(", ")?;
    let text = text.strip_suffix('\n')?;
    (digest == seal(text)).then_some((title, text))
}

fn seal(text: &str) -> String {
    hex(&Hash::hash(text.as_bytes()))
}

/// Digest of text that is not stored.
#[derive(Default)]
pub struct Digest(Hash);

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

impl Digest {
    /// Returns the digest of all that was written.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize()
    }
}

/// Formats bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_holds_for_its_text_alone() {
        let file = sealed("a title, with a comma", "a text\nof lines");
        assert_eq!(unsealed(file.as_bytes()), Some(("a title, with a comma", "a text\nof lines")));
        for length in 0..file.len() {
            assert_eq!(unsealed(&file.as_bytes()[..length]), None, "{length}");
        }
        assert_eq!(unsealed(file.replace("text", "test").as_bytes()), None);
    }
}
