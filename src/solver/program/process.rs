//! One run of a solver program, which ends when the program does or when the stop flag is raised, with all processes
//! that it started.
//!
//! Everything goes through files without names: the formula into its standard input, and what it prints out of two
//! more. So nobody has to read while another writes, and a program that prints and never ends is no different from
//! one that is silent. The flag is polled.
//!
//! On Unix the program leads a process group of its own. Killing the group also ends what a wrapper script had
//! started, and Ctrl-C in a terminal reaches this process only, which then stops the program. If this process is killed
//! itself, Linux kills the program.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

use wait4::{ResUse, Wait4 as _};

use crate::figures;
use crate::stop::{Stop, StopReason};

/// How long to wait before looking at the program and the flag: a little at first, then longer and longer, since
/// small formulas take a millisecond and large ones minutes.
const FIRST_WAIT: Duration = Duration::from_micros(200);
const LONGEST_WAIT: Duration = Duration::from_millis(10);

/// How a run ended.
pub(super) enum ProcessEnd {
    /// By itself.
    Exited {
        status: ExitStatus,
        /// What it printed on standard output.
        output: Vec<u8>,
        /// What it printed on standard error.
        complaints: Vec<u8>,
    },
    /// It was killed because the flag was raised.
    Stopped(StopReason),
    /// It was killed because it had printed too much.
    Flooded,
}

/// Runs the program on the input, which is read from its beginning.
///
/// A program that prints more than `greatest_output` bytes is killed when that is seen.
pub(super) fn run(
    program: &Path,
    arguments: &[String],
    mut input: File,
    greatest_output: u64,
    stop: &Stop,
) -> io::Result<ProcessEnd> {
    input.rewind()?;
    let [mut output, mut complaints] = [tempfile::tempfile()?, tempfile::tempfile()?];
    let mut command = Command::new(program);
    command.args(arguments).stdin(input).stdout(output.try_clone()?).stderr(complaints.try_clone()?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(target_os = "linux")]
    super::orphan::end_with_this_thread(&mut command);
    let mut running = SolverProcess { child: command.spawn()?, ended: false };
    let mut wait = FIRST_WAIT;
    loop {
        if let Some(status) = running.ended()? {
            let [output, complaints] = [contents(&mut output)?, contents(&mut complaints)?];
            return Ok(ProcessEnd::Exited { status, output, complaints });
        }
        if let Some(reason) = stop.reason() {
            return Ok(ProcessEnd::Stopped(reason));
        }
        if greatest_output < output.metadata()?.len().max(complaints.metadata()?.len()) {
            return Ok(ProcessEnd::Flooded);
        }
        thread::sleep(wait);
        wait = (2 * wait).min(LONGEST_WAIT);
    }
}

/// Whether it has ended; it is not waited for by that, so the system keeps what it took.
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

fn contents(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A program that is killed, with all it started, if this is dropped before it has ended.
struct SolverProcess {
    child: Child,
    /// From then on the system may give its number to another process.
    ended: bool,
}

impl SolverProcess {
    fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if !has_ended(&mut self.child)? {
            return Ok(None);
        }
        self.ended = true;
        let ResUse { status, rusage } = self.child.wait4()?;
        figures::add_child(rusage.utime + rusage.stime);
        Ok(Some(status))
    }

    #[cfg(unix)]
    fn kill(&mut self) -> io::Result<()> {
        use rustix::process::{Pid, Signal, kill_process_group};
        Ok(kill_process_group(Pid::from_child(&self.child), Signal::KILL)?)
    }

    #[cfg(not(unix))]
    fn kill(&mut self) -> io::Result<()> {
        self.child.kill()
    }
}

impl Drop for SolverProcess {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        match self.kill() {
            // It is dead, so this takes no time.
            Ok(()) => {
                if let Ok(ResUse { rusage, .. }) = self.child.wait4() {
                    figures::add_child(rusage.utime + rusage.stime);
                }
            }
            Err(error) => log::warn!("process {} cannot be killed: {error}", self.child.id()),
        }
    }
}
