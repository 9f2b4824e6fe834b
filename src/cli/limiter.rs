//! Ctrl-C, and the end of this process: with the one that started it, or at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ask::{Limiter, Limits, remove_unfinished};
use crate::stop::{Stop, StopReason};

use super::exit::Exit;

/// True if the parent process watches over this one and kills it if need be. The parent's end may be signalled more than once:
/// the system does so for each of its threads.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Set while the answer is written. Then no thread polls the flag any more, and the reader of the answer may never come.
static IS_ANSWERING: AtomicBool = AtomicBool::new(false);

/// Builds the limiter of the whole run, which Ctrl-C ends, too: once in a process.
pub(crate) fn start(limits: &Limits) -> Limiter {
    let stop = Stop::within(limits.memory);
    catch_interrupts(&stop);
    Limiter::over(stop, limits)
}

/// Works on one of many problems, which has limits of its own. Returns nothing after a panic, which was reported when it happened.
pub(crate) fn one_of_many<T>(limits: &Limits, stop: &Stop, work: impl FnOnce(&Stop) -> T) -> Option<T> {
    let limiter = Limiter::over(stop.child_within(limits.memory), limits);
    catch_unwind(AssertUnwindSafe(|| work(&limiter.stop))).ok()
}

pub(crate) fn answering() {
    IS_ANSWERING.store(true, Ordering::Relaxed);
}

/// Ends this process when `parent`, which started it, ends, be it killed: as if it were terminated, so whatever it has
/// started is put away, too. Where the system does not know that, limits do it later.
#[cfg(target_os = "linux")]
pub(crate) fn end_with_parent(parent: u32) {
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
    IS_WATCHED.store(true, Ordering::Relaxed);
    if let Err(error) = set_parent_process_death_signal(Some(Signal::TERM)) {
        log::warn!("this process does not end with the one that started it: {error}");
    }
    // The parent may have ended before the signal was set.
    let still = i32::try_from(parent).ok().and_then(Pid::from_raw);
    if getppid() != still {
        kill();
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end_with_parent(_: u32) {
    IS_WATCHED.store(true, Ordering::Relaxed);
}

/// Catches interrupts: the first raises the flag, the second ends the process unless another handler does. So does the first while
/// the answer is written.
fn catch_interrupts(stop: &Stop) {
    let stop = stop.clone();
    let again = AtomicBool::new(false);
    let caught = ctrlc::set_handler(move || {
        let is_second = again.swap(true, Ordering::Relaxed) && !IS_WATCHED.load(Ordering::Relaxed);
        if is_second || IS_ANSWERING.load(Ordering::Relaxed) {
            kill();
        }
        stop.raise(StopReason::Interrupt);
    });
    if let Err(error) = caught {
        log::warn!("Ctrl-C will end the program without a report: {error}");
    }
}

#[expect(
    clippy::exit,
    reason = "nobody waits for a report: it was interrupted twice, the report is being written, or whoever started it is gone"
)]
fn kill() {
    remove_unfinished(|| std::process::exit(Exit::Interrupted.code().into()));
}
