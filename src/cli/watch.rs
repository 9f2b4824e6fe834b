//! Time limit, memory limit and Ctrl-C; each of them raises the [`Stop`] flag.
//!
//! The memory limit is on what the process takes beyond what it had at the start of the watch: its resident set, so
//! that the memory of the SAT solver counts too, less the program itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::stop::{Stop, StopReason};

use super::exit::Exit;
use super::usage;

/// How far a run may go; by default without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Limits {
    /// Wall-clock time.
    pub(crate) timeout: Option<Duration>,
    /// Time on a processor, of this process and of those it has started.
    pub(crate) cpu_timeout: Option<Duration>,
    /// Bytes.
    pub(crate) memory: Option<usize>,
}

/// A watch over a run. It ends when this is dropped; Ctrl-C stays caught.
pub(crate) struct Watch {
    /// What it raises.
    pub(crate) stop: Stop,
    /// Set when so much more memory was taken than was allowed that nobody is waited for any more.
    pub(crate) overrun: Arc<AtomicBool>,
    _while_held: Option<Sender<()>>,
}

/// Whether this process was started by one that watches over it and kills it if need be. Its end may be signalled more
/// than once: the system does so for each of its threads.
static IS_WATCHED: AtomicBool = AtomicBool::new(false);

/// Whether the answer is being written. Then nobody looks at the flag any more, and whoever reads the answer may never come.
static IS_ANSWERING: AtomicBool = AtomicBool::new(false);

/// The folder that is being written, if there is one: it goes with the process.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// So many bytes above the limit, or a tenth of it, are never far too many: whoever has heard the flag may need them to
/// report.
const SLACK: usize = 10_000_000;

/// How often the limits are looked at. In this time a process can take about ten megabytes.
const PERIOD: Duration = Duration::from_millis(5);

impl Watch {
    /// Starts the clock, and catches Ctrl-C: once in a process.
    pub(crate) fn start(limits: &Limits) -> Self {
        let stop = Stop::within(limits.memory);
        catch_interrupts(&stop);
        Self::over(stop, limits)
    }

    /// A watch over a part of the run, which has limits of its own.
    pub(crate) fn part(&self, limits: &Limits) -> Self {
        Self::over(self.stop.child_within(limits.memory), limits)
    }

    fn over(stop: Stop, limits: &Limits) -> Self {
        let overrun = Arc::new(AtomicBool::new(false));
        let limits = RunningLimits::from(limits);
        // Checked once before the run, so that `--timeout 0` stops at once.
        limits.check(&stop);
        let while_held = limits.any().then(|| {
            let (sender, receiver) = mpsc::channel();
            let (watched, overrun) = (stop.clone(), overrun.clone());
            let spawned = thread::Builder::new().spawn(move || {
                while receiver.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                    if limits.check(&watched) {
                        overrun.store(true, Ordering::Relaxed);
                    }
                }
            });
            if let Err(error) = spawned {
                log::warn!("no thread can be started: {error}");
                stop.raise(StopReason::Memory);
            }
            sender
        });
        Self { stop, overrun, _while_held: while_held }
    }
}

/// From now on the answer is written, and an interrupt ends the process at once.
pub(crate) fn answering() {
    IS_ANSWERING.store(true, Ordering::Relaxed);
}

/// The folder that goes if the process is ended at once from now on; none if it is to stay.
pub(crate) fn unfinished(folder: Option<&Path>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = folder.map(Path::to_owned);
}

/// Limits since a moment.
struct RunningLimits {
    /// None also where it is too far away to be a time.
    deadline: Option<Instant>,
    /// By the clock that counts what the processes take.
    cpu_deadline: Option<Duration>,
    /// The greatest resident set, and one that is too great by far.
    memory: Option<[usize; 2]>,
}

impl From<&Limits> for RunningLimits {
    fn from(limits: &Limits) -> Self {
        let memory = limits.memory.and_then(|bytes| {
            let already = resident_bytes();
            if already.is_none() {
                log::warn!("memory cannot be measured here; --memory holds for the explicit search only");
            }
            let already = already?;
            Some(
                [bytes, bytes.saturating_add((bytes / 20).max(SLACK.min(bytes / 10)))]
                    .map(|bytes| already.saturating_add(bytes)),
            )
        });
        let cpu_deadline = limits.cpu_timeout.and_then(|timeout| {
            let already = usage::taken();
            if already.is_none() {
                log::warn!("CPU time cannot be measured here; --cpu-timeout does not hold");
            }
            already?.checked_add(timeout)
        });
        let deadline = limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { deadline, cpu_deadline, memory }
    }
}

impl RunningLimits {
    fn any(&self) -> bool {
        self.deadline.is_some() || self.cpu_deadline.is_some() || self.memory.is_some()
    }

    /// Raises the flag if a limit is reached. Whether there is far too much memory in use.
    fn check(&self, stop: &Stop) -> bool {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            stop.raise(StopReason::Timeout);
        }
        if let Some((deadline, taken)) = self.cpu_deadline.zip(usage::taken())
            && deadline <= taken
        {
            stop.raise(StopReason::Timeout);
        }
        let Some(([greatest, too_great], bytes)) = self.memory.zip(resident_bytes()) else { return false };
        if greatest < bytes {
            stop.raise(StopReason::Memory);
        }
        too_great < bytes
    }
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
    // It may have ended before the signal was set.
    let still = i32::try_from(parent).ok().and_then(Pid::from_raw);
    if getppid() != still {
        kill();
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end_with_parent(_: u32) {
    IS_WATCHED.store(true, Ordering::Relaxed);
}

fn resident_bytes() -> Option<usize> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem)
}

/// The first interrupt raises the flag, the second ends the process, unless somebody else does; and so does the first while
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
    // Held to the end, so that nobody puts into its place what is removed here.
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = &*unfinished {
        fs::remove_dir_all(folder).ok();
    }
    std::process::exit(Exit::Interrupted.code().into());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_at_once(limits: Limits) -> Option<StopReason> {
        let stop = Stop::default();
        RunningLimits::from(&limits).check(&stop);
        stop.reason()
    }

    #[test]
    fn limits_are_met_when_they_are_and_not_before() {
        let (zero, long) = (Some(Duration::ZERO), Some(Duration::MAX));
        assert_eq!(reason_at_once(Limits::default()), None);
        assert_eq!(reason_at_once(Limits { timeout: zero, ..Limits::default() }), Some(StopReason::Timeout));
        let cpu_timeout = Some(Duration::ZERO);
        let on_processor = Limits { cpu_timeout, ..Limits::default() };
        assert_eq!(reason_at_once(on_processor), usage::taken().map(|_| StopReason::Timeout));
        assert_eq!(reason_at_once(Limits { timeout: long, ..Limits::default() }), None);
    }

    // One test, for tests share a process and so its memory.
    #[test]
    fn what_is_taken_after_the_start_counts_and_nothing_before() {
        let few = Limits { memory: Some(10_000_000), ..Limits::default() };
        let taken_before = vec![1_u8; 50_000_000];
        assert_eq!(reason_at_once(few), None);
        let (limits, stop) = (RunningLimits::from(&few), Stop::default());
        let taken_after = vec![1_u8; 50_000_000];
        limits.check(&stop);
        assert_eq!(stop.reason(), Some(StopReason::Memory), "{}", taken_before.len() + taken_after.len());
    }
}
