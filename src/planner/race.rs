//! A race of explicit search and formulas: the first answer stops the others.
//!
//! The search has a thread of its own and a head start; then formulas begin in the calling thread, and more searches
//! in others. Each search obeys its stop flag and reports its progress; between two reports the first one may have to
//! pause. The winner may differ from run to run, and so may the plan; its length may not.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use super::report::{Answer, Outcome, Progress, Report};
use crate::figures::Figures;
use crate::search::SearchProgress;
use crate::stop::{Stop, StopReason};

/// A search that gets its stop flag and a callback for its progress.
type Search<'a, T> = &'a (dyn Fn(&Stop, &mut dyn FnMut(SearchProgress)) -> T + Sync);

/// Formulas, with the same for them.
type Formulas<'a> = &'a dyn Fn(&Stop, &mut dyn FnMut(Progress<'_>)) -> Answer;

/// The participants, and how they share the time.
pub(super) struct Race<'a> {
    pub(super) begun: Instant,
    pub(super) search: Search<'a, Answer>,
    /// The search is alone until so long after the beginning.
    pub(super) head_start: Duration,
    /// True if the search must pause: asked after each report and after each pause, with the time paused so far.
    pub(super) pacing: &'a mut (dyn FnMut(SearchProgress, Duration) -> bool + Send),
    pub(super) pause: Duration,
    /// Begin after the head start, and answer `None` if there is no use in searching.
    pub(super) more_searches: &'a [Search<'a, Option<Answer>>],
    /// Begin after the head start, and so long after the beginning.
    pub(super) formulas: Formulas<'a>,
    pub(super) formulas_after: Duration,
}

/// The time after which the calling thread looks whether it may begin.
const WAIT: Duration = Duration::from_millis(5);

impl Race<'_> {
    /// The best answer; `None` if there is no second thread, and nothing was run.
    pub(super) fn run(self, stop: &Stop, observer: &mut dyn FnMut(Progress<'_>)) -> Option<Answer> {
        let Self { begun, search, head_start, pacing, pause, more_searches, formulas, formulas_after } = self;
        let (of_searches, of_formulas) = (stop.child(), stop.child());
        let formulas_are_done = AtomicBool::new(false);
        let stop_others_after = |report: &Answer| {
            if settles(report) {
                of_formulas.raise(StopReason::Interrupt);
                of_searches.raise(StopReason::Interrupt);
            }
        };
        let may_pause = || !of_searches.is_raised() && !formulas_are_done.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let searcher = Searcher::spawn(scope, |tell| {
                let mut paused = Duration::ZERO;
                let report = search(&of_searches, &mut |progress| {
                    tell(progress);
                    while pacing(progress, paused) && may_pause() {
                        let since = Instant::now();
                        thread::sleep(pause);
                        paused += since.elapsed();
                    }
                });
                stop_others_after(&report);
                report
            });
            let searcher = match searcher {
                Ok(searcher) => searcher,
                Err(error) => {
                    log::info!("no second thread: {error}");
                    return None;
                }
            };
            while let Ok(progress) =
                searcher.progress.recv_timeout(head_start.saturating_sub(begun.elapsed()))
            {
                observer(Progress::Search(progress));
            }
            // Nothing more begins if the search has answered in that time, or all was stopped.
            let begin = more_searches.iter().filter(|_| !of_formulas.is_raised()).filter_map(|search| {
                let spawned = Searcher::spawn(scope, |tell| {
                    let report = search(&of_searches, &mut |progress| tell(progress));
                    report.iter().for_each(stop_others_after);
                    report
                });
                spawned.ok()
            });
            let others: Vec<Searcher<'_, Option<Answer>>> = begin.collect();
            while begun.elapsed() < formulas_after && !of_formulas.is_raised() {
                searcher.pass_on(observer);
                others.iter().for_each(|other| other.pass_on(observer));
                thread::sleep(WAIT);
            }
            let solved = (!of_formulas.is_raised()).then(|| {
                log::info!("formulas beside the search");
                formulas(&of_formulas, &mut |progress| {
                    searcher.pass_on(observer);
                    others.iter().for_each(|other| other.pass_on(observer));
                    observer(progress);
                })
            });
            formulas_are_done.store(true, Ordering::Relaxed);
            solved.iter().for_each(stop_others_after);
            let searched = searcher.join(observer);
            let others = others.into_iter().filter_map(|other| other.join(observer)).collect();
            Some(best(searched, others, solved, stop))
        })
    }
}

/// A search in a thread of its own.
struct Searcher<'scope, T> {
    thread: ScopedJoinHandle<'scope, T>,
    progress: Receiver<SearchProgress>,
}

impl<'scope, T: Send + 'scope> Searcher<'scope, T> {
    fn spawn(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce(&dyn Fn(SearchProgress)) -> T + Send + 'scope,
    ) -> io::Result<Self> {
        let (sender, progress) = mpsc::channel();
        let thread = thread::Builder::new().spawn_scoped(scope, move || {
            work(&|progress| {
                // The receiver outlives the thread, unless the caller panicked.
                let _ = sender.send(progress);
            })
        })?;
        Ok(Self { thread, progress })
    }

    fn pass_on(&self, observer: &mut dyn FnMut(Progress<'_>)) {
        self.progress.try_iter().for_each(|progress| observer(Progress::Search(progress)));
    }

    /// Passes on all progress until the thread ends, or its panic.
    fn join(self, observer: &mut dyn FnMut(Progress<'_>)) -> T {
        self.progress.iter().for_each(|progress| observer(Progress::Search(progress)));
        self.thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
    }
}

/// True if the others need not go on: there is an answer, or an error.
fn settles(report: &Answer) -> bool {
    report.as_ref().map_or(true, |report| is_answer(&report.outcome))
}

/// True if the question is answered, be it by a plan that is not known to be shortest: the result when both were stopped.
fn is_answer(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Stopped(_))
}

fn best(searched: Answer, others: Vec<Answer>, solved: Option<Answer>, stop: &Stop) -> Answer {
    let mut best = searched?;
    for other in others {
        best = better_search(best, other?);
    }
    Ok(better(best, solved.transpose()?, stop))
}

/// The answer of the first search, or else of the second; without an answer, the report that refutes more.
fn better_search(first: Report, second: Report) -> Report {
    let is_ahead = is_answer(&second.outcome) || first.ruled_out() < second.ruled_out();
    if !is_answer(&first.outcome) && is_ahead { second } else { first }
}

/// The answer of the search, or else of the formulas, with the greatest horizon that either of them refuted.
fn better(searched: Report, solved: Option<Report>, stop: &Stop) -> Report {
    let states = searched.figures.states;
    let report = match solved {
        Some(solved) if !is_answer(&searched.outcome) => {
            let (known, outcome) = (searched.ruled_out(), &solved.outcome);
            let of_formulas = solved.ruled_out();
            // A refutation by the search alone needs no trust.
            let trusted = solved.trusted.clone().filter(|_| is_answer(outcome) || known < of_formulas);
            let is_its_own = of_formulas < known && *outcome != Outcome::Unsolvable;
            let proved_by =
                if is_its_own { searched.proved_by } else { solved.proved_by.or(searched.proved_by) };
            let figures = Figures { states, ..solved.figures };
            let (refuted_cost, refuted) = of_formulas.max(known);
            Report { figures, trusted, proved_by, refuted, refuted_cost, ..solved }
        }
        _ => searched,
    };
    let outcome = match (report.outcome, stop.reason()) {
        (Outcome::Stopped(_), Some(reason)) => Outcome::Stopped(reason),
        (outcome, _) => outcome,
    };
    Report { outcome, ..report }
}

#[cfg(test)]
mod tests {
    use super::super::options::Mode;
    use super::super::proof::ProofSource;
    use super::*;
    use crate::horizon::Strategy;
    use crate::plan::Plan;
    use crate::search::SearchMethod;
    use crate::solver::SolverKind;

    const SOLVER: ProofSource = ProofSource::Solver(SolverKind::Batsat);

    const FORMULAS: Mode = Mode::Formula(Strategy::Incremental);

    /// The behaviour of a participant.
    #[derive(Clone, Copy)]
    enum Runner {
        /// Answers at once that there is no plan.
        Answers,
        /// Reports layer after layer until it is stopped.
        Waits,
        /// Reports a layer, then gives up.
        GivesUp,
    }

    impl Runner {
        fn run(self, mode: Mode, stop: &Stop, tell: &mut dyn FnMut(SearchProgress)) -> Report {
            let mut progress = SearchProgress {
                method: SearchMethod::BreadthFirst,
                depth: 0,
                refuted_cost: None,
                states: 0,
                memory_bytes: 0,
            };
            if let Self::Answers = self {
                return Report::of(Outcome::Unsolvable, mode);
            }
            tell(progress);
            while matches!(self, Self::Waits) && !stop.is_raised() {
                thread::sleep(Duration::from_millis(1));
                progress.depth += 1;
                tell(progress);
            }
            Report::of(Outcome::Stopped(StopReason::Memory), mode)
        }
    }

    /// The outcome of a race and its mode, the number of layers that were reported, and whether formulas began.
    fn raced(
        search: Runner,
        second: Option<Runner>,
        formulas: Runner,
        pacing: &mut (dyn FnMut(SearchProgress, Duration) -> bool + Send),
        stop: &Stop,
    ) -> (Outcome, Mode, usize, bool) {
        let formulas_began = AtomicBool::new(false);
        let race = Race {
            begun: Instant::now(),
            search: &|stop, tell| Ok(search.run(Mode::Search, stop, tell)),
            // A search that answers ends it.
            head_start: Duration::from_secs(if let Runner::Answers = search { 600 } else { 0 }),
            pacing,
            pause: Duration::from_millis(1),
            more_searches: &[&|stop, tell| second.map(|second| Ok(second.run(Mode::Auto, stop, tell)))],
            formulas_after: Duration::ZERO,
            formulas: &|stop, _| {
                formulas_began.store(true, Ordering::Relaxed);
                Ok(formulas.run(FORMULAS, stop, &mut |_| {}))
            },
        };
        let mut layers = 0;
        let observer =
            &mut |progress: Progress<'_>| layers += usize::from(matches!(progress, Progress::Search(_)));
        let report = race.run(stop, observer).unwrap().unwrap();
        (report.outcome, report.mode, layers, formulas_began.into_inner())
    }

    #[test]
    fn whoever_answers_stops_the_others() {
        use Runner::{Answers, GivesUp, Waits};
        let all = |search, second, formulas| {
            let (outcome, mode, layers, began) =
                raced(search, second, formulas, &mut |_, _| false, &Stop::default());
            assert_eq!(outcome, Outcome::Unsolvable);
            (mode, 0 < layers, began)
        };
        assert_eq!(all(Answers, None, Waits), (Mode::Search, false, false));
        assert_eq!(all(Waits, None, Answers), (FORMULAS, true, true));
        assert_eq!(all(Waits, Some(Waits), Answers), (FORMULAS, true, true));
        assert_eq!(all(Waits, Some(Answers), Waits).0, Mode::Auto);
        assert_eq!(all(GivesUp, Some(Answers), Waits).0, Mode::Auto);
        assert_eq!(all(GivesUp, None, Answers), (FORMULAS, true, true));
    }

    #[test]
    fn a_pause_ends_when_the_formulas_are_done() {
        let (outcome, mode, layers, began) =
            raced(Runner::GivesUp, None, Runner::GivesUp, &mut |_, _| true, &Stop::default());
        assert_eq!((outcome, mode), (Outcome::Stopped(StopReason::Memory), FORMULAS));
        assert_eq!((layers, began), (1, true));
    }

    #[test]
    fn a_pause_ends_when_all_are_stopped() {
        let stop = Stop::default();
        let (raise, mut paused_for) = (stop.clone(), Duration::ZERO);
        let pacing = &mut |_, paused| {
            paused_for = paused;
            if Duration::ZERO < paused {
                raise.raise(StopReason::Interrupt);
            }
            true
        };
        let outcome = raced(Runner::GivesUp, None, Runner::Waits, pacing, &stop).0;
        assert_eq!(outcome, Outcome::Stopped(StopReason::Interrupt));
        assert!(Duration::ZERO < paused_for);
    }

    #[test]
    fn a_stop_ends_all_and_gives_its_reason() {
        let stop = Stop::default();
        let raise = stop.clone();
        let pacing = &mut |progress: SearchProgress, _| {
            if progress.depth == 3 {
                raise.raise(StopReason::Timeout);
            }
            false
        };
        let outcome = raced(Runner::Waits, Some(Runner::Waits), Runner::Waits, pacing, &stop).0;
        assert_eq!(outcome, Outcome::Stopped(StopReason::Timeout));
    }

    fn report(outcome: Outcome, mode: Mode, refuted: usize, by: ProofSource) -> Report {
        Report { refuted: Some(refuted), proved_by: Some(by), ..Report::of(outcome, mode) }
    }

    /// The greatest refuted horizon and its proof, if the search was stopped after `searched` steps and the formulas ended
    /// so.
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

    #[test]
    fn of_two_searches_the_one_with_an_answer_counts_or_the_one_ahead() {
        let stopped = || Outcome::Stopped(StopReason::Interrupt);
        let of_both = |blind: (Outcome, usize), informed: (Outcome, usize)| {
            let blind = report(blind.0, Mode::Search, blind.1, ProofSource::Search);
            let informed = report(informed.0, Mode::Search, informed.1, ProofSource::AStar);
            better_search(blind, informed).proved_by
        };
        assert_eq!(of_both((stopped(), 5), (stopped(), 5)), Some(ProofSource::Search));
        assert_eq!(of_both((stopped(), 5), (stopped(), 6)), Some(ProofSource::AStar));
        assert_eq!(of_both((stopped(), 5), (Outcome::Unsolvable, 4)), Some(ProofSource::AStar));
        assert_eq!(of_both((Outcome::Unsolvable, 5), (stopped(), 6)), Some(ProofSource::Search));
    }
}
