//! The place of a certificate: a folder that is new or empty, or has only an older certificate.
//!
//! A certificate is written in a folder next to its place and checked there. Then it replaces the place as a whole. Where the
//! system can exchange two folders atomically, it does so, and the old certificate is removed last. So the old certificate or
//! the new one survives any end of the program.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use tempfile::{Builder, TempDir};

use bmcplan_base::text::{MAX_BYTES, Source};
use bmcplan_verify::{FORMAT, MANIFEST, is_usual_file};

/// Reason why a certificate cannot have a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderRefused {
    /// It is not a folder, is in use, or has other files, which are not overwritten. The message says what is wrong, and what
    /// to do.
    #[error("{0}")]
    Taken(String),
    /// The system does not allow it.
    #[error("no certificate can be written there: {0}")]
    System(#[from] io::Error),
}

/// Place of a certificate, which was free, or had an older one, when it was named.
#[derive(Debug, Clone)]
pub struct CertificatePlace {
    named: PathBuf,
    /// Real path: links are followed.
    folder: PathBuf,
}

impl CertificatePlace {
    /// Returns the folder `named`, if a certificate may replace its contents, and its parent is writable.
    pub fn of(named: &Path) -> Result<Self, FolderRefused> {
        let place = Self { named: named.to_owned(), folder: real(named)? };
        place.check()?;
        place.begin()?;
        Ok(place)
    }

    /// Returns the path as given.
    pub fn named(&self) -> &Path {
        &self.named
    }

    /// Checks whether a file is in this folder, or would be.
    pub fn holds(&self, file: &Path) -> bool {
        real(file).is_ok_and(|file| file.starts_with(&self.folder))
    }

    /// Creates a new folder next to it. Fails if the system does not allow it.
    pub fn begin(&self) -> io::Result<UnfinishedFolder> {
        let mut builder = Builder::new();
        builder.prefix(".bmcplan-").suffix(".tmp");
        // Like any new folder: by default a temporary one is private.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let above = self.folder.ancestors().skip(1).find(|above| above.is_dir()).unwrap_or(Path::new("."));
        Ok(UnfinishedFolder { place: self.clone(), beside: builder.tempdir_in(above)? })
    }

    fn check(&self) -> Result<Option<Vec<String>>, FolderRefused> {
        let taken = |why: &str| Err(FolderRefused::Taken(why.to_owned()));
        let found = match fs::metadata(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            found => found?,
        };
        if !found.is_dir() {
            return taken("this is not a folder; name a new one");
        }
        let current = std::env::current_dir().and_then(fs::canonicalize);
        if current.is_ok_and(|current| current.starts_with(&self.folder)) {
            return taken(
                "a certificate replaces its folder, and this is the current directory, or contains it; name a new folder",
            );
        }
        if is_root(&self.folder, &found) {
            return taken(
                "a certificate replaces its folder, and this is the root of a file system; name a folder in it",
            );
        }
        let entries = fs::read_dir(&self.folder)?.collect::<io::Result<Vec<_>>>()?;
        let files: Vec<String> =
            entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        let Some(manifest) = manifest(&self.folder.join(MANIFEST)) else {
            let Some(file) = files.first() else { return Ok(Some(files)) };
            return taken(&format!(
                "this folder is not a certificate, and files such as {file} are not overwritten; name a new folder"
            ));
        };
        for (entry, name) in entries.iter().zip(&files) {
            if !entry.file_type()?.is_file() || !belongs(name, &manifest) {
                return taken(&format!(
                    "{name} in this folder does not belong to the certificate there; move it away, or name a new folder"
                ));
            }
        }
        Ok(Some(files))
    }
}

/// Certificate that is written next to its place. It is removed on drop if it is not finished.
#[derive(Debug)]
pub struct UnfinishedFolder {
    place: CertificatePlace,
    beside: TempDir,
}

impl UnfinishedFolder {
    /// Returns the folder in which it is written.
    pub fn path(&self) -> &Path {
        self.beside.path()
    }

    /// Returns its place, as that was given.
    pub fn named(&self) -> &Path {
        &self.place.named
    }

    /// Puts the certificate into its place. An older one that is there is then removed. Fails if the place is not free any
    /// more, or the system does not allow it: then its contents stay.
    pub fn finish(self) -> io::Result<()> {
        let Self { place, beside } = self;
        let Some(old) = place.check().map_err(io::Error::other)? else {
            place.folder.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::rename(beside.path(), &place.folder)?;
            // The folder has been moved.
            _ = beside.keep();
            return Ok(());
        };
        fs::set_permissions(beside.path(), fs::metadata(&place.folder)?.permissions())?;
        exchange(beside.path(), &place.folder)?;
        let aside = beside.keep();
        // Files added since stay, in the folder that was moved away.
        let removed = old.iter().try_for_each(|name| fs::remove_file(aside.join(name)));
        if let Err(error) = removed.and_then(|()| fs::remove_dir(&aside)) {
            log::warn!("the certificate that was there before is in {} now: {error}", aside.display());
        }
        Ok(())
    }
}

/// Exchanges two folders: atomically where the system supports it, otherwise such that the second one is back if that fails.
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
            // Not every file system supports this.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            exchanged => return exchanged.map_err(io::Error::from),
        }
    }
    let aside = new.with_extension("old");
    fs::rename(old, &aside)?;
    if let Err(error) = fs::rename(new, old) {
        fs::rename(&aside, old).ok();
        return Err(error);
    }
    fs::rename(&aside, new)
}

fn real(path: &Path) -> io::Result<PathBuf> {
    let missing =
        |path: &Path| fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    let whole = std::path::absolute(path)?;
    let there = whole.ancestors().find(|part| !missing(part)).unwrap_or(&whole);
    let rest = whole.strip_prefix(there).unwrap_or(Path::new(""));
    if rest.components().any(|part| part == Component::ParentDir) {
        return Err(io::Error::new(io::ErrorKind::NotFound, "a folder on the way does not exist"));
    }
    let there = fs::canonicalize(there)?;
    // An empty rest would leave a slash at the end.
    Ok(if rest.as_os_str().is_empty() { there } else { there.join(rest) })
}

fn manifest(path: &Path) -> Option<Value> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    let text = is_file.then(|| Source::open_at_most(path, MAX_BYTES).ok()).flatten()?;
    let json: Value = serde_json::from_str(text.text()).ok()?;
    (json.get("format")?.as_str()? == FORMAT).then_some(json)
}

fn belongs(name: &str, manifest: &Value) -> bool {
    let problem = manifest.get("problem").and_then(Value::as_array);
    let is_problem = problem.is_some_and(|files| files.iter().any(|file| file.as_str() == Some(name)));
    let is_so_called = ["problem.", "domain.", "part-"].iter().any(|begin| name.starts_with(begin));
    is_usual_file(name) || (is_problem && is_so_called)
}

#[cfg(unix)]
fn is_root(folder: &Path, found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let above = folder.parent().and_then(|above| fs::metadata(above).ok());
    above.is_none_or(|above| above.dev() != found.dev())
}

#[cfg(not(unix))]
fn is_root(folder: &Path, _: &Metadata) -> bool {
    folder.parent().is_none()
}
