//! The files that a command reads and writes. Before anything runs, they are checked to be different files. A file is written as a
//! whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::ask::{Input, NamedProblem};
use crate::text::Source;
use bmcplan_base::ordered::Set;
use bmcplan_certify::CertificatePlace;
use tempfile::{Builder, TempPath};

use super::failure::Failure;
use super::identity::{
    Identity, destination, folder_of, identity, is_open_already, is_stdout, of_stdin, of_stdout,
};

#[derive(Debug, Clone, Default)]
pub(crate) struct Files {
    read: Vec<ReadFile>,
    written: Vec<Written>,
    /// The option that names the folder of a certificate, which has no other files.
    certificate: Option<(String, CertificatePlace)>,
}

#[derive(Debug, Clone)]
struct ReadFile {
    /// Its role, and its name.
    what: String,
    path: Option<PathBuf>,
    identity: Option<Identity>,
}

#[derive(Debug, Clone)]
struct Written {
    option: String,
    path: PathBuf,
    numbered: Option<Numbered>,
}

/// The refusal of `-` where an option names a folder.
pub(crate) const NO_FOLDER: &str =
    "a folder does not go to standard output; name one, or ./- for one of this name";

impl Files {
    pub(crate) fn input(&mut self, input: &Input) {
        match input {
            Input::File(path) | Input::Entry { path, .. } => self.reads("the problem", path),
            Input::Stdin => self.read.push(ReadFile {
                what: "standard input".to_owned(),
                path: None,
                identity: of_stdin(),
            }),
            Input::Typed { .. } => {}
        }
    }

    pub(crate) fn problem(&mut self, sources: &[Source]) {
        sources.iter().filter_map(Source::path).for_each(|path| self.reads("the problem", path));
    }

    pub(crate) fn of<'i>(inputs: impl IntoIterator<Item = &'i Input>) -> Self {
        let mut files = Self::default();
        inputs.into_iter().for_each(|input| files.input(input));
        files
    }

    pub(crate) fn reads(&mut self, what: &str, path: &Path) {
        self.read.push(ReadFile {
            what: format!("{what} {}", path.display()),
            path: Some(path.to_owned()),
            identity: identity(path),
        });
    }

    pub(crate) fn writes(&mut self, option: &str, path: &Path) {
        self.writes_numbered(option, path, None);
    }

    pub(crate) fn writes_numbered(&mut self, option: &str, path: &Path, numbered: Option<Numbered>) {
        self.written.push(Written { option: option.to_owned(), path: path.to_owned(), numbered });
    }

    /// Checks the folder of a certificate: one that would replace other files is refused.
    pub(crate) fn certificate(&mut self, option: &str, path: &Path) -> Result<(), Failure> {
        if is_stdout(path) {
            return Err(Failure::Usage(format!("{option} -: {NO_FOLDER}")));
        }
        let refused = |error| Failure::Usage(format!("{option} {}: {error}", path.display()));
        let place = CertificatePlace::of(path).map_err(refused)?;
        self.certificate = Some((option.to_owned(), place));
        Ok(())
    }

    /// Works as [`Files::check`], once the problems were read: files that belong to named ones are read, too.
    pub(crate) fn check_read(&self, sources: &[Source]) -> Result<(), Failure> {
        if self.writes_nothing() {
            return Ok(());
        }
        let mut all = self.clone();
        all.problem(sources);
        all.check()
    }

    /// Adds the files that problems were read from: those in folders were not named.
    pub(crate) fn with_problems(&self, problems: &[NamedProblem]) -> Self {
        let mut all = self.clone();
        let inputs = problems.iter().flat_map(|problem| problem.inputs.iter());
        let paths: Set<&Path> = inputs.filter_map(Input::path).collect();
        paths.into_iter().for_each(|path| all.reads("the problem", path));
        all
    }

    /// Works as [`Files::check_read`], with all files of these problems.
    pub(crate) fn check_problems(&self, problems: &[NamedProblem]) -> Result<(), Failure> {
        if self.writes_nothing() { Ok(()) } else { self.with_problems(problems).check() }
    }

    fn writes_nothing(&self) -> bool {
        self.written.is_empty() && self.certificate.is_none()
    }

    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.check_certificate()?;
        let read = self.read.iter().map(|file| (file.what.clone(), file.identity.clone()));
        let mut seen: Vec<_> = read.collect();
        seen.push(("standard output".to_owned(), of_stdout()));
        // Patterns last: then everything that they must not match is known.
        let (patterns, single): (Vec<_>, Vec<_>) =
            self.written.iter().partition(|written| written.numbered.is_some());
        for written in single {
            written.check_writable()?;
            let identity = identity(&written.path);
            written.check_against(&seen, |other| identity.as_ref() == Some(other))?;
            seen.push((written.to_string(), identity));
        }
        for (index, written) in patterns.iter().enumerate() {
            written.check_writable()?;
            let Some(numbered) = &written.numbered else { continue };
            let folder = fs::read_dir(folder_of(&written.path)).into_iter().flatten().flatten();
            let there: Vec<PathBuf> = folder
                .filter(|entry| numbered.is_name(&entry.file_name().to_string_lossy()))
                .map(|entry| entry.path())
                .collect();
            if let Some(link) = there.iter().find(|path| path.is_symlink()) {
                return Err(Failure::Usage(format!(
                    "{written}: {} is a link, and the file that it leads to would be overwritten; remove it, or choose other names",
                    link.display()
                )));
            }
            let place = destination(&written.path);
            if let Some(other) = patterns[..index].iter().find(|other| written.meets(other)) {
                return Err(Failure::Usage(format!("{written}: {other} has files of these names, too")));
            }
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

    fn check_certificate(&self) -> Result<(), Failure> {
        let Some((option, place)) = &self.certificate else { return Ok(()) };
        let named = place.named().display();
        if let Some(read) =
            self.read.iter().find(|read| read.path.as_ref().is_some_and(|path| place.holds(path)))
        {
            return Err(Failure::Usage(format!(
                "{option} {named}: {} is in this folder, whose place the certificate takes; name a new one",
                read.what
            )));
        }
        let stdout = of_stdout();
        let mut there = fs::read_dir(place.named()).into_iter().flatten().flatten();
        if stdout.is_some() && there.any(|entry| identity(&entry.path()) == stdout) {
            return Err(Failure::Usage(format!(
                "{option} {named}: standard output is in this folder, whose place the certificate takes; name a new one"
            )));
        }
        match self.written.iter().find(|written| place.holds(&written.path)) {
            Some(written) => Err(Failure::Usage(format!(
                "{written}: this is in the folder of {option}, which is for the certificate alone; name a file elsewhere"
            ))),
            None => Ok(()),
        }
    }
}

impl Written {
    fn check_writable(&self) -> Result<(), Failure> {
        let problem = if is_stdout(&self.path) {
            "this does not go to standard output; name a file, or ./- for one of this name"
        } else if self.path.is_dir() {
            "this is a directory; name a file"
        } else if !folder_of(&self.path).is_dir() {
            "there is no such directory"
        } else {
            return Ok(());
        };
        Err(Failure::Usage(format!("{self}: {problem}")))
    }

    fn meets(&self, other: &Self) -> bool {
        let same_folder = folder_of(&destination(&self.path)) == folder_of(&destination(&other.path));
        self.numbered.iter().zip(&other.numbered).any(|(numbered, other)| {
            same_folder && (0..1000).any(|number| numbered.is_name(&other.name(number)))
        })
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

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self { path, out, beside } = self;
        let finished =
            out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| match beside {
                None => Ok(()),
                // Some systems find out only now that the disk is full.
                Some((written, place)) => {
                    match file.sync_data() {
                        Err(cause) if cause.kind() != io::ErrorKind::InvalidInput => return Err(cause),
                        // Standard input cannot be asked there.
                        Ok(()) | Err(_) => {}
                    }
                    written.persist(place).map_err(|error| error.error)
                }
            });
        finished.map_err(|cause| unwritten(&path, cause))
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

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(|cause| unwritten(path, cause))?;
    file.finish()
}

/// Checks whether [`write()`] replaces what is at the path; other files, such as pipes, get it behind what they have.
pub(crate) fn is_replaced(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|old| old.is_file() && !is_open_already(path)) || !path.exists()
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
    // As any new file: a temporary one is readable by its owner only.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, written) = builder.tempfile_in(folder_of(&place))?.into_parts();
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    Ok((file, Some((written, place))))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbered {
    before: String,
    /// Numbers of fewer digits have zeros in front.
    digits: usize,
    after: String,
}

impl Numbered {
    /// Returns the first `%d`, or `%0` with one more digit and `d`, in the name of a file.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        name.match_indices('%').find_map(|(at, _)| {
            let rest = &name[at + 1..];
            let (digits, after) = match rest.strip_prefix('d') {
                Some(after) => (1, after),
                None => {
                    let (digit, after) = rest.strip_prefix('0')?.split_at_checked(1)?;
                    (digit.parse().ok()?, after.strip_prefix('d')?)
                }
            };
            Some(Self { before: name[..at].to_owned(), digits, after: after.to_owned() })
        })
    }

    pub(crate) fn name(&self, number: usize) -> String {
        let Self { before, digits, after } = self;
        format!("{before}{number:0digits$}{after}")
    }

    pub(crate) fn after(&self) -> &str {
        &self.after
    }

    /// Checks whether only digits, or nothing, are between the number and the nearest such text before or behind it.
    pub(crate) fn is_beside(&self, text: &str) -> bool {
        let before = self.before.rsplit_once(text).map(|(_, between)| between);
        let after = self.after.split_once(text).map(|(between, _)| between);
        before.into_iter().chain(after).any(|between| between.chars().all(|c| c.is_ascii_digit()))
    }

    pub(crate) fn is_name(&self, name: &str) -> bool {
        let inside = name.strip_prefix(&*self.before).and_then(|rest| rest.strip_suffix(&*self.after));
        inside.and_then(|digits| digits.parse().ok()).is_some_and(|number| self.name(number) == name)
    }
}
