//! The choice to share: the folder, and the patience with its other users.

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

/// A text that names no folder to share.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidShare {
    /// No folder.
    #[error("a folder is meant, and perhaps `:proofs`, such as shared:proofs")]
    Folder,
    /// Another word after a colon.
    #[error(
        "after the colon, `proofs` is meant; a folder with a colon in its name is written with a slash at the end"
    )]
    Ending,
}

debug_is_message!(InvalidShare);

/// A folder, or `FOLDER:proofs`.
impl FromStr for Share {
    type Err = InvalidShare;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (folder, has_proofs) = match text.rsplit_once(':') {
            Some((folder, "proofs")) => (folder, true),
            Some((_, ending)) if !ending.contains(['/', '\\']) => return Err(InvalidShare::Ending),
            _ => (text, false),
        };
        if folder.is_empty() {
            return Err(InvalidShare::Folder);
        }
        Ok(Self { has_proofs, ..PathBuf::from(folder).into() })
    }
}

impl From<PathBuf> for Share {
    fn from(folder: PathBuf) -> Self {
        Self { folder, stale_after: Duration::from_secs(60), has_proofs: false }
    }
}
