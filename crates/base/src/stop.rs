//! The stop flag: a time limit, a memory limit or Ctrl-C raises it, and every long loop polls it.
//!
//! The flag carries its reason, so that every report can give it ("gave up" is never "no plan"). The first reason raised stays.
//! Polling costs one relaxed atomic load; the flag can be raised from any thread or signal handler.
//!
//! Work that takes turns with other work is paused by its flag: who polls it then waits until it is resumed or raised.
//!
//! The flag also has the memory limit, if there is one, so that work that cannot fit is not begun ([`Stop::needs`]).

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Reason why a computation was stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StopReason {
    /// The wall-clock limit was reached.
    Timeout = 1,
    /// The memory limit was reached.
    Memory = 2,
    /// The user interrupted (Ctrl-C).
    Interrupt = 3,
    /// A disk was full, or the disk quota of a search was reached.
    Disk = 4,
    /// The limit on CPU time was reached.
    CpuTimeout = 5,
}

impl StopReason {
    const ALL: [Self; 5] = [Self::Timeout, Self::Memory, Self::Interrupt, Self::Disk, Self::CpuTimeout];
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "timeout",
            Self::Memory => "memory limit",
            Self::Interrupt => "interrupted",
            Self::Disk => "disk limit",
            Self::CpuTimeout => "CPU timeout",
        })
    }
}

/// The bit of a flag that is paused; the others are the code of the reason.
const PAUSED: u8 = 1 << 7;

/// The time after which a paused flag looks whether it was raised.
const LOOK: Duration = Duration::from_millis(10);

#[derive(Debug, Default)]
struct Flag {
    state: AtomicU8,
    pause: Mutex<()>,
    resumed: Condvar,
}

/// Shared stop flag; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    own: Arc<Flag>,
    parent: Option<Arc<Stop>>,
    /// Memory limit in bytes.
    memory: Option<usize>,
}

impl Stop {
    /// Builds a flag for work with a limit of `memory` bytes. The code that measures memory raises it at the limit.
    pub fn within(memory: Option<usize>) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Returns the memory limit in bytes, if there is one.
    pub fn memory(&self) -> Option<usize> {
        self.memory
    }

    /// Announces an allocation of at least `bytes` bytes for `what`: raises the flag if the limit is less. Returns whether the
    /// flag is raised.
    pub fn needs(&self, what: &str, bytes: usize) -> bool {
        if let Some(memory) = self.memory.filter(|memory| *memory < bytes)
            && !self.is_raised()
        {
            const MEGABYTE: usize = 1_000_000;
            let (needed, memory) = (bytes.div_ceil(MEGABYTE), memory / MEGABYTE);
            log::warn!("{what} would take at least {needed} MB, more than the memory limit of {memory} MB");
            self.raise(StopReason::Memory);
        }
        self.is_raised()
    }

    /// Raises the flag. Only the first reason is kept.
    pub fn raise(&self, reason: StopReason) {
        let first = |state: u8| (state & !PAUSED == 0).then_some(state | reason as u8);
        let _ = self.own.state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, first);
    }

    /// Makes all threads that poll this flag or its children wait.
    pub fn pause(&self) {
        self.own.state.fetch_or(PAUSED, Ordering::Relaxed);
    }

    /// Ends a [pause](Self::pause).
    pub fn resume(&self) {
        let _guard = self.own.pause.lock().unwrap_or_else(PoisonError::into_inner);
        self.own.state.fetch_and(!PAUSED, Ordering::Relaxed);
        self.own.resumed.notify_all();
    }

    /// Returns a separate flag that also counts as raised when this one is: for a part of the work that may be stopped alone.
    #[must_use]
    pub fn child(&self) -> Self {
        self.child_within(self.memory)
    }

    /// Returns a flag like [`Stop::child`], for a part with its own memory limit.
    #[must_use]
    pub fn child_within(&self, memory: Option<usize>) -> Self {
        Self { own: Arc::default(), parent: Some(Arc::new(self.clone())), memory }
    }

    /// Returns the reason of the flag, if it was raised.
    pub fn reason(&self) -> Option<StopReason> {
        let code = self.code();
        let own = StopReason::ALL.into_iter().find(|reason| *reason as u8 == code);
        own.or_else(|| self.parent.as_ref()?.reason())
    }

    /// Returns the code of the own reason, or 0, after a pause.
    fn code(&self) -> u8 {
        let state = self.own.state.load(Ordering::Relaxed);
        if state & PAUSED == 0 { state } else { self.wait() }
    }

    #[cold]
    fn wait(&self) -> u8 {
        let mut guard = self.own.pause.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let state = self.own.state.load(Ordering::Relaxed);
            if state != PAUSED || self.parent.as_ref().is_some_and(|parent| parent.is_raised()) {
                return state & !PAUSED;
            }
            guard = self.own.resumed.wait_timeout(guard, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Fails with the reason if the flag was raised.
    pub fn check(&self) -> Result<(), StopReason> {
        self.reason().map_or(Ok(()), Err)
    }

    /// Checks whether the flag was raised.
    pub fn is_raised(&self) -> bool {
        self.code() != 0 || self.parent.as_ref().is_some_and(|parent| parent.is_raised())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let stop = Stop::default();
        assert_eq!(stop.reason(), None);
        let shared = stop.clone();
        shared.raise(StopReason::Memory);
        shared.raise(StopReason::Interrupt);
        assert_eq!(stop.reason(), Some(StopReason::Memory));
        assert!(stop.is_raised());
    }

    #[test]
    fn a_child_is_stopped_alone_or_with_its_parent() {
        let parent = Stop::default();
        let (one, other) = (parent.child(), parent.child());
        one.raise(StopReason::Memory);
        assert_eq!([&one, &other, &parent].map(Stop::reason), [Some(StopReason::Memory), None, None]);
        parent.raise(StopReason::Timeout);
        assert_eq!(one.reason(), Some(StopReason::Memory));
        assert_eq!((other.reason(), other.is_raised()), (Some(StopReason::Timeout), true));
    }

    #[test]
    fn a_pause_ends_when_it_is_resumed_or_raised() {
        let raised: [fn(&Stop, &Stop); 3] = [
            |_, child| child.resume(),
            |_, child| child.raise(StopReason::Memory),
            |parent, _| parent.raise(StopReason::Timeout),
        ];
        let expected = [None, Some(StopReason::Memory), Some(StopReason::Timeout)];
        for (end, expected) in raised.into_iter().zip(expected) {
            let parent = Stop::default();
            let child = parent.child();
            child.pause();
            thread::scope(|scope| {
                let waits = scope.spawn(|| child.child().reason());
                thread::sleep(Duration::from_millis(30));
                assert!(!waits.is_finished());
                assert!(!parent.is_raised());
                end(&parent, &child);
                assert_eq!(waits.join().unwrap(), expected);
            });
        }
    }

    #[test]
    fn what_cannot_fit_is_not_begun() {
        let unlimited = Stop::default();
        assert!(!unlimited.needs("everything", usize::MAX));
        let stop = Stop::within(Some(1000));
        assert!(!stop.needs("a little", 1000));
        assert!(stop.child().needs("more", 1001));
        assert_eq!(stop.reason(), None);
        assert!(stop.needs("more", 1001));
        assert_eq!(stop.reason(), Some(StopReason::Memory));
    }
}
