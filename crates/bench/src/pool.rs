//! A pool of threads that make the runs of a suite, each run in a process of its own.

use std::num::NonZeroUsize;

use bmcplan_ask::{Limits, Stage, Watch, for_each_index};
use bmcplan_base::stop::Stop;

use super::record::Record;
use super::runner::{Planned, Runner};

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
    let (program, planned) = (program.clone(), runs.iter().map(|run| (*run).clone()).collect::<Vec<_>>());
    // The thread that starts a process ends after it: on Linux the process is bound to it.
    let work = move |place: usize, stop: &Stop, send: &dyn Fn(RunEvent)| {
        send(RunEvent::Begun(place));
        if let Ok(record) = program.run(&planned[place], stop) {
            send(RunEvent::Done(place, Box::new(record)));
        }
    };
    let watch = Watch::over(stop.clone(), &Limits::default());
    for_each_index(runs.len(), at_a_time, Stage::Confirming, work, &watch, &mut |_, event| hear(event))
}
