//! Limits: time on the clock, time on processors, and memory. Each raises the [`Stop`] flag when it is reached.
//!
//! The memory limit is on the resident set beyond that at the start of the run, so that the memory of the SAT solver counts,
//! and the program itself does not.
//!
//! Every long loop asks the flag, and then reports what is known. But a formula of gigabytes takes its time to be freed. No caller
//! waits for that: after a time of [grace](Stage), or sooner where memory grows on, [`listen`] and [`for_each_index`] leave the work behind.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::figures::{cpu_time_with_children, resident_bytes};

/// The limits of a run; none by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Option<Duration>,
    /// CPU time of this process and of those it has started.
    pub cpu_timeout: Option<Duration>,
    /// Bytes.
    pub memory: Option<usize>,
}

const MEGABYTE: usize = 1_000_000;

impl Limits {
    /// Returns the bytes of a memory limit in megabytes.
    pub fn bytes(megabytes: u32) -> usize {
        usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(MEGABYTE)
    }

    /// Returns the memory limit in whole megabytes.
    pub fn megabytes(&self) -> Option<usize> {
        self.memory.map(|bytes| bytes / MEGABYTE)
    }
}

/// A limiter over a run. It ends when this is dropped.
pub struct Limiter {
    /// The flag that the limits raise.
    pub stop: Stop,
    /// Set when the memory taken is so far above the limit that no thread is waited for.
    overrun: Arc<AtomicBool>,
    /// Called now and then by the thread that waits for work.
    poll: Option<Arc<dyn Fn() + Send + Sync>>,
    _while_held: Option<Sender<()>>,
}

/// Bytes above the limit, or a tenth of it, that are tolerated: threads that have seen the flag may need them to
/// report.
const SLACK: usize = 10_000_000;

/// The time between two looks at the limits. In this time a process can take about ten megabytes.
const PERIOD: Duration = Duration::from_millis(5);

impl Limiter {
    /// Starts the clocks of a run that `stop` ends.
    pub fn over(stop: Stop, limits: &Limits) -> Self {
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
        Self { stop, overrun, poll: None, _while_held: while_held }
    }

    /// Sets `poll`, which is called every few milliseconds while a thread waits for work.
    #[must_use]
    pub fn polling(self, poll: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { poll: Some(poll), ..self }
    }

    /// Hands messages on until all senders are gone; or returns the reason for which it was stopped if the work takes longer than its
    /// time of grace then.
    fn wait<M>(
        &self,
        mut stage: Stage,
        messages: &Receiver<M>,
        on_message: &mut dyn FnMut(M) -> Stage,
    ) -> Option<StopReason> {
        let mut raised: Option<(Instant, StopReason)> = None;
        loop {
            match messages.recv_timeout(PERIOD) {
                Ok(message) => stage = stage.max(on_message(message)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if let Some(poll) = &self.poll {
                poll();
            }
            if let (None, Some(reason)) = (raised, self.stop.reason()) {
                raised = Some((Instant::now(), reason));
            }
            if let Some((at, reason)) = raised
                && stage.grace(self.overrun.load(Ordering::Relaxed)) <= at.elapsed()
            {
                return Some(reason);
            }
        }
    }

    /// Builds the limiter of a part of the run, which has further limits of its own.
    #[must_use]
    pub fn part(&self, limits: &Limits) -> Self {
        let stop = self.stop.child_within(limits.memory.or(self.stop.memory()));
        Self { poll: self.poll.clone(), ..Self::over(stop, limits) }
    }
}

/// Returns the threads of a search that is alone: as many as there are cores, but one if the time on processors is limited, since its clock is that of all
/// threads.
pub fn search_threads(limits: &Limits) -> Option<NonZeroUsize> {
    thread::available_parallelism().ok().filter(|_| limits.cpu_timeout.is_none())
}

/// Returns the memory of a search on disk, in bytes: the limit, or else half of what the machine has to spare, up to a gigabyte.
pub(super) fn memory_beside_disk(limit: Option<usize>) -> Option<usize> {
    limit.or_else(|| Some(half_of_spare_memory()?.min(1_000_000_000)))
}

/// Returns half of the memory that the machine has to spare, in bytes, within the limit of a container; none where the system does
/// not tell.
pub fn half_of_spare_memory() -> Option<usize> {
    let refreshed = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(refreshed);
    // Without /proc nothing is known, and asking for the limits of a container would panic.
    if system.total_memory() == 0 {
        return None;
    }
    let of_container = system.cgroup_limits().map(|limits| limits.free_memory);
    let bytes = of_container.into_iter().fold(system.available_memory(), u64::min);
    usize::try_from(bytes / 2).ok().filter(|bytes| 0 < *bytes)
}

struct RunningLimits {
    /// None also where it is too far away to be a time.
    deadline: Option<Instant>,
    /// On the clock that counts CPU time.
    cpu_deadline: Option<Duration>,
    /// The greatest resident set, and one that is too great by far.
    memory: Option<[usize; 2]>,
}

impl From<&Limits> for RunningLimits {
    fn from(limits: &Limits) -> Self {
        let memory = limits.memory.and_then(|bytes| {
            let already = resident_bytes();
            if already.is_none() {
                log::warn!("memory cannot be measured here; the limit holds for the explicit search only");
            }
            let already = already?;
            Some(
                [bytes, bytes.saturating_add((bytes / 20).max(SLACK.min(bytes / 10)))]
                    .map(|bytes| already.saturating_add(bytes)),
            )
        });
        let cpu_deadline = limits.cpu_timeout.and_then(|timeout| {
            let already = cpu_time_with_children();
            if already.is_none() {
                log::warn!("CPU time cannot be measured here; the limit on it does not hold");
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

    /// Raises the flag if a limit is reached. True if far too much memory is in use.
    fn check(&self, stop: &Stop) -> bool {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            stop.raise(StopReason::Timeout);
        }
        // Figures of the process take milliseconds where it has many mappings or threads: only what is limited is measured.
        let is_over = |deadline| cpu_time_with_children().is_some_and(|taken| deadline <= taken);
        if self.cpu_deadline.is_some_and(is_over) {
            stop.raise(StopReason::CpuTimeout);
        }
        let Some([greatest, too_great]) = self.memory else { return false };
        let Some(bytes) = resident_bytes() else { return false };
        if greatest < bytes {
            stop.raise(StopReason::Memory);
        }
        too_great < bytes
    }
}

/// The work that a thread is busy with, which decides how long it may take to report once it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// A problem is read. A rule sheet that grew too large is freed before it is reported which rule grew.
    Reading,
    /// An answer is looked for.
    Working,
    /// An answer is being confirmed, which is worth waiting for.
    Confirming,
}

impl Stage {
    fn grace(self, memory_grows: bool) -> Duration {
        Duration::from_millis(match (self, memory_grows) {
            (Self::Reading, _) => 200,
            (_, true) => 20,
            (Self::Working, false) => 120,
            (Self::Confirming, false) => 3_000,
        })
    }
}

/// Runs `work` on a thread of its own and hands on what it sends meanwhile; `on_message` returns the stage that a message belongs
/// to; the work never falls back to an earlier one.
///
/// # Errors
/// Errors of the work, or the reason for which it was left behind after its time of grace.
pub fn listen<M: Send + 'static, R: Send + 'static, E: From<StopReason> + Send + 'static>(
    stage: Stage,
    work: impl FnOnce(&Stop, &dyn Fn(M)) -> Result<R, E> + Send + 'static,
    limiter: &Limiter,
    mut on_message: impl FnMut(M) -> Stage,
) -> Result<R, E> {
    let (sender, messages) = mpsc::channel();
    let stop = limiter.stop.clone();
    // The receiver is gone once the answer is out.
    let work = move || work(&stop, &|message| drop(sender.send(message)));
    let worker = match thread::Builder::new().spawn(work) {
        Ok(worker) => worker,
        Err(error) => {
            log::warn!("no thread can be started: {error}");
            return Err(StopReason::Memory.into());
        }
    };
    match limiter.wait(stage, &messages, &mut on_message) {
        Some(reason) => Err(reason.into()),
        None => worker.join().unwrap_or_else(|payload| panic::resume_unwind(payload)),
    }
}

/// Works as [`listen`], for work that sends nothing.
///
/// # Errors
/// As of [`listen`].
pub fn alone<R: Send + 'static, E: From<StopReason> + Send + 'static>(
    stage: Stage,
    work: impl FnOnce(&Stop) -> Result<R, E> + Send + 'static,
    limiter: &Limiter,
) -> Result<R, E> {
    listen(stage, |stop, _: &dyn Fn(())| work(stop), limiter, |()| stage)
}

/// Runs `work` for each number from 0 to `n` - 1 on `threads` threads, and passes its messages to `on_message`. An error of `on_message`
/// raises the stop flag of `work`; once a stop flag is raised, no further number is begun.
///
/// # Errors
/// The first of `on_message`.
pub fn for_each_index<M: Send + 'static, E>(
    n: usize,
    threads: NonZeroUsize,
    stage: Stage,
    work: impl Fn(usize, &Stop, &dyn Fn(M)) + Send + Sync + 'static,
    limiter: &Limiter,
    on_message: &mut dyn FnMut(usize, M) -> Result<(), E>,
) -> Result<(), E> {
    let own = Limiter::over(limiter.stop.child(), &Limits::default());
    let limiter = Limiter { poll: limiter.poll.clone(), ..own };
    let (sender, messages) = mpsc::channel();
    let (stop, next) = (limiter.stop.clone(), AtomicUsize::new(0));
    let work = move || {
        while !stop.is_raised() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if n <= index {
                return;
            }
            let send = |message| drop(sender.send(Ok((index, message))));
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| work(index, &stop, &send))) {
                drop(sender.send(Err(payload)));
                return;
            }
        }
    };
    start(threads.get().min(n), &limiter.stop, Arc::new(work));
    let mut result = Ok(());
    limiter.wait(stage, &messages, &mut |message: Result<(usize, M), _>| {
        let (index, message) = message.unwrap_or_else(|payload| panic::resume_unwind(payload));
        if result.is_ok() {
            result = on_message(index, message);
        }
        if result.is_err() {
            limiter.stop.raise(StopReason::Interrupt);
        }
        stage
    });
    result
}

/// Starts threads that do the same work; fewer if the system has no more.
fn start(n_threads: usize, stop: &Stop, work: Arc<dyn Fn() + Send + Sync>) {
    for n_started in 0..n_threads {
        let work = work.clone();
        if let Err(error) = thread::Builder::new().spawn(move || work()) {
            log::warn!("the system starts no more threads than {n_started}: {error}");
            if n_started == 0 {
                stop.raise(StopReason::Memory);
            }
            return;
        }
    }
}
