//! The folder of the certificate that is being written: it goes with the process, however that ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A note that a folder is unfinished, until this is dropped.
pub(super) struct Noted(PathBuf);

impl Noted {
    pub(super) fn of(folder: &Path) -> Self {
        unfinished().push(folder.to_owned());
        Self(folder.to_owned())
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        unfinished().retain(|folder| *folder != self.0);
    }
}

/// Removes what is unfinished. No certificate is put into its place any more before `end`, which ends the process.
pub fn remove_unfinished(end: impl FnOnce()) {
    let unfinished = unfinished();
    for folder in &*unfinished {
        fs::remove_dir_all(folder).ok();
    }
    end();
}
