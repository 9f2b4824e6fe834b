//! A worker pool for the runs of a suite, each run in its own process.

use std::num::NonZeroUsize;

use bmcplan_ask::{Limiter, Limits, Stage, for_each_index};
use bmcplan_base::stop::Stop;

use super::record::Record;
use super::runner::{Planned, Runner};

/// An event during a batch of runs. Runs are numbered by their places in the list.
#[derive(Debug, Clone, PartialEq)]
pub enum RunEvent {
    /// A run has started.
    Started(usize),
    /// A run has ended.
    Finished(usize, Box<Record>),
}

/// Returns the numbers below `n` in random order, which depends only on `seed`. So other load of the machine is spread over all
/// configurations.
pub fn random_order(n: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    order
}

/// Runs `runs` in their order, `at_a_time` in parallel, and reports each event to `on_event`. An error of `on_event` ends the
/// batch.
///
/// Runs in progress are ended without an event when the stop flag is raised or `on_event` returns an error.
pub fn run_all<E>(
    program: &Runner,
    runs: &[&Planned],
    at_a_time: NonZeroUsize,
    stop: &Stop,
    mut on_event: impl FnMut(RunEvent) -> Result<(), E>,
) -> Result<(), E> {
    let (program, planned) = (program.clone(), runs.iter().map(|run| (*run).clone()).collect::<Vec<_>>());
    // The thread must outlive the process that it starts: on Linux the process is bound to it.
    let work = move |place: usize, stop: &Stop, send: &dyn Fn(RunEvent)| {
        send(RunEvent::Started(place));
        if let Ok(record) = program.run(&planned[place], stop) {
            send(RunEvent::Finished(place, Box::new(record)));
        }
    };
    let limiter = Limiter::over(stop.clone(), &Limits::default());
    for_each_index(runs.len(), at_a_time, Stage::Confirming, work, &limiter, &mut |_, event| on_event(event))
}
