//! Engines side by side: explicit searches, each in a thread of its own, and formulas in the calling thread.
//!
//! The first search has a head start; then the formulas begin, and more searches. What they find stands on the [board](Bounds), and as
//! soon as the question is settled there, all stop. Between two reports of progress the first search may have to pause. The engine that
//! settles the question may differ from run to run, and so may the plan; its length may not.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use super::bounds::Bounds;
use super::error::InternalError;
use super::report::{Answer, Progress, Report};
use crate::search::SearchProgress;
use crate::stop::{Stop, StopReason};

/// A search that gets its stop flag and a callback for its progress, and returns a report unless all it found stands on the board.
type Search<'a> =
    &'a (dyn Fn(&Stop, &mut dyn FnMut(SearchProgress)) -> Result<Option<Report>, InternalError> + Sync);

/// Formulas, with the same for them.
type Formulas<'a> = &'a dyn Fn(&Stop, &mut dyn FnMut(Progress<'_>)) -> Answer;

/// The engines, and how they share the time.
pub(super) struct Race<'a> {
    pub(super) bounds: &'a Bounds<'a>,
    pub(super) begun: Instant,
    pub(super) search: Search<'a>,
    /// The time after `begun` until which the search is alone.
    pub(super) head_start: Duration,
    /// Returns whether the search must pause: asked after each report and after each pause, with the time paused so far.
    pub(super) pacing: &'a mut (dyn FnMut(SearchProgress, Duration) -> bool + Send),
    pub(super) pause: Duration,
    /// Searches that begin after the head start.
    pub(super) more_searches: &'a [Search<'a>],
    /// Formulas, which begin after the head start and no earlier than `formulas_after` after `begun`.
    pub(super) formulas: Formulas<'a>,
    pub(super) formulas_after: Duration,
}

/// The time after which the calling thread looks whether it may begin.
const WAIT: Duration = Duration::from_millis(5);

impl Race<'_> {
    /// Runs all engines until the question is settled or they have ended; returns false, and runs none, without a second thread.
    pub(super) fn run(
        self,
        stop: &Stop,
        observer: &mut dyn FnMut(Progress<'_>),
    ) -> Result<bool, InternalError> {
        let Self {
            bounds,
            begun,
            search,
            head_start,
            pacing,
            pause,
            more_searches,
            formulas,
            formulas_after,
        } = self;
        let (of_searches, of_formulas) = (stop.child(), stop.child());
        let formulas_are_done = AtomicBool::new(false);
        let stop_all = || {
            of_formulas.raise(StopReason::Interrupt);
            of_searches.raise(StopReason::Interrupt);
        };
        let enter = |found: Result<Option<Report>, InternalError>| {
            let is_settled = match found {
                Ok(found) => {
                    found.into_iter().for_each(|report| bounds.enter(report));
                    bounds.is_settled()
                }
                Err(error) => {
                    stop_all();
                    return Err(error);
                }
            };
            if is_settled {
                stop_all();
            }
            Ok(())
        };
        let hear = |progress: SearchProgress| {
            if bounds.hear(progress) {
                stop_all();
            }
        };
        let may_pause = || !of_searches.is_raised() && !formulas_are_done.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let searcher = Searcher::spawn(scope, |tell| {
                let mut paused = Duration::ZERO;
                enter(search(&of_searches, &mut |progress| {
                    hear(progress);
                    tell(progress);
                    while pacing(progress, paused) && may_pause() {
                        let since = Instant::now();
                        thread::sleep(pause);
                        paused += since.elapsed();
                    }
                }))
            });
            let searcher = match searcher {
                Ok(searcher) => searcher,
                Err(error) => {
                    log::info!("no second thread: {error}");
                    return Ok(false);
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
                    enter(search(&of_searches, &mut |progress| {
                        hear(progress);
                        tell(progress);
                    }))
                });
                spawned.ok()
            });
            let mut searchers: Vec<Searcher<'_>> = begin.collect();
            searchers.insert(0, searcher);
            let pass_on = |observer: &mut dyn FnMut(Progress<'_>)| {
                searchers.iter().for_each(|searcher| searcher.pass_on(observer));
            };
            while begun.elapsed() < formulas_after && !of_formulas.is_raised() {
                pass_on(observer);
                thread::sleep(WAIT);
            }
            let mut solved = Ok(());
            if !of_formulas.is_raised() {
                log::info!("formulas beside the search");
                solved = enter(
                    formulas(&of_formulas, &mut |progress| {
                        pass_on(observer);
                        observer(progress);
                    })
                    .map(Some),
                );
            }
            formulas_are_done.store(true, Ordering::Relaxed);
            for searcher in searchers {
                searcher.join(observer)?;
            }
            solved.map(|()| true)
        })
    }
}

/// A search in a thread of its own.
struct Searcher<'scope> {
    thread: ScopedJoinHandle<'scope, Result<(), InternalError>>,
    progress: Receiver<SearchProgress>,
}

impl<'scope> Searcher<'scope> {
    fn spawn(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce(&dyn Fn(SearchProgress)) -> Result<(), InternalError> + Send + 'scope,
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
    fn join(self, observer: &mut dyn FnMut(Progress<'_>)) -> Result<(), InternalError> {
        self.progress.iter().for_each(|progress| observer(Progress::Search(progress)));
        self.thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::Goal;
    use super::super::options::Mode;
    use super::super::report::Outcome;
    use super::*;
    use crate::horizon::Strategy;
    use crate::plan::Metric;
    use crate::search::SearchMethod;
    use crate::task::TaskBuilder;

    const FORMULAS: Mode = Mode::Formula(Strategy::Incremental);

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
        let task = TaskBuilder::default().build().unwrap();
        let bounds = Bounds::new(&task, Metric::Actions, Goal::Best);
        let race = Race {
            bounds: &bounds,
            begun: Instant::now(),
            search: &|stop, tell| Ok(Some(search.run(Mode::Search, stop, tell))),
            // A search that answers ends it.
            head_start: Duration::from_secs(if let Runner::Answers = search { 600 } else { 0 }),
            pacing,
            pause: Duration::from_millis(1),
            more_searches: &[&|stop, tell| Ok(second.map(|second| second.run(Mode::Auto, stop, tell)))],
            formulas_after: Duration::ZERO,
            formulas: &|stop, _| {
                formulas_began.store(true, Ordering::Relaxed);
                Ok(formulas.run(FORMULAS, stop, &mut |_| {}))
            },
        };
        let mut layers = 0;
        let observer =
            &mut |progress: Progress<'_>| layers += usize::from(matches!(progress, Progress::Search(_)));
        assert!(race.run(stop, observer).unwrap());
        let report = bounds.answer(stop);
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
}
