//! One flag that stops everything: a timeout, a memory limit or Ctrl-C raises it, and every long loop asks it.
//!
//! The flag carries its reason, so that whoever gave up can say why ("gave up" is never "no plan"). The first
//! reason raised stays. Asking costs one relaxed atomic load; raise it from any thread or signal handler.

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
}

impl StopReason {
    const ALL: [Self; 3] = [Self::Timeout, Self::Memory, Self::Interrupt];
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "timeout",
            Self::Memory => "memory limit",
            Self::Interrupt => "interrupted",
        })
    }
}

/// A shared stop flag; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Raises the flag. Only the first reason is kept.
    pub fn raise(&self, reason: StopReason) {
        let _ = self.0.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason the flag was raised for, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        let code = self.0.load(Ordering::Relaxed);
        StopReason::ALL.into_iter().find(|reason| *reason as u8 == code)
    }

    /// Whether the flag was raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
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
}
