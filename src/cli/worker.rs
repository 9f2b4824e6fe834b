//! Work on a thread of its own, from the text of a problem to its answer, so that limits hold whatever it is busy with.
//!
//! Every long loop asks the [`Stop`] flag, and then the planner's own report is shown. But a formula of gigabytes takes
//! its time to be freed. Whoever pressed Ctrl-C does not wait for that: after [`GRACE`], or sooner where memory grows on,
//! the answer is made of what was told until then, and the thread ends with the process.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::encode::Encoding;
use crate::figures::Figures;
use crate::frontend::Source;
use crate::horizon::{Attempt, Event, HorizonAnswer};
use crate::planner::{self, Mode, Options, Outcome, Progress, Report, Strategy};
use crate::search;
use crate::solver::SolverKind;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

use super::failure::Failure;
use super::problem::{Meaning, Problem};
use super::progress::ProgressLine;
use super::watch::{Limits, Watch};

/// How long a stopped planner may take to report.
const GRACE: Duration = Duration::from_millis(120);

/// How long it may take to report where there is an answer that is only being confirmed: that is worth waiting for.
const GRACE_WITH_ANSWER: Duration = Duration::from_secs(3);

/// How long it may take where memory grows on.
const SHORT_GRACE: Duration = Duration::from_millis(20);

/// How long reading may take in any case: a rule sheet that grew too large is freed before it is said which rule grew.
const GRACE_OF_READING: Duration = Duration::from_millis(250);

/// How often the flag is looked at.
const PERIOD: Duration = Duration::from_millis(5);

/// What the planner tells, in a form that can leave its thread.
enum Message {
    Built(Arc<Task>),
    Started(usize),
    Finished(Attempt),
    Confirming(usize),
    Searched(search::SearchProgress),
}

/// What came of work.
pub(crate) enum Heard<R> {
    /// Its result.
    Result(R),
    /// Nothing within [`GRACE`] or [`GRACE_WITH_ANSWER`] of a stop, so long after the start.
    Stopped(StopReason, Duration),
}

/// Does `work` on a thread of its own and listens to what it sends meanwhile; `hear` says whether that tells of an answer that
/// is only being confirmed.
pub(crate) fn listen<M, R: Send + 'static>(
    work: impl FnOnce() -> R + Send + 'static,
    messages: &Receiver<M>,
    watch: &Watch,
    hear: impl FnMut(M) -> bool,
) -> Heard<R> {
    listen_for([GRACE, SHORT_GRACE], work, messages, watch, hear)
}

/// As [`listen`], with these times of grace.
fn listen_for<M, R: Send + 'static>(
    [mut grace, short]: [Duration; 2],
    work: impl FnOnce() -> R + Send + 'static,
    messages: &Receiver<M>,
    watch: &Watch,
    mut hear: impl FnMut(M) -> bool,
) -> Heard<R> {
    let begun = Instant::now();
    let worker = match thread::Builder::new().spawn(work) {
        Ok(worker) => worker,
        Err(error) => {
            log::warn!("no thread can be started: {error}");
            return Heard::Stopped(StopReason::Memory, begun.elapsed());
        }
    };
    let mut raised: Option<(Instant, StopReason)> = None;
    loop {
        match messages.recv_timeout(PERIOD) {
            Ok(message) => {
                if hear(message) {
                    grace = GRACE_WITH_ANSWER;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            // It sends no more, so it is done.
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(payload) => panic::resume_unwind(payload),
                Ok(result) => return Heard::Result(result),
            },
        }
        if let (None, Some(reason)) = (raised, watch.stop.reason()) {
            raised = Some((Instant::now(), reason));
        }
        if let Some((at, reason)) = raised
            && if watch.overrun.load(Ordering::Relaxed) { short } else { grace } <= at.elapsed()
        {
            return Heard::Stopped(reason, begun.elapsed());
        }
    }
}

/// Does work that tells nothing before it is done.
pub(crate) fn alone<R: Send + 'static>(
    work: impl FnOnce(&Stop) -> Result<R, Failure> + Send + 'static,
    watch: &Watch,
) -> Result<R, Failure> {
    alone_for([GRACE, SHORT_GRACE], work, watch)
}

fn alone_for<R: Send + 'static>(
    graces: [Duration; 2],
    work: impl FnOnce(&Stop) -> Result<R, Failure> + Send + 'static,
    watch: &Watch,
) -> Result<R, Failure> {
    let (sender, receiver) = mpsc::channel::<()>();
    let stop = watch.stop.clone();
    let work = move || {
        let _until_done = sender;
        work(&stop)
    };
    match listen_for(graces, work, &receiver, watch, |()| false) {
        Heard::Result(result) => result,
        Heard::Stopped(reason, _) => Err(Failure::Stopped(reason)),
    }
}

/// Reads a problem.
pub(crate) fn read(
    source: &Source,
    meaning: &Meaning,
    limits: &Limits,
    watch: &Watch,
) -> Result<Arc<Problem>, Failure> {
    let (source, meaning, limits) = (source.clone(), meaning.clone(), *limits);
    let work = move |stop: &Stop| Ok(Arc::new(Problem::read(&source, &meaning, &limits, stop)?));
    alone_for([GRACE_OF_READING; 2], work, watch)
}

/// Builds the problem's task and solves it; `line` shows how it gets on. There is no task if it was stopped before that.
pub(crate) fn solve(
    problem: &Arc<Problem>,
    goal: Option<u32>,
    encoding: Box<dyn Encoding>,
    options: &Options,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<(Option<Arc<Task>>, Report), Failure> {
    let mut told = Told::of(options);
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (problem, options, stop) = (problem.clone(), options.clone(), watch.stop.clone());
        move || -> Result<Report, Failure> {
            // Nobody listens any more once the answer is out; then there is nothing left to tell.
            let tell = |message| drop(sender.send(message));
            let task = Arc::new(problem.task(goal, &stop)?);
            log::info!("{} operators, {} state variables", task.operators().len(), task.variables().len());
            tell(Message::Built(task.clone()));
            Ok(planner::solve(&task, &*encoding, &options, &stop, &mut |progress| {
                tell(match progress {
                    Progress::Horizon(Event::Started(horizon)) => Message::Started(horizon),
                    Progress::Horizon(Event::Finished(attempt)) => Message::Finished(attempt.clone()),
                    Progress::Horizon(Event::Confirming(horizon)) => Message::Confirming(horizon),
                    Progress::Search(progress) => Message::Searched(progress),
                });
            })?)
        }
    };
    let report = match listen(work, &receiver, watch, |message| told.hear(message, line)) {
        Heard::Result(Err(Failure::Stopped(reason))) | Heard::Stopped(reason, _) => told.report(reason),
        Heard::Result(Err(failure)) => return Err(failure),
        Heard::Result(Ok(report)) => report,
    };
    Ok((told.task, report))
}

/// What was told so far.
struct Told {
    task: Option<Arc<Task>>,
    begun: Instant,
    mode: Mode,
    /// Unless it is built in.
    solver: Option<SolverKind>,
    refuted: Option<usize>,
    attempts: Vec<Attempt>,
    trying: Vec<(usize, Instant)>,
    figures: Figures,
}

impl Told {
    fn of(options: &Options) -> Self {
        Self {
            task: None,
            begun: Instant::now(),
            mode: options.mode,
            solver: Some(options.solver.clone()).filter(|solver| !solver.is_built_in()),
            refuted: None,
            attempts: Vec::new(),
            trying: Vec::new(),
            figures: Figures::default(),
        }
    }

    /// Takes in a message; whether there is an answer that is only being confirmed.
    fn hear(&mut self, message: Message, line: &mut ProgressLine) -> bool {
        let is_confirming = matches!(message, Message::Confirming(_));
        match message {
            Message::Built(task) => self.task = Some(task),
            Message::Started(horizon) => {
                self.trying.push((horizon, Instant::now()));
                line.show(Progress::Horizon(Event::Started(horizon)));
            }
            Message::Finished(attempt) => {
                if attempt.answer == HorizonAnswer::Refuted {
                    self.refuted = self.refuted.max(Some(attempt.horizon));
                }
                self.trying.retain(|(horizon, _)| *horizon != attempt.horizon);
                line.show(Progress::Horizon(Event::Finished(&attempt)));
                self.attempts.push(attempt);
            }
            Message::Confirming(horizon) => line.show(Progress::Horizon(Event::Confirming(horizon))),
            Message::Searched(progress) => {
                self.refuted = self.refuted.max(Some(progress.depth));
                self.figures.states = Some(progress.states);
                line.show(Progress::Search(progress));
            }
        }
        is_confirming
    }

    fn report(&mut self, reason: StopReason) -> Report {
        let has_refuted = self.attempts.iter().any(|attempt| attempt.answer == HorizonAnswer::Refuted);
        for (horizon, since) in self.trying.drain(..) {
            let stopped = Attempt {
                horizon,
                answer: HorizonAnswer::Stopped,
                elapsed: since.elapsed(),
                conflicts: None,
            };
            self.attempts.push(stopped);
        }
        let mode = match self.mode {
            Mode::Auto if self.attempts.is_empty() => Mode::Search,
            Mode::Auto => Mode::Formula(Strategy::Incremental),
            mode => mode,
        };
        Report {
            outcome: Outcome::Stopped(reason),
            mode,
            refuted: self.refuted,
            list: None,
            trusted: self.solver.clone().filter(|_| has_refuted),
            stopped: None,
            attempts: std::mem::take(&mut self.attempts),
            figures: self.figures,
            elapsed: self.begun.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::encode::{StepOptions, TransitionSystem};
    use crate::frontend::rush_hour::Metric;

    use super::*;
    use crate::cli::hiargs::Show;

    /// An encoding that does not get done.
    struct Endless;

    impl Encoding for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }

        fn describe(&self, _: &Task, _: &StepOptions, _: &Stop) -> Result<TransitionSystem, StopReason> {
            loop {
                thread::sleep(Duration::from_secs(60));
            }
        }
    }

    #[test]
    fn a_planner_that_does_not_listen_is_left_behind() {
        let watch = Watch::start(&Limits::default());
        let source = Source::new("test", "XX..\n");
        let problem = read(&source, &Meaning::RushHour(Metric::Units), &Limits::default(), &watch).unwrap();
        let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
        let stop = watch.stop.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            stop.raise(StopReason::Interrupt);
        });
        let mut line = ProgressLine::of(Show::Json);
        let (task, report) = solve(&problem, None, Box::new(Endless), &options, &watch, &mut line).unwrap();
        assert!(task.is_some());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupt));
        assert_eq!((report.refuted, report.mode), (None, Mode::Formula(Strategy::Incremental)));
    }
}
