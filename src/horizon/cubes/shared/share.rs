//! The choice to share: the folder, and the patience with its other users.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;
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
    /// Is each refutation written with its proof, for a certificate? All processes have to say the same. `[default: false]`
    pub has_proofs: bool,
}

/// The ending of a text that asks for proofs.
const PROOFS: &str = ":proofs";

/// A folder, or `FOLDER:proofs`.
impl FromStr for Share {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (folder, has_proofs) = text.strip_suffix(PROOFS).map_or((text, false), |folder| (folder, true));
        Ok(Self { has_proofs, ..PathBuf::from(folder).into() })
    }
}

impl From<PathBuf> for Share {
    fn from(folder: PathBuf) -> Self {
        Self { folder, stale_after: Duration::from_secs(60), has_proofs: false }
    }
}
