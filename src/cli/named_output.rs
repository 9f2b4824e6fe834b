//! Outputs that options name: files, or standard output for `-`. The answer then goes to standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use super::failure::Failure;
use super::files::Files;
use super::identity::is_stdout;
use super::{files, output, terminal};

/// Names the file of an option; for standard output, the option and its value are returned.
pub(crate) fn name(files: &mut Files, option: &str, path: &Path) -> Option<String> {
    if is_stdout(path) {
        return Some(format!("{option} -"));
    }
    files.writes(option, path);
    None
}

/// True if standard output is for one of the `options`; each has a flag for writing text. `other` is the option by which an
/// answer for scripts goes there.
///
/// # Errors
/// Two outputs go there, or it is a terminal and no text.
pub(crate) fn takes_stdout(options: &[(String, bool)], other: Option<&str>) -> Result<bool, Failure> {
    let mut names = options.iter().map(|(option, _)| option.as_str()).chain(other);
    match (options, names.next(), names.next()) {
        ([], ..) => Ok(false),
        (_, Some(first), Some(second)) => {
            Err(Failure::Usage(format!("{first} and {second}: both write to standard output")))
        }
        ([(option, false), ..], ..) if io::stdout().is_terminal() => Err(Failure::Usage(format!(
            "{option}: standard output is a terminal; name a file, or send it on to one"
        ))),
        _ => Ok(true),
    }
}

/// Writes a whole file, and says so on a terminal.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if !is_stdout(path) {
        files::write(path, bytes)?;
        tell(path, 1);
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Output { place: output::place(None), cause })
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Says on a terminal which file was written, or how many of a pattern.
pub(crate) fn tell(path: &Path, n_files: usize) {
    if n_files != 0 && io::stderr().is_terminal() {
        let all = if n_files == 1 { String::new() } else { format!(", {n_files} files") };
        terminal::print_error(&format!("written: {}{all}", path.display()));
    }
}
