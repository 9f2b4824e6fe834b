//! A pool of threads that make the runs of a suite, each run in a process of its own.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::record::Record;
use super::runner::Runner;
use super::suite::Planned;
use crate::stop::{Stop, StopReason};

/// An event while runs are made. Runs are numbered by their places in the list.
#[derive(Debug, Clone, PartialEq)]
pub enum RunEvent {
    /// A run begins.
    Begun(usize),
    /// A run is over.
    Done(usize, Box<Record>),
}

/// The numbers below `n` in random order, the same for the same seed: so other work of the machine falls on all
/// configurations alike.
pub fn random_order(n: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    order
}

/// Makes the runs, in their order, so many at a time, and reports each event to `hear`, which may refuse to go on.
///
/// Runs that have begun when the flag is raised, or when `hear` refuses, are ended, without an event.
pub fn run_all<E>(
    program: &Runner,
    runs: &[&Planned],
    at_a_time: NonZeroUsize,
    stop: &Stop,
    mut hear: impl FnMut(RunEvent) -> Result<(), E>,
) -> Result<(), E> {
    let (next, stop) = (AtomicUsize::new(0), stop.child());
    let (sender, moments) = mpsc::channel();
    thread::scope(|scope| {
        for n_started in 0..at_a_time.get().min(runs.len()) {
            let (sender, stop, next) = (sender.clone(), &stop, &next);
            let work = move || {
                while !stop.is_raised() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(planned) = runs.get(place) else { return };
                    let _ = sender.send(RunEvent::Begun(place));
                    let Ok(record) = program.run(&planned.job, &planned.limits, stop) else { return };
                    let _ = sender.send(RunEvent::Done(place, Box::new(record)));
                }
            };
            // The thread that starts a process ends after it: on Linux the process is bound to it.
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work.clone()) {
                log::warn!("the system starts no more threads than {n_started}: {error}");
                if n_started == 0 {
                    work();
                }
                break;
            }
        }
        drop(sender);
        for moment in moments {
            if let Err(error) = hear(moment) {
                stop.raise(StopReason::Interrupt);
                return Err(error);
            }
        }
        Ok(())
    })
}
