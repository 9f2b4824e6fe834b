//! Portfolios: tables of engines that answer one question, and the scheduler that runs them.
//!
//! The phases of a portfolio follow each other until the question is settled on the [board](Bounds). The engines of a phase run side by
//! side: searches in threads of their own, formulas in the calling thread. As soon as the question is settled, all stop. The engine that
//! settles it may differ from run to run, and so may the plan; its length may not.

use std::io;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::encode::Encoding;
use bmcplan_search::SearchProgress;
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan};

use super::bounds::Bounds;
use super::error::InternalError;
use super::event::Event;
use super::options::{Mode, Options};
use super::proof::ProofSource;
use super::report::{Done, Observer, Outcome, Report};

/// A question, and the board of what is known about it.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) task: &'a Task,
    pub(super) encoding: &'a dyn Encoding,
    pub(super) options: &'a Options,
    pub(super) bounds: &'a Bounds,
    pub(super) stop: &'a Stop,
    /// The greatest number of bytes that an engine holds states in.
    pub(super) memory: usize,
    /// Are other engines at work at the same time?
    pub(super) is_shared: bool,
}

impl Question<'_> {
    /// Checks whether the engines are to run one after the other.
    pub(super) fn is_on_one_core(&self) -> bool {
        self.options.search_threads == Some(NonZeroUsize::MIN)
    }

    /// Enters all that an engine found out.
    pub(super) fn enter(&self, found: Report) {
        self.bounds.enter(self.task, found);
    }

    /// Enters a plan that need not be the best.
    ///
    /// # Errors
    /// The validator's fault, if it rejects the plan.
    pub(super) fn offer(&self, plan: Plan) -> Done {
        // Only of a best plan it is worth saying that it costs too much.
        if self.options.metric == Metric::Cost && u128::from(u64::MAX) <= plan.cost(self.task) {
            return Ok(());
        }
        self.bounds.offer(self.task, Outcome::of_plan(self.task, plan, false)?);
        Ok(())
    }

    /// Returns the least number of steps of a plan; where there is none, or a limit has come, enters that and returns none.
    pub(super) fn least_steps(&self) -> Option<(usize, ProofSource)> {
        let mode = Mode::INCREMENTAL;
        let found = match self.options.lower_bound.of(self.task, self.options.step.semantics, self.stop) {
            Ok((Some(least), by)) => return Some((least, by)),
            Ok((None, by)) => Report { proved_by: Some(by), ..Report::of(Outcome::Unsolvable, mode) },
            Err(reason) => Report::of(Outcome::Stopped(reason), mode),
        };
        self.enter(found);
        None
    }
}

/// A way to look for an answer.
pub(super) trait Engine: Sync {
    /// Looks for an answer, and writes what it finds to the board of the question.
    ///
    /// # Errors
    /// Faults of this program, and options that do not go together.
    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done;
}

/// An engine, and its share of time and memory.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) engine: &'a dyn Engine,
    /// The time after the start of the portfolio at which it begins.
    pub(super) begins: Duration,
    /// Bytes.
    pub(super) memory: usize,
    pub(super) pace: Pace,
}

impl<'a> Row<'a> {
    /// Returns the row of an engine that begins at once and takes all the time and memory that there is.
    pub(super) fn of(engine: &'a dyn Engine) -> Self {
        Self { engine, begins: Duration::ZERO, memory: usize::MAX, pace: Pace::Free }
    }
}

/// The pauses of a search beside others, taken when it tells how far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// None.
    Free,
    /// One, when it has taken `memory`, and `times` as long as the time until then.
    After {
        /// Bytes.
        memory: usize,
        /// The length of the pause, in multiples of that time.
        times: u32,
    },
    /// Pauses that leave it one of `parts` of the time, between two times after the start.
    Share {
        /// The number of parts.
        parts: u32,
        /// The time that it works before the first pause.
        patience: Duration,
        /// The time at which the last pause ends.
        until: Duration,
    },
}

/// The pauses of one search.
struct Pauses {
    pace: Pace,
    begun: Instant,
    /// The time in pauses so far.
    paused: Duration,
    /// The end of the only pause.
    end: Option<Duration>,
}

impl Pauses {
    fn is_due(&mut self, progress: SearchProgress) -> bool {
        let elapsed = self.begun.elapsed();
        match self.pace {
            Pace::Free => false,
            Pace::After { memory, times } => {
                if memory <= progress.memory_bytes {
                    self.end.get_or_insert(elapsed * (1 + times));
                }
                self.end.is_some_and(|end| elapsed < end)
            }
            Pace::Share { parts, patience, until } => {
                elapsed < until && patience + elapsed / parts < elapsed.saturating_sub(self.paused)
            }
        }
    }

    /// Waits while a pause is due and `may_pause`.
    fn wait(&mut self, progress: SearchProgress, may_pause: &dyn Fn() -> bool) {
        while self.is_due(progress) && may_pause() {
            let since = Instant::now();
            thread::sleep(WAIT);
            self.paused += since.elapsed();
        }
    }
}

/// The time between two looks whether a pause or the wait for a beginning is over.
const WAIT: Duration = Duration::from_millis(3);

/// The memory of the first engine of a phase where there is one thread, in bytes.
const MEMORY_IN_TURN: usize = 256 << 20;

/// Runs the phases of a portfolio, one after the other, until the question is settled or a limit has come.
///
/// Of a phase of several rows the last one runs in the calling thread. Without a second thread that one runs when the first has had
/// its memory, and the others do not.
///
/// # Errors
/// The fault of an engine.
pub(super) fn run(
    question: Question<'_>,
    phases: &[&[Row<'_>]],
    begun: Instant,
    observer: Observer<'_>,
) -> Done {
    for phase in phases {
        if question.bounds.is_settled() || question.stop.is_raised() {
            break;
        }
        match phase {
            [] => {}
            [row] => row.engine.run(Question { memory: row.memory, ..question }, observer)?,
            [first, more @ .., last] => {
                let is_run = side_by_side(question, (first, more, last), begun, observer)?;
                if !is_run {
                    let first = Row { memory: first.memory.min(MEMORY_IN_TURN), ..*first };
                    run(question, &[&[first], &[*last]], begun, observer)?;
                }
            }
        }
    }
    Ok(())
}

/// Runs the rows of a phase side by side; returns false, and runs none, without a second thread.
fn side_by_side(
    question: Question<'_>,
    (first, more, last): (&Row<'_>, &[Row<'_>], &Row<'_>),
    begun: Instant,
    observer: Observer<'_>,
) -> Result<bool, InternalError> {
    if question.is_on_one_core() {
        return Ok(false);
    }
    let question = Question { is_shared: true, ..question };
    let bounds = question.bounds;
    let (of_searches, of_last) = (question.stop.child(), question.stop.child());
    let last_is_done = AtomicBool::new(false);
    let stop_all = || {
        of_last.raise(StopReason::Interrupt);
        of_searches.raise(StopReason::Interrupt);
    };
    let stop_if_settled = || {
        if bounds.is_settled() {
            stop_all();
        }
    };
    let may_pause = || !of_searches.is_raised() && !last_is_done.load(Ordering::Relaxed);
    let search = |row: &Row<'_>, emit: &dyn Fn(SearchProgress)| {
        while begun.elapsed() < row.begins && !of_searches.is_raised() {
            thread::sleep(WAIT);
        }
        if of_searches.is_raised() {
            return Ok(());
        }
        let mut pauses = Pauses { pace: row.pace, begun, paused: Duration::ZERO, end: None };
        let on_event = &mut |event| {
            if let Event::Searched(progress) = event {
                bounds.record_search(progress);
                stop_if_settled();
                emit(progress);
                pauses.wait(progress, &may_pause);
            }
        };
        let ended = row.engine.run(Question { stop: &of_searches, memory: row.memory, ..question }, on_event);
        if ended.is_err() {
            stop_all();
        }
        stop_if_settled();
        ended
    };
    let search = &search;
    thread::scope(|scope| {
        let searcher = match Searcher::spawn(scope, |emit| search(first, emit)) {
            Ok(searcher) => searcher,
            Err(error) => {
                log::info!("no second thread: {error}");
                return Ok(false);
            }
        };
        // Most questions are answered before any other engine begins, and to start a thread takes time.
        let head_start = more.iter().fold(last.begins, |least, row| least.min(row.begins));
        while let Ok(progress) = searcher.progress.recv_timeout(head_start.saturating_sub(begun.elapsed())) {
            observer(Event::Searched(progress));
        }
        let begin = more.iter().filter(|_| !of_last.is_raised());
        let spawned = begin.filter_map(|row| Searcher::spawn(scope, |emit| search(row, emit)).ok());
        let searchers: Vec<Searcher<'_>> = [searcher].into_iter().chain(spawned).collect();
        // The measure of the best plan that was reported.
        let mut reported = None;
        bounds.plan_below(&mut reported);
        let pass_on = |reported: &mut Option<u128>, observer: Observer<'_>| {
            searchers.iter().for_each(|searcher| searcher.pass_on(observer));
            if let Some(plan) = bounds.plan_below(reported) {
                observer(Event::Plan(plan));
            }
        };
        while begun.elapsed() < last.begins && !of_last.is_raised() {
            pass_on(&mut reported, observer);
            thread::sleep(WAIT);
        }
        let mut ended = Ok(());
        if !of_last.is_raised() {
            let emit = &mut |event| {
                let is_plan = matches!(event, Event::Plan(_));
                observer(event);
                if is_plan {
                    bounds.plan_below(&mut reported);
                }
                pass_on(&mut reported, observer);
                stop_if_settled();
            };
            ended = last.engine.run(Question { stop: &of_last, memory: last.memory, ..question }, emit);
            if ended.is_err() {
                stop_all();
            }
            stop_if_settled();
        }
        last_is_done.store(true, Ordering::Relaxed);
        for searcher in searchers {
            searcher.join(observer)?;
        }
        ended.map(|()| true)
    })
}

/// A search in a thread of its own.
struct Searcher<'scope> {
    thread: ScopedJoinHandle<'scope, Done>,
    progress: Receiver<SearchProgress>,
}

impl<'scope> Searcher<'scope> {
    fn spawn(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce(&dyn Fn(SearchProgress)) -> Done + Send + 'scope,
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

    fn pass_on(&self, observer: Observer<'_>) {
        self.progress.try_iter().for_each(|progress| observer(Event::Searched(progress)));
    }

    /// Passes on all progress until the thread ends, or its panic.
    fn join(self, observer: Observer<'_>) -> Done {
        self.progress.iter().for_each(|progress| observer(Event::Searched(progress)));
        self.thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_sat::encode::Transition;
    use bmcplan_search::SearchMethod;
    use bmcplan_task::TaskBuilder;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Fate {
        /// Answers at once that there is no plan.
        Answers,
        /// Reports layer after layer until it is stopped.
        Waits,
        /// Reports a layer, then gives up.
        GivesUp,
    }

    struct Fake(Fate, Mode);

    impl Engine for Fake {
        fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
            let mut progress = SearchProgress {
                method: SearchMethod::BreadthFirst,
                depth: 0,
                refuted_cost: None,
                states: 0,
                memory_bytes: 0,
            };
            if self.1 == Mode::INCREMENTAL {
                observer(Event::Started(0));
            }
            if self.0 == Fate::Answers {
                question.enter(Report::of(Outcome::Unsolvable, self.1));
                return Ok(());
            }
            if self.1 != Mode::INCREMENTAL {
                observer(Event::Searched(progress));
            }
            while self.0 == Fate::Waits && !question.stop.is_raised() {
                thread::sleep(Duration::from_millis(1));
                progress.depth += 1;
                observer(if self.1 == Mode::INCREMENTAL {
                    Event::Spent(1)
                } else {
                    Event::Searched(progress)
                });
            }
            question.enter(Report::of(Outcome::Stopped(StopReason::Memory), self.1));
            Ok(())
        }
    }

    /// Returns the outcome of a race and its mode, the number of layers that were reported, and whether formulas began; the searches have
    /// these fates and the first one this pace, and `stop` is raised after as many layers.
    fn raced(
        searches: [Option<Fate>; 2],
        formulas: Fate,
        pace: Pace,
        stop_after: Option<usize>,
    ) -> (Outcome, Mode, usize, bool) {
        let task = TaskBuilder::default().build().unwrap();
        let (options, stop) = (Options::default(), Stop::default());
        let bounds = &Bounds::of(&options);
        let question = Question {
            task: &task,
            encoding: &Transition,
            options: &options,
            bounds,
            stop: &stop,
            memory: usize::MAX,
            is_shared: false,
        };
        let modes = [Mode::Search, Mode::Formula(bmcplan_sat::horizon::Strategy::Pdr)];
        let fakes: Vec<Fake> =
            searches.into_iter().zip(modes).filter_map(|(fate, mode)| Some(Fake(fate?, mode))).collect();
        let formulas = Fake(formulas, Mode::INCREMENTAL);
        let mut rows: Vec<Row<'_>> =
            fakes.iter().map(|fake| Row::of(fake)).chain([Row::of(&formulas)]).collect();
        rows[0].pace = pace;
        if searches[0] == Some(Fate::Answers) {
            // A search that answers ends its head start.
            rows.iter_mut().skip(1).for_each(|row| row.begins = Duration::from_secs(600));
        }
        let (mut layers, mut began) = (0, false);
        let observer = &mut |event: Event| {
            layers += usize::from(matches!(event, Event::Searched(_)));
            began |= matches!(event, Event::Started(_));
            if stop_after == Some(layers) {
                stop.raise(StopReason::Timeout);
            }
        };
        run(question, &[&rows], Instant::now(), observer).unwrap();
        let report = bounds.answer(&stop);
        (report.outcome, report.mode, layers, began)
    }

    #[test]
    fn the_engine_that_answers_stops_the_others() {
        use Fate::{Answers, GivesUp, Waits};
        let all = |first, second, formulas| {
            let (outcome, mode, layers, began) = raced([Some(first), second], formulas, Pace::Free, None);
            assert_eq!(outcome, Outcome::Unsolvable);
            assert!(first != Answers || layers == 0);
            (mode, began)
        };
        let second = Mode::Formula(bmcplan_sat::horizon::Strategy::Pdr);
        assert_eq!(all(Answers, None, Waits), (Mode::Search, false));
        assert_eq!(all(Waits, None, Answers), (Mode::INCREMENTAL, true));
        assert_eq!(all(Waits, Some(Waits), Answers), (Mode::INCREMENTAL, true));
        assert_eq!(all(Waits, Some(Answers), Waits).0, second);
        assert_eq!(all(GivesUp, Some(Answers), Waits).0, second);
        assert_eq!(all(GivesUp, None, Answers), (Mode::INCREMENTAL, true));
    }

    #[test]
    fn a_pause_ends_when_the_formulas_are_done_or_all_are_stopped() {
        let pauses = Pace::After { memory: 0, times: u32::MAX - 1 };
        let (outcome, mode, layers, began) = raced([Some(Fate::GivesUp), None], Fate::GivesUp, pauses, None);
        assert_eq!((outcome, mode), (Outcome::Stopped(StopReason::Memory), Mode::INCREMENTAL));
        assert_eq!((layers, began), (1, true));
        let outcome = raced([Some(Fate::GivesUp), None], Fate::Waits, pauses, Some(1)).0;
        assert_eq!(outcome, Outcome::Stopped(StopReason::Timeout));
    }

    #[test]
    fn a_stop_ends_all_and_gives_its_reason() {
        let outcome = raced([Some(Fate::Waits); 2], Fate::Waits, Pace::Free, Some(3)).0;
        assert_eq!(outcome, Outcome::Stopped(StopReason::Timeout));
    }

    #[test]
    fn a_share_of_the_time_is_kept_between_two_times() {
        let pace =
            Pace::Share { parts: 4, patience: Duration::from_millis(100), until: Duration::from_secs(3600) };
        let progress = SearchProgress {
            method: SearchMethod::BreadthFirst,
            depth: 0,
            refuted_cost: None,
            states: 0,
            memory_bytes: 0,
        };
        let due = |pace, since, paused| {
            let begun = Instant::now().checked_sub(Duration::from_secs(since)).unwrap();
            Pauses { pace, begun, paused: Duration::from_secs(paused), end: None }.is_due(progress)
        };
        assert!(due(pace, 4, 0) && due(pace, 4, 2) && !due(pace, 4, 3));
        assert!(!due(pace, 0, 0) && !due(pace, 4000, 0) && !due(Pace::Free, 4, 0));
    }
}
