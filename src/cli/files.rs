//! The files that a command reads and writes. No file is two of them, which is checked before anything runs, and a file
//! that is written is there as a whole or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use super::failure::Failure;
use super::input::Input;
pub(crate) use super::numbered::Numbered;

/// All files that a command names.
#[derive(Default)]
pub(crate) struct Files {
    read: Vec<(String, Option<Identity>)>,
    written: Vec<Written>,
}

struct Written {
    /// The option that names it.
    option: String,
    path: PathBuf,
    /// The name is a pattern for the names of several files.
    numbered: Option<Numbered>,
}

/// What two names of the same file have in common.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// The device and the number of a file that is there.
    #[cfg(unix)]
    Inode(u64, u64),
    /// The place of a file: links are followed.
    Place(PathBuf),
}

impl Files {
    /// The problem is read from there.
    pub(crate) fn input(&mut self, input: &Input) {
        match input {
            Input::File(path) => self.reads("the problem", path),
            Input::Stdin => self.read.push(("standard input".to_owned(), of_stdin())),
            Input::Typed { .. } => {}
        }
    }

    /// A file is read; `what` it is, or the option that names it.
    pub(crate) fn reads(&mut self, what: &str, path: &Path) {
        self.read.push((format!("{what} {}", path.display()), identity(path)));
    }

    /// An option names a file that is written.
    pub(crate) fn writes(&mut self, option: &str, path: &Path) {
        self.written.push(Written { option: option.to_owned(), path: path.to_owned(), numbered: None });
    }

    /// An option names several files that are written.
    pub(crate) fn writes_numbered(&mut self, option: &str, path: &Path, numbered: &Numbered) {
        let numbered = Some(numbered.clone());
        self.written.push(Written { option: option.to_owned(), path: path.to_owned(), numbered });
    }

    /// Whether all files can be written, as far as can be told, without loss of another one.
    pub(crate) fn check(self) -> Result<(), Failure> {
        let mut seen = self.read;
        seen.push(("standard output".to_owned(), of_stdout()));
        // Patterns last: then everything that they must not match is known.
        let (patterns, single): (Vec<_>, Vec<_>) =
            self.written.into_iter().partition(|written| written.numbered.is_some());
        for written in &single {
            written.check_writable()?;
            let identity = identity(&written.path);
            written.check_against(&seen, |other| identity.as_ref() == Some(other))?;
            seen.push((written.to_string(), identity));
        }
        for written in &patterns {
            written.check_writable()?;
            let Some(numbered) = &written.numbered else { continue };
            let folder = fs::read_dir(folder_of(&written.path)).into_iter().flatten().flatten();
            let there: Vec<PathBuf> = folder
                .filter(|entry| numbered.is_name(&entry.file_name().to_string_lossy()))
                .map(|entry| entry.path())
                .collect();
            let place = destination(&written.path);
            let would_match = |other: &Path| {
                folder_of(other) == folder_of(&place)
                    && other.file_name().is_some_and(|name| numbered.is_name(&name.to_string_lossy()))
            };
            written.check_against(&seen, |other| {
                matches!(other, Identity::Place(other) if would_match(other))
                    || there.iter().any(|path| identity(path).as_ref() == Some(other))
            })?;
        }
        Ok(())
    }
}

impl Written {
    fn check_writable(&self) -> Result<(), Failure> {
        let problem = if self.path.is_dir() {
            "this is a directory; name a file"
        } else if !folder_of(&self.path).is_dir() {
            "there is no such directory"
        } else {
            return Ok(());
        };
        Err(Failure::Usage(format!("{self}: {problem}")))
    }

    fn check_against(
        &self,
        others: &[(String, Option<Identity>)],
        is_same: impl Fn(&Identity) -> bool,
    ) -> Result<(), Failure> {
        match others.iter().find(|(_, other)| other.as_ref().is_some_and(&is_same)) {
            Some((other, _)) => {
                Err(Failure::Usage(format!("{self}: this is the file of {other}, too; name another one")))
            }
            None => Ok(()),
        }
    }
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.option, self.path.display())
    }
}

/// Of a terminal, a pipe or a device there is none: they may be named as often as one likes.
fn identity(path: &Path) -> Option<Identity> {
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
    let stream = File::from(stream.as_fd().try_clone_to_owned().ok()?);
    of_file(&stream.metadata().ok()?, Path::new(""))
}

#[cfg(unix)]
fn of_stdin() -> Option<Identity> {
    of_open(io::stdin())
}

#[cfg(unix)]
fn of_stdout() -> Option<Identity> {
    of_open(io::stdout())
}

#[cfg(not(unix))]
fn of_stdin() -> Option<Identity> {
    None
}

#[cfg(not(unix))]
fn of_stdout() -> Option<Identity> {
    None
}

/// The folder in which a file is, as it is written.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path, and those that it leads to as a link; as many as the system would follow.
fn hops(path: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |path: &PathBuf| fs::read_link(path).ok().map(|target| folder_of(path).join(target));
    std::iter::successors(Some(path.to_owned()), next).take(40)
}

/// Where a file is or would be, links followed.
fn destination(path: &Path) -> PathBuf {
    let last = hops(path).last().unwrap_or_default();
    match (folder_of(&last).canonicalize(), last.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => last,
    }
}

/// Whether the path names what is open already, such as `/dev/stdout`, whatever that is.
fn is_open_already(path: &Path) -> bool {
    const STREAMS: [&str; 5] = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    hops(path).any(|hop| STREAMS.iter().any(|stream| hop.starts_with(stream)))
}

/// Whether this is a pipe, a terminal or another device, from which nothing can be read twice.
pub(crate) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A file that is being written. It is there when it is finished: until then an old one stays as it is.
pub(crate) struct NewFile {
    path: PathBuf,
    out: BufWriter<File>,
    /// The temporary file that is written, and its place when it is whole. There is none for what no file can take the
    /// place of: a device, a pipe, what is open already.
    beside: Option<(TempPath, PathBuf)>,
}

impl NewFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let begun = begin(path).map_err(|cause| unwritten(path, cause));
        begun.map(|(file, beside)| Self { path: path.to_owned(), out: BufWriter::new(file), beside })
    }

    /// Puts it in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self { path, out, beside } = self;
        let finished =
            out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| match beside {
                None => Ok(()),
                // Some systems find out only now that the disk is full.
                Some((written, place)) => {
                    match file.sync_data() {
                        Err(cause) if cause.kind() != io::ErrorKind::InvalidInput => return Err(cause),
                        // It cannot be asked there.
                        Ok(()) | Err(_) => {}
                    }
                    written.persist(place).map_err(|error| error.error)
                }
            });
        finished.map_err(|cause| unwritten(&path, cause))
    }

    /// Leaves what was written beside its place, and tells where; nowhere if it was written directly.
    pub(crate) fn leave(self) -> Option<PathBuf> {
        self.beside.and_then(|(written, _)| written.keep().ok())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(|cause| unwritten(path, cause))?;
    file.finish()
}

fn unwritten(path: &Path, cause: io::Error) -> Failure {
    Failure::Output { place: path.display().to_string(), cause }
}

fn begin(path: &Path) -> io::Result<(File, Option<(TempPath, PathBuf)>)> {
    let old = fs::metadata(path).ok();
    if is_open_already(path) || old.as_ref().is_some_and(|old| !old.is_file()) {
        // Standard output may be a file, in which something stands by now.
        return Ok((OpenOptions::new().append(true).open(path)?, None));
    }
    let place = destination(path);
    if old.is_some() {
        // Who may not write to a file may still be allowed to rename another one to it.
        OpenOptions::new().write(true).open(&place)?;
    }
    let mut builder = Builder::new();
    builder.prefix(".bmcplan-").suffix(".tmp");
    // As any new file: by itself a temporary one is for nobody else.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, written) = builder.tempfile_in(folder_of(&place))?.into_parts();
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    Ok((file, Some((written, place))))
}
