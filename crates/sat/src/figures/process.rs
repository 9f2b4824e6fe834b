//! The figures of this process, as the system counts them: CPU time including that of its child processes, and memory.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::seconds;

/// CPU time and memory of this process so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ProcessFigures {
    /// CPU seconds of the process, summed over threads, and of the processes started by it.
    pub cpu_seconds: Option<f64>,
    /// Greatest resident set in megabytes of 10⁶ bytes, or the current one where the system records no greatest.
    pub memory_mb: Option<f64>,
}

impl ProcessFigures {
    /// Measures the current figures.
    pub fn now() -> Self {
        Self { cpu_seconds: cpu_time_with_children().map(seconds), memory_mb: memory_mb() }
    }
}

/// Returns the resident bytes of this process.
pub fn resident_bytes() -> Option<usize> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem)
}

/// CPU time and memory of this process when a call began.
#[derive(Debug, Clone, Copy)]
pub struct ProcessStart {
    cpu: Option<Duration>,
    memory: Option<Memory>,
}

impl ProcessStart {
    /// Measures the current figures.
    pub fn now() -> Self {
        Self { cpu: cpu_time_with_children(), memory: Memory::now() }
    }

    /// Returns what the process has taken since then, in all threads. Its memory is how far the greatest resident set exceeds the one
    /// at the start; `None` if the process had needed as much before, since then nothing is known of this time.
    pub fn taken(self) -> ProcessFigures {
        let cpu = cpu_time_with_children().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        let grown = |(now, then): (Memory, Memory)| {
            (then.greatest < now.greatest).then(|| now.greatest.saturating_sub(then.resident))
        };
        let memory = Memory::now().zip(self.memory).and_then(grown);
        ProcessFigures { cpu_seconds: cpu.map(seconds), memory_mb: memory.and_then(megabytes) }
    }
}

fn memory_mb() -> Option<f64> {
    megabytes(Memory::now()?.greatest)
}

fn megabytes(bytes: usize) -> Option<f64> {
    u32::try_from(bytes / 1000).ok().map(|kilobytes| f64::from(kilobytes) / 1000.0)
}

/// Resident sets in bytes. Where the system records no greatest one, it is the current one.
#[derive(Debug, Clone, Copy)]
struct Memory {
    resident: usize,
    greatest: usize,
}

impl Memory {
    fn now() -> Option<Self> {
        let present = || resident_bytes().map(|resident| Self { resident, greatest: resident });
        Self::recorded().or_else(present)
    }

    #[cfg(target_os = "linux")]
    fn recorded() -> Option<Self> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let bytes = |key| {
            let line = status.lines().find_map(|line| line.strip_prefix(key))?;
            // The unit kB is 1024 bytes in this file.
            line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
        };
        Some(Self { resident: bytes("VmRSS:")?, greatest: bytes("VmHWM:")? })
    }

    #[cfg(not(target_os = "linux"))]
    fn recorded() -> Option<Self> {
        None
    }
}

/// Returns the CPU time of this process and of the processes started by it, running ones included, if the system reports it.
pub fn cpu_time_with_children() -> Option<Duration> {
    Some(cpu_time_of_process()? + running_children())
}

#[cfg(target_os = "linux")]
fn running_children() -> Duration {
    let ticks: u64 = children_of(std::process::id()).into_iter().filter_map(ticks_of).sum();
    let a_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / a_second)
}

#[cfg(not(target_os = "linux"))]
fn running_children() -> Duration {
    Duration::ZERO
}

/// Returns the CPU time of a process with its children, in ticks of the system's clock. A child that ends meanwhile counts for
/// its parent at the next call.
#[cfg(target_os = "linux")]
fn ticks_of(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // After the name in parentheses, which may have spaces: the state, ten numbers, and then the user and system time of the
    // process and of children that it has waited for.
    let (_, rest) = stat.rsplit_once(')')?;
    let own = rest.split_whitespace().skip(11).take(4).filter_map(|ticks| ticks.parse::<u64>().ok());
    Some(own.sum::<u64>() + children_of(process).into_iter().filter_map(ticks_of).sum::<u64>())
}

#[cfg(target_os = "linux")]
fn children_of(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let ids = lists.flat_map(|list| list.split_whitespace().map(str::parse).collect::<Vec<_>>());
    ids.filter_map(Result::ok).collect()
}

static OF_ALL_CHILDREN: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static OF_CHILDREN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Moment on the clock of one thread.
#[derive(Debug, Clone, Copy)]
pub struct CpuInstant(Duration);

impl CpuInstant {
    /// Returns the current time on the clock of this thread.
    pub fn now() -> Self {
        Self(of_this_thread() + OF_CHILDREN.get())
    }

    /// Returns the time since this moment, on the same thread.
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

/// Adds the time of a process that this thread has waited for.
pub fn add_child(taken: Duration) {
    OF_CHILDREN.set(OF_CHILDREN.get() + taken);
    OF_ALL_CHILDREN.fetch_add(u64::try_from(taken.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Returns the CPU time of this process, summed over threads, with the time of the processes that they have waited for. `None`
/// where the system has no such clock.
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

    #[test]
    fn a_call_has_taken_what_came_after_its_start() {
        let start = ProcessStart::now();
        let busy = vec![1_u8; 300_000_000];
        let taken = start.taken();
        assert!(busy.iter().all(|byte| *byte == 1));
        let memory = taken.memory_mb.unwrap();
        assert!((290.0..400.0).contains(&memory), "{memory}");
        // Other tests have child processes, whose time counts while they run, so no more is known of it.
        assert!(taken.cpu_seconds.is_some());
        drop(busy);
        // What is needed now was needed before.
        if cfg!(target_os = "linux") {
            let again = ProcessStart::now();
            drop(vec![1_u8; 1_000_000]);
            assert_eq!(again.taken().memory_mb, None);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn running_children_count() {
        let mut busy =
            std::process::Command::new("sh").args(["-c", "(while :; do :; done) & wait"]).spawn().unwrap();
        let (before, begun) = (cpu_time_with_children().unwrap(), std::time::Instant::now());
        while cpu_time_with_children().unwrap() < before + Duration::from_millis(200)
            && begun.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        let after = cpu_time_with_children().unwrap();
        let children = format!("/proc/{}/task/{0}/children", busy.id());
        for child in std::fs::read_to_string(children).unwrap().split_whitespace() {
            std::process::Command::new("kill").arg(child).status().unwrap();
        }
        busy.kill().unwrap();
        busy.wait().unwrap();
        assert!(before + Duration::from_millis(200) <= after);
    }
}
