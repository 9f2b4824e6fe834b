//! The choice to share: the folder, and the patience with its other users.

use std::path::PathBuf;
use std::time::Duration;

/// A folder through which processes refute horizons together. All of them see it, on whatever machine they run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The folder: a new or empty one, or one with the same problem.
    pub folder: PathBuf,
    /// A process that has shown no sign of life for so long is taken for dead, and others take over its cubes. Whether that is right makes no
    /// difference to answers. A process shows one every five seconds, or four times in that time if it is shorter than that.
    /// `[default: 60 s]`
    pub stale_after: Duration,
}

impl From<PathBuf> for Share {
    fn from(folder: PathBuf) -> Self {
        Self { folder, stale_after: Duration::from_secs(60) }
    }
}
