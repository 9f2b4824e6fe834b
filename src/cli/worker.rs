//! The planner on a thread of its own, so that limits hold whatever it is busy with.
//!
//! Every long loop asks the [`Stop`] flag, and then the planner's own report is shown. But a formula of gigabytes takes
//! its time to be written and to be freed. Whoever pressed Ctrl-C does not wait for that: after [`GRACE`] the answer is
//! made of what the planner had told until then, and the thread ends with the process.

use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bmcplan::encode::Encoding;
use bmcplan::horizon::{Answer, Attempt, Event};
use bmcplan::planner::{self, InternalError, Mode, Options, Outcome, Progress, Report};
use bmcplan::search;
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::Task;

use super::progress::ProgressLine;

/// How long a stopped planner may take to report.
const GRACE: Duration = Duration::from_millis(120);

/// How long it may take to report where there is an answer that is only being confirmed: that is worth waiting for.
const GRACE_WITH_ANSWER: Duration = Duration::from_secs(3);

/// How often the flag is looked at.
const PERIOD: Duration = Duration::from_millis(20);

/// What the planner tells, in a form that can leave its thread.
enum Message {
    Started(usize),
    Finished(Attempt),
    Confirming(usize),
    Searched(search::Progress),
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
    stop: &Stop,
    mut hear: impl FnMut(M) -> bool,
) -> Heard<R> {
    let begun = Instant::now();
    let worker = thread::spawn(work);
    let mut raised: Option<(Instant, StopReason)> = None;
    let mut grace = GRACE;
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
        if let (None, Some(reason)) = (raised, stop.reason()) {
            raised = Some((Instant::now(), reason));
        }
        if let Some((at, reason)) = raised
            && grace <= at.elapsed()
        {
            return Heard::Stopped(reason, begun.elapsed());
        }
    }
}

/// Solves the task; `line` shows how it gets on.
pub(crate) fn solve(
    task: &Task,
    encoding: Box<dyn Encoding>,
    options: &Options,
    stop: &Stop,
    line: &mut ProgressLine,
) -> Result<Report, InternalError> {
    let mut told = Told::of(options);
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (task, options, stop) = (task.clone(), options.clone(), stop.clone());
        move || {
            // Nobody listens any more once the answer is out; then there is nothing left to tell.
            let tell = |message| drop(sender.send(message));
            planner::solve(&task, &*encoding, &options, &stop, &mut |progress| {
                tell(match progress {
                    Progress::Horizon(Event::Started(horizon)) => Message::Started(horizon),
                    Progress::Horizon(Event::Finished(attempt)) => Message::Finished(attempt.clone()),
                    Progress::Horizon(Event::Confirming(horizon)) => Message::Confirming(horizon),
                    Progress::Search(progress) => Message::Searched(progress),
                });
            })
        }
    };
    match listen(work, &receiver, stop, |message| told.hear(message, line)) {
        Heard::Result(report) => report,
        Heard::Stopped(reason, _) => Ok(told.report(reason)),
    }
}

/// What was told so far.
struct Told {
    begun: Instant,
    mode: Mode,
    /// Unless it is built in.
    solver: Option<SolverKind>,
    refuted: Option<usize>,
    attempts: Vec<Attempt>,
    trying: Vec<(usize, Instant)>,
    states: Option<u64>,
}

impl Told {
    fn of(options: &Options) -> Self {
        Self {
            begun: Instant::now(),
            mode: options.mode,
            solver: Some(options.solver.clone()).filter(|solver| !solver.is_built_in()),
            refuted: None,
            attempts: Vec::new(),
            trying: Vec::new(),
            states: None,
        }
    }

    /// Takes in a message; whether there is an answer that is only being confirmed.
    fn hear(&mut self, message: Message, line: &mut ProgressLine) -> bool {
        let is_confirming = matches!(message, Message::Confirming(_));
        match message {
            Message::Started(horizon) => {
                self.trying.push((horizon, Instant::now()));
                line.show(Progress::Horizon(Event::Started(horizon)));
            }
            Message::Finished(attempt) => {
                if attempt.answer == Answer::Refuted {
                    self.refuted = self.refuted.max(Some(attempt.horizon));
                }
                self.trying.retain(|(horizon, _)| *horizon != attempt.horizon);
                line.show(Progress::Horizon(Event::Finished(&attempt)));
                self.attempts.push(attempt);
            }
            Message::Confirming(horizon) => line.show(Progress::Horizon(Event::Confirming(horizon))),
            Message::Searched(progress) => {
                self.refuted = self.refuted.max(Some(progress.depth));
                self.states = Some(progress.states);
                line.show(Progress::Search(progress));
            }
        }
        is_confirming
    }

    fn report(mut self, reason: StopReason) -> Report {
        let has_refuted = self.attempts.iter().any(|attempt| attempt.answer == Answer::Refuted);
        for (horizon, since) in self.trying {
            let stopped =
                Attempt { horizon, answer: Answer::Stopped, elapsed: since.elapsed(), conflicts: None };
            self.attempts.push(stopped);
        }
        let mode = match self.mode {
            Mode::Auto if self.attempts.is_empty() => Mode::Search,
            Mode::Auto => Mode::Incremental,
            mode => mode,
        };
        Report {
            outcome: Outcome::Stopped(reason),
            mode,
            refuted: self.refuted,
            list: None,
            trusted: self.solver.filter(|_| has_refuted),
            stopped: None,
            attempts: self.attempts,
            variables: None,
            clauses: None,
            literals: None,
            formula_bytes: None,
            building: None,
            solving: None,
            states: self.states,
            elapsed: self.begun.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use bmcplan::encode::{StepOptions, TransitionSystem};
    use bmcplan::task::{Fact, TaskBuilder};

    use super::*;
    use crate::cli::hiargs::Show;

    /// An encoding that does not get done.
    struct Endless;

    impl Encoding for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }

        fn encode(&self, _: &Task, _: &StepOptions) -> TransitionSystem {
            loop {
                thread::sleep(Duration::from_secs(60));
            }
        }
    }

    #[test]
    fn a_planner_that_does_not_listen_is_left_behind() {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("v", ["0"], 0);
        builder.goal([Fact { var, value: 0 }.into()]);
        let task = builder.build().unwrap();
        let options = Options { mode: Mode::Incremental, ..Options::default() };
        let stop = Stop::default();
        stop.raise(StopReason::Interrupt);
        let mut line = ProgressLine::of(Show::Json);
        let report = solve(&task, Box::new(Endless), &options, &stop, &mut line).unwrap();
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupt));
        assert_eq!((report.refuted, report.mode), (None, Mode::Incremental));
    }
}
