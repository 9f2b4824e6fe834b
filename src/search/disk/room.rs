//! The bytes that the files of a search may take, and take.

use std::cell::Cell;

use crate::stop::StopReason;

/// Room for files.
#[derive(Debug)]
pub struct Room {
    most: u64,
    used: Cell<u64>,
}

impl Room {
    /// Room for so many bytes, if there is a limit.
    pub fn of(most: Option<u64>) -> Self {
        Self { most: most.unwrap_or(u64::MAX), used: Cell::new(0) }
    }

    /// Counts bytes before they are written; fails if there would be too many.
    pub fn take(&self, bytes: u64) -> Result<(), StopReason> {
        let used = self.used.get().saturating_add(bytes);
        if self.most < used {
            return Err(StopReason::Disk);
        }
        self.used.set(used);
        Ok(())
    }

    /// Counts bytes that were removed.
    pub fn give_back(&self, bytes: u64) {
        self.used.set(self.used.get().saturating_sub(bytes));
    }

    /// Says how many bytes there are.
    pub fn set(&self, bytes: u64) {
        self.used.set(bytes);
    }
}
