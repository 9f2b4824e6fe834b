//! Portfolios: tables of engines that answer one question, and the scheduler that runs them.
//!
//! The phases of a portfolio follow each other until the question is settled on the [board](Bounds). The engines of a phase run side by
//! side, in threads of their own that take [turns](Turns). As soon as the question is settled, all stop. The engine that settles it may
//! differ from run to run, and so may the plan; its length may not.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use bmcplan_base::stop::Stop;
use bmcplan_sat::encode::Encoding;
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan};

use super::bounds::Bounds;
use super::error::InternalError;
use super::event::Event;
use super::options::{Mode, Options};
use super::proof::ProofSource;
use super::report::{Done, Observer, Outcome, Report};
use super::turns::Turns;

/// A question, and the board of what is known about it.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) task: &'a Task,
    /// The task without what no best plan needs, with the same ids, if one plan is wanted; it has other states.
    pub(super) relevant: &'a Task,
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
    /// Returns the number of cores that engines side by side have.
    pub(super) fn cores(&self) -> usize {
        match self.options.search_threads {
            Some(NonZeroUsize::MIN) => 1,
            _ => *CORES,
        }
    }

    /// Returns the task that searches go over, and the step at which the task itself ends: for shortest plans without a deadline that is
    /// no more than a limit of length, otherwise without what no best plan needs.
    pub(super) fn searched(&self) -> (Cow<'_, Task>, Option<usize>) {
        let simpler = match self.options.metric {
            Metric::Actions => self.task.without_deadline(self.stop),
            Metric::Cost => None,
        };
        match simpler {
            Some((simpler, latest)) => (Cow::Owned(simpler), Some(latest)),
            None => (Cow::Borrowed(self.relevant), None),
        }
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

/// The cores of the machine. Asked for once, since the system answers from files.
static CORES: LazyLock<usize> =
    LazyLock::new(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));

/// A way to look for an answer.
pub(super) trait Engine: Sync {
    /// Returns its name, for the log.
    fn name(&self) -> &'static str;

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
    /// The time after the start of the portfolio at which it begins; sooner if all before it have ended.
    pub(super) begins: Duration,
    /// Where another engine raises this flag, it begins at once.
    pub(super) sooner: Option<&'a AtomicBool>,
    /// Bytes.
    pub(super) memory: usize,
    /// The [parts](Turns) of the time that it has.
    pub(super) parts: u32,
}

impl<'a> Row<'a> {
    /// Returns the row of an engine that begins at once, has all the memory that there is, and one part of the time.
    pub(super) fn of(engine: &'a dyn Engine) -> Self {
        Self { engine, begins: Duration::ZERO, sooner: None, memory: usize::MAX, parts: 1 }
    }

    fn is_due(&self, elapsed: Duration) -> bool {
        self.begins <= elapsed || self.sooner.is_some_and(|sooner| sooner.load(Ordering::Relaxed))
    }
}

/// The time between two decisions who works.
const TICK: Duration = Duration::from_millis(5);

/// The memory of each engine of a phase where there is one thread, in bytes.
const MEMORY_IN_SEQUENCE: usize = 256 << 20;

/// Runs the phases of a portfolio, one after the other, until the question is settled or a limit has come.
///
/// A phase of one row runs in the calling thread. If the system has no other, so do all rows, one after the other.
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
            rows => {
                if !side_by_side(question, rows, begun, observer)? {
                    for row in *rows {
                        let row = Row { memory: row.memory.min(MEMORY_IN_SEQUENCE), ..*row };
                        run(question, &[&[row]], begun, observer)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// What the thread of an engine tells.
enum News {
    Event(Event),
    Ended,
}

/// Runs the rows of a phase in threads of their own; returns false, and runs none, if there are no threads.
fn side_by_side(
    question: Question<'_>,
    rows: &[Row<'_>],
    begun: Instant,
    observer: Observer<'_>,
) -> Result<bool, InternalError> {
    let question = Question { is_shared: true, ..question };
    let bounds = question.bounds;
    // The measure of the best plan that was reported.
    let mut reported = None;
    bounds.plan_below(&mut reported);
    let (sender, news) = mpsc::channel();
    thread::scope(|scope| {
        let mut turns = Turns::on(question.cores());
        let mut threads = Vec::new();
        let mut waiting: Vec<&Row<'_>> = rows.iter().collect();
        let mut ended = Ok(());
        loop {
            if bounds.is_settled() || question.stop.is_raised() || ended.is_err() {
                waiting.clear();
                turns.stop();
            }
            while let Some(next) =
                waiting.iter().position(|row| turns.is_over() || row.is_due(begun.elapsed()))
            {
                let row = waiting.remove(next);
                let stop = question.stop.child();
                let number = turns.add(row.engine.name(), stop.clone(), row.parts);
                let teller = Teller { number, sender: sender.clone() };
                let work = move || {
                    let observer = &mut |event| teller.tell(News::Event(event));
                    row.engine.run(Question { stop: &stop, memory: row.memory, ..question }, observer)
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(thread) => threads.push(Some(thread)),
                    Err(error) => {
                        log::info!("no further thread: {error}");
                        if number == 0 {
                            return Ok(false);
                        }
                        threads.push(None);
                    }
                }
            }
            if turns.is_over() {
                break;
            }
            turns.pass(bounds.measure());
            let next = waiting.iter().map(|row| row.begins.saturating_sub(begun.elapsed())).min();
            match news.recv_timeout(next.map_or(TICK, |next| next.min(TICK))) {
                Ok((number, News::Event(event))) => {
                    let (cost, steps) = event.ruled_out(question.options.metric);
                    if let Some(refuted) = cost.or(steps.map(|steps| steps as u64)) {
                        turns.note(number, refuted);
                    }
                    match event {
                        // It is told below, unless another engine has found a better one meanwhile.
                        Event::Plan(_) => bounds.record(question.task, &event),
                        event => observer(event),
                    }
                }
                Ok((number, News::Ended)) => {
                    turns.end(number);
                    if let Some(thread) = threads[number].take() {
                        ended = ended.and(thread.join().unwrap_or_else(|payload| {
                            turns.stop();
                            panic::resume_unwind(payload)
                        }));
                    }
                }
                Err(_) => {}
            }
            if let Some(plan) = bounds.plan_below(&mut reported) {
                observer(Event::Plan(plan));
            }
        }
        turns.log();
        ended.map(|()| true)
    })
}

/// Tells the news of an engine, and its end, even if it panics.
struct Teller {
    number: usize,
    sender: Sender<(usize, News)>,
}

impl Teller {
    fn tell(&self, news: News) {
        // The receiver outlives the threads, unless the caller panicked.
        let _ = self.sender.send((self.number, news));
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        self.tell(News::Ended);
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::StopReason;
    use bmcplan_sat::encode::Transition;
    use bmcplan_search::{SearchMethod, SearchProgress};
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
        fn name(&self) -> &'static str {
            "fake"
        }

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

    /// Returns the report of a race on a task without operators.
    fn raced_on(rows: &[Row<'_>], stop: &Stop, observer: Observer<'_>) -> Report {
        let (task, options) = (TaskBuilder::default().build().unwrap(), Options::default());
        let bounds = &Bounds::of(&options);
        let question = Question {
            task: &task,
            relevant: &task,
            encoding: &Transition,
            options: &options,
            bounds,
            stop,
            memory: usize::MAX,
            is_shared: false,
        };
        run(question, &[rows], Instant::now(), observer).unwrap();
        bounds.answer(stop)
    }

    /// Returns the outcome of a race and its mode, the number of layers that were reported, and whether formulas began; the searches have
    /// these fates, and `stop` is raised after as many layers.
    fn raced(
        searches: [Option<Fate>; 2],
        formulas: Fate,
        stop_after: Option<usize>,
    ) -> (Outcome, Mode, usize, bool) {
        let modes = [Mode::Search, Mode::Formula(bmcplan_sat::horizon::Strategy::Pdr)];
        let fakes: Vec<Fake> =
            searches.into_iter().zip(modes).filter_map(|(fate, mode)| Some(Fake(fate?, mode))).collect();
        let formulas = Fake(formulas, Mode::INCREMENTAL);
        let mut rows: Vec<Row<'_>> =
            fakes.iter().map(|fake| Row::of(fake)).chain([Row::of(&formulas)]).collect();
        if searches[0] != Some(Fate::Waits) {
            // They do not begin in its time.
            rows.iter_mut().skip(1).for_each(|row| row.begins = Duration::from_secs(600));
        }
        let (stop, mut layers, mut began) = (Stop::default(), 0, false);
        let observer = &mut |event: Event| {
            layers += usize::from(matches!(event, Event::Searched(_)));
            began |= matches!(event, Event::Started(_));
            if stop_after == Some(layers) {
                stop.raise(StopReason::Timeout);
            }
        };
        let report = raced_on(&rows, &stop, observer);
        (report.outcome, report.mode, layers, began)
    }

    #[test]
    fn the_engine_that_answers_stops_the_others() {
        use Fate::{Answers, GivesUp, Waits};
        let all = |first, second, formulas| {
            let (outcome, mode, layers, began) = raced([Some(first), second], formulas, None);
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
    fn the_next_begins_at_once_when_all_before_have_ended() {
        let (outcome, mode, layers, _) = raced([Some(Fate::GivesUp), None], Fate::GivesUp, None);
        assert_eq!((outcome, mode), (Outcome::Stopped(StopReason::Memory), Mode::INCREMENTAL));
        assert_eq!(layers, 1);
    }

    /// Enters a plan of one step, then tells one of two.
    struct Late;

    impl Engine for Late {
        fn name(&self) -> &'static str {
            "late"
        }

        fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
            let plans = [1, 2].map(|n_steps| Plan::parallel(vec![Vec::new(); n_steps]));
            let [one, two] = plans;
            question.offer(one)?;
            observer(Event::Spent(1));
            observer(Event::Plan(two));
            Ok(())
        }
    }

    #[test]
    fn no_plan_is_told_after_a_better_one() {
        let rows = [Row::of(&Late), Row::of(&Fake(Fate::GivesUp, Mode::INCREMENTAL))];
        let mut told = Vec::new();
        raced_on(&rows, &Stop::default(), &mut |event| {
            told.extend(if let Event::Plan(plan) = event { Some(plan.makespan()) } else { None });
        });
        assert_eq!(told, [1]);
    }

    #[test]
    fn a_stop_ends_all_and_gives_its_reason() {
        let outcome = raced([Some(Fate::Waits); 2], Fate::Waits, Some(3)).0;
        assert_eq!(outcome, Outcome::Stopped(StopReason::Timeout));
    }
}
