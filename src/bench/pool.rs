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
///
/// # Errors
/// The error of `hear`.
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

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::super::configuration::Configuration;
    use super::super::record::RunOutcome;
    use super::super::runner::{Instance, Job, RunLimits};
    use super::*;

    fn planned(many: usize) -> Vec<Planned> {
        let instance = Instance { name: "i".to_owned(), kind: "k".to_owned(), arguments: Vec::new() };
        let planned = |run| Planned {
            job: Job { instance: instance.clone(), configuration: Configuration::default(), run },
            limits: RunLimits::default(),
            expected: None,
        };
        (1..=many).map(planned).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_order() {
        assert_eq!(random_order(100, 1), random_order(100, 1));
        assert_ne!(random_order(100, 1), random_order(100, 2));
        let mut sorted = random_order(100, 1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }

    fn program(folder: &tempfile::TempDir, script: &str) -> Runner {
        let path = folder.path().join("program");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Runner { path, version: "1".to_owned() }
    }

    fn heard(
        script: &str,
        many: usize,
        at_a_time: usize,
        stop: &Stop,
        most: usize,
    ) -> (Vec<RunEvent>, Result<(), ()>) {
        let folder = tempfile::tempdir().unwrap();
        let program = program(&folder, script);
        let planned = planned(many);
        let runs: Vec<&Planned> = planned.iter().collect();
        let mut moments = Vec::new();
        let at_a_time = NonZeroUsize::new(at_a_time).unwrap();
        let result = run_all(&program, &runs, at_a_time, stop, |moment| {
            moments.push(moment);
            if moments.len() < most { Ok(()) } else { Err(()) }
        });
        (moments, result)
    }

    #[test]
    fn every_run_is_made_once() {
        for at_a_time in [1, 3, 9] {
            let (moments, result) =
                heard(r#"echo '{"status":"unsolvable"}'"#, 5, at_a_time, &Stop::default(), 99);
            assert_eq!((result, moments.len()), (Ok(()), 10));
            let mut done = Vec::new();
            for moment in &moments {
                if let RunEvent::Done(place, record) = moment {
                    assert_eq!((record.run, &record.result), (place + 1, &RunOutcome::Unsolvable));
                    assert!(moments.contains(&RunEvent::Begun(*place)));
                    done.push(*place);
                }
            }
            done.sort_unstable();
            assert_eq!(done, [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn a_raised_flag_and_a_refusal_end_what_is_in_hand() {
        let stop = Stop::default();
        let (moments, result) = heard("sleep 600", 5, 2, &stop, 2);
        assert_eq!((result, moments.len(), stop.is_raised()), (Err(()), 2, false));
        stop.raise(StopReason::Interrupt);
        let (moments, result) = heard("sleep 600", 5, 2, &stop, 99);
        assert_eq!((result, moments.len()), (Ok(()), 0));
    }
}
