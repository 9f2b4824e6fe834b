//! Versions of other programs, from the first line that they print.

use std::path::Path;
use std::time::Duration;

use super::runner::run;
use crate::stop::Stop;

/// A program that does not say it soon does not know it.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The first line that a program prints if it is run like this; none if it fails, prints nothing or takes its time, or if
/// `stop` is raised.
pub fn first_line(program: &Path, arguments: &[&str], stop: &Stop) -> Option<String> {
    if stop.is_raised() {
        return None;
    }
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let ended = run(program, &arguments, Some(TIMEOUT), stop).ok()?;
    let output = String::from_utf8_lossy(&ended.output);
    let line = output.lines().map(str::trim).find(|line| !line.is_empty())?;
    (ended.status.success() && ended.cut_off.is_none())
        .then(|| line.chars().filter(|c| !c.is_control()).take(80).collect())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_what_succeeds() {
        let said = |script: &str| first_line(Path::new("/bin/sh"), &["-c", script], &Stop::default());
        assert_eq!(said("echo; echo ' v1 '; echo more").as_deref(), Some("v1"));
        assert_eq!(said("echo v1; exit 1"), None);
        assert_eq!(said("true"), None);
        assert_eq!(first_line(Path::new("/no/such/program"), &[], &Stop::default()), None);
    }
}
