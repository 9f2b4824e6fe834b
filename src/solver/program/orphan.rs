//! The parent-death signal of solver programs: on Linux the system kills them when this process is gone, be it by a signal
//! that nobody can catch.
//!
//! Such a signal has to be asked for by the program's process itself, between its start and the program, and nothing safe in
//! the standard library runs there. It is for this process alone: what a wrapper script had started goes on.

#![expect(unsafe_code, reason = "only `pre_exec` runs in the new process")]

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

/// Has the process of a command killed when the thread that starts it ends, which should not be before the process has
/// ended.
pub(super) fn end_with_this_thread(command: &mut Command) {
    let parent = getpid();
    let ask = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // It may have ended before that was said.
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    };
    // SAFETY: other threads may have held locks when the process was split off, so nothing may be called that takes one or
    // allocates. These are two system calls, made directly, and errors that are numbers.
    unsafe { command.pre_exec(ask) };
}
