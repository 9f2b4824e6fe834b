//! The identity of files, whatever their names: two names may lead to one file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    /// The place of a file: links are followed.
    Place(PathBuf),
}

pub(crate) fn identity(path: &Path) -> Option<Identity> {
    if is_open_already(path) {
        return None;
    }
    match fs::metadata(path) {
        Ok(found) => of_file(&found, path),
        Err(_) => Some(Identity::Place(destination(path))),
    }
}

#[cfg(unix)]
fn of_file(found: &Metadata, _: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    found.is_file().then(|| Identity::Inode(found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn of_file(found: &Metadata, path: &Path) -> Option<Identity> {
    found.is_file().then(|| Identity::Place(destination(path)))
}

#[cfg(unix)]
fn of_open(stream: impl std::os::fd::AsFd) -> Option<Identity> {
    let stream = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    of_file(&stream.metadata().ok()?, Path::new(""))
}

#[cfg(unix)]
pub(crate) fn of_stdin() -> Option<Identity> {
    of_open(std::io::stdin())
}

pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

#[cfg(unix)]
pub(crate) fn of_stdout() -> Option<Identity> {
    of_open(std::io::stdout())
}

#[cfg(not(unix))]
pub(crate) fn of_stdin() -> Option<Identity> {
    None
}

#[cfg(not(unix))]
pub(crate) fn of_stdout() -> Option<Identity> {
    None
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path, and those that it leads to as a link; as many as the system would follow.
fn hops(path: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |path: &PathBuf| fs::read_link(path).ok().map(|target| folder_of(path).join(target));
    std::iter::successors(Some(path.to_owned()), next).take(40)
}

pub(crate) fn destination(path: &Path) -> PathBuf {
    let last = hops(path).last().unwrap_or_default();
    match (folder_of(&last).canonicalize(), last.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => last,
    }
}

pub(crate) fn is_open_already(path: &Path) -> bool {
    const STREAMS: [&str; 5] = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    hops(path).any(|hop| STREAMS.iter().any(|stream| hop.starts_with(stream)))
}

pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}
