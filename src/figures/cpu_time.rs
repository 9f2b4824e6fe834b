//! CPU time of a thread, with the time of the processes that the thread has started and waited for.
//!
//! Times on this clock add up to no more than the CPU time that the system counts for the whole process, however busy the
//! processor is with other work. Systems without such a clock use the wall clock.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// CPU nanoseconds of all processes that any thread has waited for.
static OF_ALL_CHILDREN: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static OF_CHILDREN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A moment on the clock of one thread.
#[derive(Debug, Clone, Copy)]
pub struct CpuInstant(Duration);

impl CpuInstant {
    /// The present time on the clock of this thread.
    pub fn now() -> Self {
        Self(of_this_thread() + OF_CHILDREN.get())
    }

    /// The time since this moment, on the same thread.
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

/// Adds the time of a process that this thread has waited for.
pub fn add_child(taken: Duration) {
    OF_CHILDREN.set(OF_CHILDREN.get() + taken);
    OF_ALL_CHILDREN.fetch_add(u64::try_from(taken.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// CPU time of this process, all threads together, with the time of the processes that they have waited for; none where the
/// system has no such clock.
pub fn cpu_time_of_process() -> Option<Duration> {
    Some(of_this_process()? + Duration::from_nanos(OF_ALL_CHILDREN.load(Ordering::Relaxed)))
}

#[cfg(unix)]
fn shown_by(clock: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanoseconds)
}

#[cfg(unix)]
fn of_this_thread() -> Duration {
    shown_by(rustix::time::ClockId::ThreadCPUTime)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "not all systems have such a clock")]
fn of_this_process() -> Option<Duration> {
    Some(shown_by(rustix::time::ClockId::ProcessCPUTime))
}

#[cfg(not(unix))]
fn of_this_process() -> Option<Duration> {
    None
}

#[cfg(not(unix))]
fn of_this_thread() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn waiting_takes_no_time_and_children_do() {
        let begun = CpuInstant::now();
        thread::sleep(Duration::from_millis(100));
        assert!(begun.elapsed() < Duration::from_millis(50));
        add_child(Duration::from_secs(7));
        assert!(Duration::from_secs(7) <= begun.elapsed());
        let others = thread::spawn(|| CpuInstant::now().0).join().map_err(|_| "the thread panicked");
        assert!(others.is_ok_and(|time| time < Duration::from_secs(7)));
    }
}
