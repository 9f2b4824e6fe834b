//! The mode `auto`: explicit search and formulas side by side where there are cores for both, and the answer of the
//! faster one.
//!
//! Most problems that people write are small, and a search is done with them before a formula is written. So it has a head
//! start; then formulas begin, and it goes on beside them within its memory. If it may have more than a first share of
//! memory, it takes that later: first the formulas go on alone for some time, since they answer soon where they do well.
//! Which of the two is first may differ from run to run, and so may the plan; its length may not.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::by_formula::by_formula;
use super::by_search::by_search;
use super::error::InternalError;
use super::options::{Mode, Options, PlanQuery};
use super::report::{Outcome, Progress, Report};
use crate::encode::Encoding;
use crate::figures::Figures;
use crate::horizon::Strategy;
use crate::search::SearchProgress;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// How much memory the search has at first, in bytes; and all that it has where it is not said how much there is, or
/// where formulas begin only after it.
const FIRST_SHARE: usize = 256 << 20;

/// How many times as long as the search had for its first share the formulas go on alone before it takes more.
const TIMES_ALONE: u32 = 2;

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
    match options.lower_bound.of(task, stop) {
        Ok((Some(_), _)) => {}
        Ok((None, by)) => {
            let report = Report::of(Outcome::Unsolvable, Mode::Formula(Strategy::Incremental));
            return Ok(Report { proved_by: Some(by), ..report });
        }
        Err(reason) => return Ok(Report::of(Outcome::Stopped(reason), Mode::Formula(Strategy::Incremental))),
    }
    let memory = options.search_memory.unwrap_or(FIRST_SHARE);
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
    let searched = by_search(task, options, Some(memory.min(FIRST_SHARE)), stop, observer)?;
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
    let (sender, receiver) = mpsc::channel::<SearchProgress>();
    thread::scope(|scope| {
        let searcher = thread::Builder::new().spawn_scoped(scope, || {
            let sender = sender;
            let mut has_waited = false;
            let tell = &mut |progress: Progress<'_>| {
                let Progress::Search(progress) = progress else { return };
                // Nobody listens any more once the formulas have answered.
                let _ = sender.send(progress);
                if FIRST_SHARE <= progress.memory_bytes && !has_waited {
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
            let report = by_search(task, options, Some(memory), &of_search, tell);
            if report.as_ref().map_or(true, |report| is_answer(&report.outcome)) {
                of_formulas.raise(StopReason::Interrupt);
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
        let solved = (!of_formulas.is_raised()).then(|| {
            log::info!("formulas beside the search");
            let both = &mut |progress: Progress<'_>| {
                receiver.try_iter().for_each(|searched| observer(Progress::Search(searched)));
                observer(progress);
            };
            // Short horizons cost little and warm the solver, even if the search has refuted them.
            by_formula(task, encoding, options, Strategy::Incremental, None, &of_formulas, both)
        });
        formulas_are_done.store(true, Ordering::Relaxed);
        if let Some(report) = &solved
            && report.as_ref().map_or(true, |report| is_answer(&report.outcome))
        {
            of_search.raise(StopReason::Interrupt);
        }
        receiver.iter().for_each(|searched| observer(Progress::Search(searched)));
        let searched = searcher.join().unwrap_or_else(|payload| panic::resume_unwind(payload))?;
        Ok(better(searched, solved.transpose()?, stop))
    })
}

/// The answer of the one that has one; if that is not the search, with what both have refuted.
fn better(searched: Report, solved: Option<Report>, stop: &Stop) -> Report {
    let states = searched.figures.states;
    let report = match solved {
        Some(solved) if !is_answer(&searched.outcome) => {
            let (known, outcome) = (searched.refuted, &solved.outcome);
            // What the search refuted by itself needs no trust.
            let trusted = solved.trusted.clone().filter(|_| is_answer(outcome) || known < solved.refuted);
            let is_its_own = solved.refuted < known && *outcome != Outcome::Unsolvable;
            let proved_by =
                if is_its_own { searched.proved_by } else { solved.proved_by.or(searched.proved_by) };
            let figures = Figures { states, ..solved.figures };
            Report { figures, trusted, proved_by, refuted: solved.refuted.max(known), ..solved }
        }
        _ => searched,
    };
    let outcome = match (report.outcome, stop.reason()) {
        (Outcome::Stopped(_), Some(reason)) => Outcome::Stopped(reason),
        (outcome, _) => outcome,
    };
    Report { outcome, ..report }
}

/// Whether the question is answered, be it by a plan that is not known to be shortest: that is what is left when both are
/// stopped.
fn is_answer(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Stopped(_))
}

#[cfg(test)]
mod tests {
    use super::super::proof::ProofSource;
    use super::*;
    use crate::plan::Plan;
    use crate::solver::SolverKind;

    const SOLVER: ProofSource = ProofSource::Solver(SolverKind::Batsat);

    fn report(outcome: Outcome, mode: Mode, refuted: usize, by: ProofSource) -> Report {
        Report { refuted: Some(refuted), proved_by: Some(by), ..Report::of(outcome, mode) }
    }

    /// What is refuted, and by whom, if the search was stopped after `searched` steps and the formulas ended so.
    fn of_both(searched: usize, outcome: Outcome, refuted: usize) -> (Option<usize>, Option<ProofSource>) {
        let stopped = Outcome::Stopped(StopReason::Interrupt);
        let search = report(stopped, Mode::Search, searched, ProofSource::Search);
        let formulas = report(outcome, Mode::Formula(Strategy::Incremental), refuted, SOLVER);
        let report = better(search, Some(formulas), &Stop::default());
        (report.refuted, report.proved_by)
    }

    #[test]
    fn who_refuted_more_is_named() {
        let stopped = || Outcome::Stopped(StopReason::Timeout);
        let solved = || Outcome::Solved { plan: Plan::default(), states: Vec::new(), optimal: true };
        assert_eq!(of_both(5, stopped(), 3), (Some(5), Some(ProofSource::Search)));
        assert_eq!(of_both(3, stopped(), 5), (Some(5), Some(SOLVER)));
        assert_eq!(of_both(4, solved(), 5), (Some(5), Some(SOLVER)));
        assert_eq!(of_both(5, Outcome::Unsolvable, 4), (Some(5), Some(SOLVER)));
    }
}
