//! A process that runs a program under limits, with the time and memory that the system counts for it.
//!
//! The program is given its limits and is expected to keep them. One that does not is asked to end a little later, and
//! killed a little after that: first the signal that lets it put away what it has started, then the one that does not.
//!
//! What it prints goes to files without names, so that nobody has to read while it writes.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use wait4::{ResUse, Wait4 as _};

use crate::stop::{Stop, StopReason};

/// How long a program may go on after its time, and after being asked to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// The shortest and the longest wait before the program and the flag are looked at again; in between, a fiftieth of the
/// time it has run.
const WAITS: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(5));

/// A process that has ended: its status, output, time and memory.
#[derive(Debug)]
pub(super) struct FinishedProcess {
    pub(super) status: ExitStatus,
    /// Whether it was ended because it had gone on after its time.
    pub(super) overran: bool,
    pub(super) output: Vec<u8>,
    pub(super) complaints: Vec<u8>,
    pub(super) wall: Duration,
    /// On a processor, with the processes that it has waited for.
    pub(super) cpu: Duration,
    /// The greatest resident set, in bytes. The system begins to count at what the parent has.
    pub(super) memory: u64,
}

/// Why a process gave no result.
#[derive(Debug)]
pub(super) enum ProcessError {
    /// It was killed because the flag was raised.
    Stopped(StopReason),
    /// The system could not run it.
    Failed(io::Error),
}

impl From<io::Error> for ProcessError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Runs the program until it ends, its time and some patience are over, or the flag is raised.
pub(super) fn run(
    program: &Path,
    arguments: &[String],
    timeout: Option<Duration>,
    stop: &Stop,
) -> Result<FinishedProcess, ProcessError> {
    let [mut output, mut complaints] = [temporary()?, temporary()?];
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(output.try_clone()?).stderr(complaints.try_clone()?);
    // Nothing but complaints is to be read there.
    command.env_remove("RUST_LOG").env("NO_COLOR", "1");
    // Ctrl-C in a terminal reaches this process only.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let begun = Instant::now();
    let child = command
        .spawn()
        .map_err(|error| io::Error::new(error.kind(), format!("no process can be started: {error}")))?;
    let mut running = ChildProcess { child: Some(child) };
    let latest = timeout.and_then(|timeout| timeout.checked_add(PATIENCE));
    let mut overran = false;
    let wall = loop {
        let elapsed = begun.elapsed();
        if running.has_ended()? {
            break elapsed;
        }
        if let Some(reason) = stop.reason() {
            running.end();
            return Err(ProcessError::Stopped(reason));
        }
        if latest.is_some_and(|latest| latest <= elapsed) {
            overran = true;
            running.ask_to_end_and_wait();
            break begun.elapsed();
        }
        thread::sleep((elapsed / 50).clamp(WAITS.0, WAITS.1));
    };
    running.kill_the_rest();
    let ResUse { status, rusage } = running.collect()?;
    let [output, complaints] = [contents(&mut output)?, contents(&mut complaints)?];
    let cpu = rusage.utime + rusage.stime;
    Ok(FinishedProcess { status, overran, output, complaints, wall, cpu, memory: rusage.maxrss })
}

/// A file without a name.
fn temporary() -> io::Result<File> {
    let folder = std::env::temp_dir();
    tempfile::tempfile_in(&folder).map_err(|error| {
        let folder = folder.display();
        io::Error::new(error.kind(), format!("no temporary file can be made in {folder}: {error}"))
    })
}

fn contents(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A process that is ended if this is dropped while it runs.
struct ChildProcess {
    /// None once it was waited for: from then on the system may give its number to another process.
    child: Option<Child>,
}

impl ChildProcess {
    /// Whether it has ended; it is not waited for by that, so the system keeps what it took.
    fn has_ended(&mut self) -> io::Result<bool> {
        let Some(child) = &mut self.child else { return Ok(true) };
        has_ended(child)
    }

    /// Asks it to end, and waits a little for that.
    fn ask_to_end_and_wait(&mut self) {
        let Some(child) = &mut self.child else { return };
        ask_to_end(child);
        let asked = Instant::now();
        while asked.elapsed() < PATIENCE {
            if has_ended(child).unwrap_or(true) {
                return;
            }
            thread::sleep(WAITS.1);
        }
    }

    /// Kills it, if it runs, and what it has left behind in its group: the number of the group is its own as long as it
    /// was not waited for.
    fn kill_the_rest(&mut self) {
        self.child.iter_mut().for_each(kill);
    }

    /// Ends it, whatever it took.
    fn end(&mut self) {
        self.ask_to_end_and_wait();
        self.kill_the_rest();
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }

    /// Waits for its end and tells what it took.
    fn collect(&mut self) -> io::Result<ResUse> {
        let mut child = self.child.take().ok_or(io::ErrorKind::NotFound)?;
        child.wait4()
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

#[cfg(unix)]
fn ask_to_end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    // If it has ended by itself just now, so much the better.
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
}

#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(not(unix))]
fn ask_to_end(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn shell(script: &str, timeout: Option<Duration>, stop: &Stop) -> Result<FinishedProcess, ProcessError> {
        run(Path::new("/bin/sh"), &["-c".to_owned(), script.to_owned()], timeout, stop)
    }

    #[test]
    fn what_a_program_prints_and_takes() {
        let ended = shell("echo out; echo err >&2; exit 3", None, &Stop::default()).unwrap();
        assert_eq!((&*ended.output, &*ended.complaints), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!((ended.status.code(), ended.overran), (Some(3), false));
        // Some hundred kilobytes at least, some hundred megabytes at most: bytes, not pages or kilobytes.
        assert!((100_000..500_000_000).contains(&ended.memory), "{}", ended.memory);
    }

    #[test]
    fn a_program_that_does_not_end() {
        for script in ["sleep 600", "trap '' TERM; while true; do sleep 0.01; done"] {
            let ended = shell(script, Some(Duration::ZERO), &Stop::default()).unwrap();
            assert_eq!((ended.status.code(), ended.overran), (None, true), "{script}");
        }
    }

    #[test]
    fn what_a_program_leaves_behind_is_killed() {
        use rustix::process::{Pid, test_kill_process};
        let ended = shell("sleep 600 & echo $!", None, &Stop::default()).unwrap();
        let number: i32 = String::from_utf8(ended.output).unwrap().trim().parse().unwrap();
        let left = Pid::from_raw(number).unwrap();
        let begun = Instant::now();
        // Somebody else has to take note of its end, which may take a moment.
        while test_kill_process(left).is_ok() && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(WAITS.1);
        }
        assert!(test_kill_process(left).is_err());
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let stop = Stop::default();
        stop.raise(StopReason::Interrupt);
        assert!(matches!(shell("sleep 600", None, &stop), Err(ProcessError::Stopped(StopReason::Interrupt))));
    }

    #[test]
    fn a_program_that_is_not_there() {
        let gone = run(Path::new("/no/such/program"), &[], None, &Stop::default());
        assert!(matches!(gone, Err(ProcessError::Failed(_))));
    }
}
