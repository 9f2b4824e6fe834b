//! The folder of a search on disk, its limit, and the sizes of buffers.

use std::path::PathBuf;
use std::str::FromStr;

/// Place and limits of a search on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskSearch {
    /// Folder: a new or empty one, or one that holds a search.
    pub folder: PathBuf,
    /// Greatest number of bytes of all its files.
    pub most_bytes: Option<u64>,
    /// True if a search in the folder continues. Without it, a folder that holds one is refused.
    pub resume: bool,
    /// Sizes of buffers, where they are not derived from the available memory.
    pub buffers: Option<DiskBuffers>,
}

/// Sizes of buffers. Answers do not depend on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskBuffers {
    /// Number of successors that are sorted at a time.
    pub successors: usize,
    /// Bytes for recent successors.
    pub recent_bytes: usize,
    /// Least number of bytes of a block of a file.
    pub block_bytes: usize,
    /// Number of runs that are merged at a time, 2 or more.
    pub runs: usize,
    /// Number of files of known states that are read at a time, 2 or more.
    pub known: usize,
}

const USUAL_MEMORY: usize = 1 << 30;
/// Memory for files that are read at a time, and for small data.
const MEMORY_BESIDE: usize = 32 << 20;
/// Least memory with which a search begins.
pub const LEAST_MEMORY: usize = 48 << 20;

impl DiskSearch {
    /// Returns the sizes of buffers for states of `state_bytes` within `memory_bytes`; `None` if these are too few.
    pub(super) fn buffers(&self, state_bytes: usize, memory_bytes: Option<usize>) -> Option<DiskBuffers> {
        if self.buffers.is_some() {
            return self.buffers;
        }
        let memory = memory_bytes.unwrap_or(USUAL_MEMORY);
        if memory < LEAST_MEMORY {
            return None;
        }
        let recent_bytes = memory / 64;
        // Sorting needs the same memory again.
        let successors = (memory - MEMORY_BESIDE - recent_bytes) / 8 * 7 / (2 * state_bytes);
        Some(DiskBuffers { successors, recent_bytes, block_bytes: 1 << 16, runs: 32, known: 8 })
    }
}

/// Error of parsing the folder of a search on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoDiskSearch {
    #[error("expected a folder, or a folder, a colon and a limit in megabytes, such as search:50000")]
    /// No folder.
    Folder,
    /// No size after a colon.
    #[error(
        "expected megabytes above 0 after the colon, such as 50000; if the colon belongs to the name of the folder, end the name with a slash"
    )]
    Size,
}

impl FromStr for DiskSearch {
    type Err = NoDiskSearch;

    fn from_str(text: &str) -> Result<Self, NoDiskSearch> {
        const MEGABYTE: u64 = 1_000_000;
        let (folder, size) = match text.rsplit_once(':') {
            Some((folder, size)) if !size.contains(['/', '\\']) => (folder, Some(size)),
            _ => (text, None),
        };
        let most_bytes = size.map(|size| {
            let megabytes = size.parse::<u64>().ok().filter(|size| 0 < *size);
            megabytes.and_then(|size| size.checked_mul(MEGABYTE)).ok_or(NoDiskSearch::Size)
        });
        let most_bytes = most_bytes.transpose()?;
        if folder.is_empty() {
            return Err(NoDiskSearch::Folder);
        }
        Ok(Self { folder: folder.into(), most_bytes, resume: false, buffers: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_sizes() {
        let read = |text: &str| {
            text.parse::<DiskSearch>().map(|disk| (disk.folder.display().to_string(), disk.most_bytes))
        };
        assert_eq!(read("search"), Ok(("search".to_owned(), None)));
        assert_eq!(read("a:b/c:20"), Ok(("a:b/c".to_owned(), Some(20_000_000))));
        assert_eq!(read("a:b/"), Ok(("a:b/".to_owned(), None)));
        assert_eq!(read(r"C:\search"), Ok((r"C:\search".to_owned(), None)));
        assert_eq!(read(""), Err(NoDiskSearch::Folder));
        assert_eq!(read(":20"), Err(NoDiskSearch::Folder));
        for wrong in ["search:", "search:0", "search:20G", "search:-1", "search:99999999999999999999"] {
            assert_eq!(read(wrong), Err(NoDiskSearch::Size), "{wrong}");
        }
    }

    #[test]
    fn little_memory_is_refused_and_some_is_kept() {
        let disk: DiskSearch = "search".parse().unwrap();
        assert_eq!(disk.buffers(8, Some(LEAST_MEMORY - 1)), None);
        for memory in [LEAST_MEMORY, 100_000_000, USUAL_MEMORY] {
            let buffers = disk.buffers(32, Some(memory)).unwrap();
            assert!(buffers.successors * 64 + MEMORY_BESIDE < memory, "{memory}: {buffers:?}");
        }
    }
}
