//! The mode `auto` where several operators share a step: formulas, and beside them an explicit search over the same steps.
//!
//! Formulas with such steps are short and do well, so the search has little at first: a head start of some
//! milliseconds, in which it answers small problems, and then an eighth of the time, whether or not there is a core for it.
//! After some seconds it goes on without pausing: then the problem is one that formulas find hard.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::answers::{better, settles};
use super::by_formula::by_formula;
use super::by_steps::{by_steps, step_orders};
use super::error::InternalError;
use super::options::{Mode, Options};
use super::report::{Outcome, Progress, Report};
use crate::encode::Encoding;
use crate::horizon::Strategy;
use crate::search::{SearchProgress, StepOrders};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// How long the search is alone.
const HEAD_START: Duration = Duration::from_millis(3);

/// The part of the time in which the search works beside the formulas.
const SHARE: u32 = 8;

/// How long it pauses for that.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long it pauses at once.
const PAUSE: Duration = Duration::from_millis(2);

/// The answer of the faster one, for a task without a clock; the search may hold so many bytes.
pub(super) fn run(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    memory: usize,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    match step_orders(task, encoding, &options.step, stop) {
        Ok((orders, Some(known))) => side_by_side(task, &known, options, (&orders, memory), stop, observer),
        Ok((orders, None)) => side_by_side(task, encoding, options, (&orders, memory), stop, observer),
        Err(reason) => Ok(Report::of(Outcome::Stopped(reason), Mode::Formula(Strategy::Incremental))),
    }
}

fn side_by_side(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    (orders, memory): (&StepOrders, usize),
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let (of_search, of_formulas) = (stop.child(), stop.child());
    let formulas_are_done = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel::<SearchProgress>();
    let begun = Instant::now();
    thread::scope(|scope| {
        let searcher = thread::Builder::new().spawn_scoped(scope, || {
            let sender = sender;
            let mut paused = Duration::ZERO;
            let tell = &mut |progress: Progress<'_>| {
                let Progress::Search(progress) = progress else { return };
                // Nobody listens any more once the formulas have answered.
                let _ = sender.send(progress);
                let has_had_its_share = |paused: Duration| {
                    let elapsed = begun.elapsed();
                    elapsed < PATIENCE && HEAD_START + elapsed / SHARE < elapsed.saturating_sub(paused)
                };
                while has_had_its_share(paused)
                    && !of_search.is_raised()
                    && !formulas_are_done.load(Ordering::Relaxed)
                {
                    let since = Instant::now();
                    thread::sleep(PAUSE);
                    paused += since.elapsed();
                }
            };
            let report = by_steps(task, options, orders, Some(memory), &of_search, tell);
            if settles(&report) {
                of_formulas.raise(StopReason::Interrupt);
            }
            report
        });
        let searcher = match searcher {
            Ok(searcher) => searcher,
            Err(error) => {
                log::info!("no second thread: {error}");
                return by_formula(task, encoding, options, Strategy::Incremental, None, stop, observer);
            }
        };
        while let Ok(searched) = receiver.recv_timeout(HEAD_START.saturating_sub(begun.elapsed())) {
            observer(Progress::Search(searched));
        }
        // Not if the search has answered in that time, or all was stopped.
        let solved = (!of_formulas.is_raised()).then(|| {
            log::info!("formulas beside the search");
            let both = &mut |progress: Progress<'_>| {
                receiver.try_iter().for_each(|searched| observer(Progress::Search(searched)));
                observer(progress);
            };
            by_formula(task, encoding, options, Strategy::Incremental, None, &of_formulas, both)
        });
        formulas_are_done.store(true, Ordering::Relaxed);
        if let Some(report) = &solved
            && settles(report)
        {
            of_search.raise(StopReason::Interrupt);
        }
        receiver.iter().for_each(|searched| observer(Progress::Search(searched)));
        let searched = searcher.join().unwrap_or_else(|payload| panic::resume_unwind(payload))?;
        Ok(better(searched, solved.transpose()?, stop))
    })
}
