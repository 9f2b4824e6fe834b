//! The mode `auto`: explicit search and formulas side by side where there are cores for both, and the answer of the
//! faster one.
//!
//! Most problems that people write are small, and a search is done with them before a formula is written. So it has a head
//! start; then formulas begin, and it goes on beside them within its memory. If it may have more than a first share of
//! memory, it takes that later: first the formulas go on alone for some time, since they answer soon where they do well.
//!
//! A\* begins a little later, and much later where LM-cut knows little more than relaxed reachability, as in puzzles; but only
//! if plans are longer than breadth-first search has come by then. It ends when that has come farther.
//!
//! The first of them may differ from run to run, and so may the plan; its length may not.

use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::answers::{better, better_search, settles};
use super::auto_steps;
use super::by_formula::by_formula;
use super::by_search::by_search;
use super::error::InternalError;
use super::heuristic::SearchHeuristic;
use super::options::{Mode, Options, PlanQuery};
use super::report::{Outcome, Progress, Report};
use crate::encode::{Encoding, Semantics, StepOptions};
use crate::figures::Figures;
use crate::heuristic::LmCut;
use crate::horizon::Strategy;
use crate::search::SearchProgress;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// How much memory the search has at first, in bytes; and all that it has where it is not said how much there is, or
/// where formulas begin only after it.
const FIRST_SHARE: usize = 256 << 20;

/// How many times as long as the search had for its first share the formulas go on alone before it takes more.
const TIMES_ALONE: u32 = 2;

/// When A\* begins where LM-cut knows much: where it is twice the relaxed distance or more.
const INFORMED_AFTER: Duration = Duration::from_millis(100);

/// When it begins elsewhere.
const INFORMED_LATER: Duration = Duration::from_millis(1500);

/// The part of the search's memory that is for A\*.
const INFORMED_SHARE: usize = 4;

/// How long the search is alone: most boards of 6 × 6 cells take it less.
const HEAD_START: Duration = Duration::from_millis(15);

/// The answer of the faster one.
pub(super) fn run(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let semantics = options.step.semantics;
    // Every operator moves a clock on.
    let shares_steps = semantics.is_parallel() && task.clock().is_none() && task.bottleneck(stop).is_none();
    if semantics.is_parallel() && !shares_steps {
        log::info!("no two moves can share a step");
        let step = StepOptions { semantics: Semantics::Sequential, ..options.step.clone() };
        return run(task, encoding, &Options { step, ..options.clone() }, stop, observer);
    }
    match options.lower_bound.of(task, semantics, stop) {
        Ok((Some(_), _)) => {}
        Ok((None, by)) => {
            let report = Report::of(Outcome::Unsolvable, Mode::Formula(Strategy::Incremental));
            return Ok(Report { proved_by: Some(by), ..report });
        }
        Err(reason) => return Ok(Report::of(Outcome::Stopped(reason), Mode::Formula(Strategy::Incremental))),
    }
    let memory = options.search_memory.unwrap_or(FIRST_SHARE);
    if shares_steps {
        return auto_steps::run(task, encoding, options, memory, stop, observer);
    }
    let has_cores = thread::available_parallelism().is_ok_and(|cores| 2 <= cores.get());
    // Lists of plans are the search's business; formulas list them one by one.
    if has_cores && options.wanted == PlanQuery::One {
        side_by_side(task, encoding, options, memory, stop, observer)
    } else {
        one_after_the_other(task, encoding, options, memory, stop, observer)
    }
}

/// Formulas when the search has had its memory.
fn one_after_the_other(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    memory: usize,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let searched =
        by_search(task, options, SearchHeuristic::Blind, Some(memory.min(FIRST_SHARE)), stop, observer)?;
    match (&searched.outcome, stop.reason()) {
        (Outcome::Stopped(_), None) => {}
        // There is a plan, but not enough memory to list all.
        (Outcome::Solved { .. }, None) if searched.stopped.is_some() => {}
        // Stopped from outside, even if just when its own memory ran out.
        (Outcome::Stopped(_), Some(reason)) => {
            return Ok(Report { outcome: Outcome::Stopped(reason), ..searched });
        }
        _ => return Ok(searched),
    }
    log::info!("search stopped after {:?} states; going on with formulas", searched.figures.states);
    let refuted = searched.refuted;
    let report = by_formula(task, encoding, options, Strategy::Incremental, refuted, stop, observer)?;
    let figures = Figures { states: searched.figures.states, ..report.figures };
    let proved_by = report.proved_by.or(searched.proved_by);
    Ok(Report { refuted: report.refuted.max(searched.refuted), proved_by, figures, ..report })
}

fn side_by_side(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    memory: usize,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let begun = Instant::now();
    let (of_search, of_formulas) = (stop.child(), stop.child());
    let formulas_are_done = AtomicBool::new(false);
    // As far as breadth-first search has come.
    let depth = AtomicUsize::new(0);
    let memory_of_informed = (memory / INFORMED_SHARE).min(2 * FIRST_SHARE);
    let memory = memory - memory_of_informed;
    let (sender, receiver) = mpsc::channel::<SearchProgress>();
    let (informed_sender, informed_receiver) = mpsc::channel::<SearchProgress>();
    thread::scope(|scope| {
        let searcher = thread::Builder::new().spawn_scoped(scope, || {
            let sender = sender;
            let mut has_waited = false;
            let tell = &mut |progress: Progress<'_>| {
                let Progress::Search(progress) = progress else { return };
                // Nobody listens any more once the formulas have answered.
                let _ = sender.send(progress);
                depth.store(progress.depth, Ordering::Relaxed);
                // The next step may take as much again: a table doubles.
                if FIRST_SHARE / 2 <= progress.memory_bytes && !has_waited {
                    has_waited = true;
                    let until = begun.elapsed() * (1 + TIMES_ALONE);
                    while begun.elapsed() < until
                        && !of_search.is_raised()
                        && !formulas_are_done.load(Ordering::Relaxed)
                    {
                        thread::sleep(HEAD_START);
                    }
                }
            };
            let report = by_search(task, options, SearchHeuristic::Blind, Some(memory), &of_search, tell);
            if settles(&report) {
                of_formulas.raise(StopReason::Interrupt);
                of_search.raise(StopReason::Interrupt);
            }
            report
        });
        let searcher = match searcher {
            Ok(searcher) => searcher,
            Err(error) => {
                log::info!("no second thread: {error}");
                return one_after_the_other(task, encoding, options, memory, stop, observer);
            }
        };
        while let Ok(searched) = receiver.recv_timeout(HEAD_START.saturating_sub(begun.elapsed())) {
            observer(Progress::Search(searched));
        }
        // Not if the search has answered in that time, or all was stopped.
        let informed = (!of_formulas.is_raised()).then(|| {
            thread::Builder::new().spawn_scoped(scope, || {
                let sender = informed_sender;
                let report = informed(task, options, memory_of_informed, begun, &depth, &of_search, &sender);
                if let Some(report) = &report
                    && settles(report)
                {
                    of_formulas.raise(StopReason::Interrupt);
                    of_search.raise(StopReason::Interrupt);
                }
                report
            })
        });
        let solved = (!of_formulas.is_raised()).then(|| {
            log::info!("formulas beside the search");
            let both = &mut |progress: Progress<'_>| {
                receiver.try_iter().for_each(|searched| observer(Progress::Search(searched)));
                informed_receiver.try_iter().for_each(|searched| observer(Progress::Search(searched)));
                observer(progress);
            };
            // Short horizons cost little and warm the solver, even if the search has refuted them.
            by_formula(task, encoding, options, Strategy::Incremental, None, &of_formulas, both)
        });
        formulas_are_done.store(true, Ordering::Relaxed);
        if let Some(report) = &solved
            && settles(report)
        {
            of_search.raise(StopReason::Interrupt);
        }
        receiver.iter().for_each(|searched| observer(Progress::Search(searched)));
        let informed = informed.and_then(Result::ok).and_then(|informed| {
            informed_receiver.iter().for_each(|searched| observer(Progress::Search(searched)));
            informed.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
        });
        let searched = searcher.join().unwrap_or_else(|payload| panic::resume_unwind(payload))?;
        Ok(better(better_search(searched, informed.transpose()?), solved.transpose()?, stop))
    })
}

/// A\*, if it begins, until breadth-first search has come farther.
fn informed(
    task: &Task,
    options: &Options,
    memory: usize,
    begun: Instant,
    depth: &AtomicUsize,
    stop: &Stop,
    sender: &mpsc::Sender<SearchProgress>,
) -> Option<Result<Report, InternalError>> {
    let cut = LmCut::of(task, stop).and_then(|mut cut| cut.distance(task.initial().values(), stop));
    let (least, relaxed) = (cut.ok()?, task.relaxed_distance(stop).ok()?);
    let least = least.map(|least| usize::try_from(least).unwrap_or(usize::MAX));
    // Without a lower bound there is no plan, and A* knows that at once.
    let knows_much = least.is_none_or(|least| relaxed.is_none_or(|relaxed| relaxed <= least / 2));
    let after = if knows_much { INFORMED_AFTER } else { INFORMED_LATER };
    while begun.elapsed() < after && !stop.is_raised() {
        thread::sleep(HEAD_START);
    }
    let is_ahead = |refuted: usize| depth.load(Ordering::Relaxed) <= refuted;
    if stop.is_raised() || least.is_some_and(|least| !is_ahead(least.saturating_sub(2))) {
        return None;
    }
    log::info!("A* beside them: a plan has {least:?} steps at least");
    let of_informed = stop.child();
    let tell = &mut |progress: Progress<'_>| {
        let Progress::Search(progress) = progress else { return };
        if !is_ahead(progress.depth) {
            of_informed.raise(StopReason::Interrupt);
        }
        // Nobody listens any more once the formulas have answered.
        let _ = sender.send(progress);
    };
    Some(by_search(task, options, SearchHeuristic::LmCut, Some(memory), &of_informed, tell))
}
