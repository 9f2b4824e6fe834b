//! The memory count of the search: what it has allocated for states, to the byte, the same in every run.

/// Bytes in use, their peak, and their limit.
#[derive(Debug, Clone)]
pub(super) struct MemoryBudget {
    limit: usize,
    used: usize,
    peak: usize,
}

/// An allocation would pass the limit. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfMemory;

impl MemoryBudget {
    /// A budget of so many bytes.
    pub(super) fn new(limit: Option<usize>) -> Self {
        Self { limit: limit.unwrap_or(usize::MAX), used: 0, peak: 0 }
    }

    /// Asks for leave to allocate.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        match self.used.checked_add(bytes) {
            Some(used) if used <= self.limit => {
                self.used = used;
                self.peak = self.peak.max(used);
                Ok(())
            }
            _ => Err(OutOfMemory),
        }
    }

    /// Tells that so many bytes were freed.
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// The greatest number of bytes ever in use.
    pub(super) fn peak(&self) -> usize {
        self.peak
    }
}
