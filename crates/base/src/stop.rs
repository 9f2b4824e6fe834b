//! The stop flag: a time limit, a memory limit or Ctrl-C raises it, and every long loop polls it.
//!
//! The flag carries its reason, so that whoever gave up can say why ("gave up" is never "no plan"). The first
//! reason raised stays. Asking costs one relaxed atomic load; raise it from any thread or signal handler.
//!
//! The flag also knows the limit on memory, if there is one, so that work that cannot fit is not begun ([`Stop::needs`]).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why a computation was stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StopReason {
    /// The wall-clock limit was reached.
    Timeout = 1,
    /// The memory limit was reached.
    Memory = 2,
    /// The user interrupted (Ctrl-C).
    Interrupt = 3,
    /// A disk was full, or the limit of what a search may write was reached.
    Disk = 4,
}

impl StopReason {
    const ALL: [Self; 4] = [Self::Timeout, Self::Memory, Self::Interrupt, Self::Disk];
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "timeout",
            Self::Memory => "memory limit",
            Self::Interrupt => "interrupted",
            Self::Disk => "disk limit",
        })
    }
}

/// A shared stop flag; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    own: Arc<AtomicU8>,
    parent: Option<Arc<Stop>>,
    /// The number of bytes.
    memory: Option<usize>,
}

impl Stop {
    /// A flag for work that has so many bytes. Whoever measures memory raises it when they are spent.
    pub fn within(memory: Option<usize>) -> Self {
        Self { memory, ..Self::default() }
    }

    /// The number of bytes, if there is a limit.
    pub fn memory(&self) -> Option<usize> {
        self.memory
    }

    /// Says, before it is made, that something takes at least so many bytes: raises the flag if there are not so many.
    /// Is it raised?
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
        let _ = self.own.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// A flag of its own that counts as raised, too, when this one is: for a part of the work that may be stopped alone.
    #[must_use]
    pub fn child(&self) -> Self {
        self.child_within(self.memory)
    }

    /// As [`Stop::child`], for a part that has so many bytes.
    #[must_use]
    pub fn child_within(&self, memory: Option<usize>) -> Self {
        Self { own: Arc::default(), parent: Some(Arc::new(self.clone())), memory }
    }

    /// The reason the flag was raised for, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        let code = self.own.load(Ordering::Relaxed);
        let own = StopReason::ALL.into_iter().find(|reason| *reason as u8 == code);
        own.or_else(|| self.parent.as_ref()?.reason())
    }

    /// Fails with the reason if the flag was raised.
    pub fn check(&self) -> Result<(), StopReason> {
        self.reason().map_or(Ok(()), Err)
    }

    /// Was the flag raised?
    pub fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) != 0 || self.parent.as_ref().is_some_and(|parent| parent.is_raised())
    }
}

#[cfg(test)]
mod tests {
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
