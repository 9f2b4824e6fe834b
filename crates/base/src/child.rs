//! A child process: a program run under limits, with the time and memory that the system counts for it.
//!
//! Output goes to files without names, so that no thread has to read while the child writes.
//!
//! A child that exceeds its limits gets a termination signal and a grace period, if there is one, and is then
//! killed.
//!
//! On Unix a child leads a process group of its own. Killing the group also ends the processes of a wrapper script, and Ctrl-C
//! in a terminal reaches this process only. On Linux the system kills children when this process ends, even by an uncatchable
//! signal. Processes of a wrapper script then continue.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use wait4::{ResUse, Wait4 as _};

use crate::stop::{Stop, StopReason};

/// Shortest and longest pause between two polls of the child; in between, a fiftieth of the time it has run.
const PAUSES: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(5));

/// Limits of a child. By default there are none, and no grace period.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChildLimits {
    /// Wall-clock time before the child is stopped.
    pub timeout: Option<Duration>,
    /// Greatest number of bytes on standard output, and on standard error.
    pub output: Option<u64>,
    /// Grace period between the termination signal and the kill; `None` to kill at once.
    pub grace_period: Option<Duration>,
}

/// Reason why a child was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutOff {
    /// The stop flag was raised.
    Stopped(StopReason),
    /// The child exceeded its time.
    Overran,
    /// The child exceeded its output.
    Flooded,
}

/// Child that has ended: its status, output, time and memory.
#[derive(Debug)]
pub struct EndedChild {
    /// Exit status.
    pub status: ExitStatus,
    /// `None` if the child ended by itself.
    pub cut_off: Option<CutOff>,
    /// Standard output; empty if the child was stopped or printed too much.
    pub output: Vec<u8>,
    /// Standard error; empty in the same cases.
    pub stderr: Vec<u8>,
    /// Wall-clock time.
    pub wall: Duration,
    /// CPU time, including that of the processes that the child has waited for.
    pub cpu: Duration,
    /// Greatest resident set, in bytes. The system begins to count at the parent's.
    pub memory: u64,
}

/// Runs a command until it ends or is ended. Standard input and environment are the caller's choice.
///
/// On Linux a child is bound to the thread that starts it. This returns after the end of the child, so any thread will do.
///
/// # Errors
/// The system cannot run the command.
pub fn run(command: &mut Command, limits: &ChildLimits, stop: &Stop) -> io::Result<EndedChild> {
    let [mut output, mut stderr] = [temporary()?, temporary()?];
    command.stdout(output.try_clone()?).stderr(stderr.try_clone()?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(target_os = "linux")]
    end_with_this_thread(command);
    let begun = Instant::now();
    let child = command
        .spawn()
        .map_err(|error| io::Error::new(error.kind(), format!("no process can be started: {error}")))?;
    let mut running = RunningChild { child: Some(child), grace_period: limits.grace_period };
    let (cut_off, wall) = loop {
        let elapsed = begun.elapsed();
        if running.has_ended()? {
            break (None, elapsed);
        }
        let length = || Ok::<u64, io::Error>(output.metadata()?.len().max(stderr.metadata()?.len()));
        let cut_off = if let Some(reason) = stop.reason() {
            Some(CutOff::Stopped(reason))
        } else if limits.timeout.is_some_and(|timeout| timeout <= elapsed) {
            Some(CutOff::Overran)
        } else if let Some(greatest) = limits.output
            && greatest < length()?
        {
            Some(CutOff::Flooded)
        } else {
            None
        };
        if cut_off.is_some() {
            running.terminate_and_wait();
            break (cut_off, begun.elapsed());
        }
        thread::sleep((elapsed / 50).clamp(PAUSES.0, PAUSES.1));
    };
    let ResUse { status, rusage } = running.end()?;
    let is_read = matches!(cut_off, None | Some(CutOff::Overran));
    let contents = |file| if is_read { contents(file) } else { Ok(Vec::new()) };
    Ok(EndedChild {
        status,
        cut_off,
        output: contents(&mut output)?,
        stderr: contents(&mut stderr)?,
        wall,
        cpu: rusage.utime + rusage.stime,
        memory: rusage.maxrss,
    })
}

/// Creates a file without a name.
///
/// # Errors
/// The folder has no space for it; the message names the folder.
pub fn temporary() -> io::Result<File> {
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

struct RunningChild {
    /// `None` once it was waited for: from then on the system may give its number to another process.
    child: Option<Child>,
    grace_period: Option<Duration>,
}

impl RunningChild {
    /// Checks whether the child has ended. It is not waited for here, so the system keeps its figures.
    fn has_ended(&mut self) -> io::Result<bool> {
        self.child.as_mut().map_or(Ok(true), has_ended)
    }

    /// Sends the termination signal, and waits for the end during the grace period.
    fn terminate_and_wait(&mut self) {
        let (Some(child), Some(grace_period)) = (&mut self.child, self.grace_period) else { return };
        terminate(child);
        let since = Instant::now();
        while since.elapsed() < grace_period && !has_ended(child).unwrap_or(true) {
            thread::sleep(PAUSES.1);
        }
    }

    /// Kills the child, if it still runs, and its whole group. The group has the child's number, which is reserved until the
    /// child is waited for.
    fn end(&mut self) -> io::Result<ResUse> {
        let mut child = self.child.take().ok_or(io::ErrorKind::NotFound)?;
        kill(&mut child);
        child.wait4()
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        self.terminate_and_wait();
        let _ = self.end();
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
fn terminate(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    // If it has ended by itself just now, this fails, which is harmless.
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
}

#[cfg(not(unix))]
fn terminate(child: &mut Child) {
    let _ = child.kill();
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

/// Requests the system to kill the command's process when the thread that starts it ends.
///
/// The new process itself has to request the signal, between its start and the program, and nothing safe in the standard
/// library runs there.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "only `pre_exec` runs in the new process")]
fn end_with_this_thread(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;

    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

    let parent = getpid();
    let ask = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have ended before.
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    };
    // SAFETY: other threads may have held locks when the process was forked, so nothing may be called that takes one or
    // allocates. These are two system calls, made directly, and errors that are numbers.
    unsafe { command.pre_exec(ask) };
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PATIENT: ChildLimits =
        ChildLimits { timeout: None, output: None, grace_period: Some(Duration::from_secs(1)) };

    fn shell(script: &str, limits: ChildLimits, stop: &Stop) -> EndedChild {
        run(Command::new("/bin/sh").args(["-c", script]), &limits, stop).unwrap()
    }

    fn is_gone(number: &str) -> bool {
        use rustix::process::{Pid, test_kill_process};
        let process = Pid::from_raw(number.trim().parse().unwrap()).unwrap();
        let begun = Instant::now();
        // Another process has to reap it, which may take a moment.
        while test_kill_process(process).is_ok() && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(PAUSES.1);
        }
        test_kill_process(process).is_err()
    }

    #[test]
    fn output_status_and_memory() {
        let ended = shell("echo out; echo err >&2; exit 3", PATIENT, &Stop::default());
        assert_eq!((&*ended.output, &*ended.stderr), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!((ended.status.code(), ended.cut_off), (Some(3), None));
        // Some hundred kilobytes at least, some hundred megabytes at most: bytes, not pages or kilobytes.
        assert!((100_000..500_000_000).contains(&ended.memory), "{}", ended.memory);
    }

    #[test]
    fn time_on_the_processor_is_counted_with_that_of_grandchildren() {
        let ended = shell("sh -c 'while [ $((i += 1)) -lt 100000 ]; do :; done'", PATIENT, &Stop::default());
        assert!(Duration::from_millis(5) < ended.cpu && ended.cpu < Duration::from_secs(60), "{ended:?}");
        let ended = shell("sleep 0.2", PATIENT, &Stop::default());
        assert!(Duration::from_millis(200) <= ended.wall && ended.cpu < ended.wall, "{ended:?}");
    }

    #[test]
    fn a_child_that_does_not_end_or_ignores_signals() {
        for script in ["sleep 600", "trap '' TERM INT HUP; while true; do sleep 0.01; done"] {
            for grace_period in [None, PATIENT.grace_period] {
                let limits = ChildLimits { timeout: Some(Duration::ZERO), grace_period, output: None };
                let ended = shell(script, limits, &Stop::default());
                assert_eq!((ended.status.code(), ended.cut_off), (None, Some(CutOff::Overran)), "{script}");
            }
        }
    }

    #[test]
    fn a_child_that_ends_in_order_when_it_is_asked_to() {
        let limits = ChildLimits { timeout: Some(Duration::from_millis(300)), ..PATIENT };
        let script = "trap 'echo put away; exit 7' TERM; while true; do sleep 0.01; done";
        let ended = shell(script, limits, &Stop::default());
        assert_eq!((ended.status.code(), ended.cut_off), (Some(7), Some(CutOff::Overran)));
        assert_eq!(ended.output, b"put away\n");
    }

    #[test]
    fn a_child_that_prints_without_end() {
        let limits = ChildLimits { output: Some(1 << 16), ..ChildLimits::default() };
        for script in ["yes", "yes >&2"] {
            let ended = shell(script, limits, &Stop::default());
            assert_eq!((ended.cut_off, ended.output.len()), (Some(CutOff::Flooded), 0), "{script}");
        }
    }

    #[test]
    fn processes_that_a_child_leaves_behind_are_killed() {
        let ended = shell("sleep 600 & echo $!", PATIENT, &Stop::default());
        assert!(is_gone(&String::from_utf8(ended.output).unwrap()));
    }

    #[test]
    fn a_raised_flag_ends_a_child() {
        let stop = Stop::default();
        stop.raise(StopReason::Interrupt);
        let ended = shell("sleep 600", PATIENT, &stop);
        assert_eq!(ended.cut_off, Some(CutOff::Stopped(StopReason::Interrupt)));
    }

    #[test]
    fn a_program_that_is_not_there() {
        let error = run(&mut Command::new("/no/such/program"), &PATIENT, &Stop::default()).unwrap_err();
        assert!(error.to_string().starts_with("no process can be started: "), "{error}");
    }

    /// Environment variable for the file with the child's number, in the process that is killed below.
    #[cfg(target_os = "linux")]
    const NUMBER_FILE: &str = "BMCPLAN_TEST_NUMBER_FILE";

    /// Runs the parent process of the test below; not a separate test.
    #[test]
    #[ignore = "a part of another test, which runs it as a process"]
    #[cfg(target_os = "linux")]
    fn a_parent_with_a_child() {
        if let Some(file) = std::env::var_os(NUMBER_FILE) {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "echo $$ > \"$0.new\" && mv \"$0.new\" \"$0\"; exec sleep 600"]).arg(file);
            run(&mut command, &PATIENT, &Stop::default()).unwrap();
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_child_dies_with_its_parent() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("number");
        let mut parent = Command::new(std::env::current_exe().unwrap());
        parent.args(["--exact", "child::tests::a_parent_with_a_child", "--ignored"]);
        parent.env(NUMBER_FILE, &file).stdout(std::process::Stdio::null());
        let mut parent = parent.spawn().unwrap();
        let number = loop {
            if let Ok(number) = std::fs::read_to_string(&file) {
                break number;
            }
            assert!(parent.try_wait().unwrap().is_none(), "the parent ended by itself");
            thread::sleep(PAUSES.1);
        };
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert!(is_gone(&number));
    }
}
