//! Work on a thread of its own, from the text of a problem to its answer, so that limits hold whatever it is busy with.
//!
//! Every long loop asks the [`Stop`] flag, and then the planner's own report is shown. But a formula of gigabytes takes
//! its time to be freed. Whoever pressed Ctrl-C does not wait for that: after a time of [grace](Stage), or sooner where
//! memory grows on, the answer is made of what is known by then, and the thread ends with the process.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::problem::Problem;
use crate::stop::{Stop, StopReason};

use super::failure::Failure;
use super::files::Files;
use super::problem_args::{ProblemArgs, ProblemText};
use super::warnings;
use super::watch::Watch;

/// How often the flag is looked at.
const PERIOD: Duration = Duration::from_millis(5);

/// The work that a thread is busy with, which decides how long it may take to report once it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// A problem is read. A rule sheet that grew too large is freed before it is reported which rule grew.
    Reading,
    /// An answer is looked for.
    Working,
    /// There is an answer, which is confirmed: that is worth waiting for.
    Confirming,
}

impl Stage {
    fn grace(self, memory_grows: bool) -> Duration {
        Duration::from_millis(match (self, memory_grows) {
            (Self::Reading, _) => 200,
            (_, true) => 20,
            (Self::Working, false) => 120,
            (Self::Confirming, false) => 3_000,
        })
    }
}

/// The end of work on a thread.
pub(crate) enum WorkEnd<R> {
    /// Its result.
    Result(R),
    /// Nothing within the time of grace; so long after the start.
    Stopped(StopReason, Duration),
}

/// Does `work` on a thread of its own and hands on what it sends meanwhile; `hear` returns
/// the stage that a message belongs to; the work never falls back to an earlier one.
pub(crate) fn listen<M, R: Send + 'static>(
    mut stage: Stage,
    work: impl FnOnce() -> R + Send + 'static,
    messages: &Receiver<M>,
    watch: &Watch,
    mut hear: impl FnMut(M) -> Stage,
) -> WorkEnd<R> {
    let begun = Instant::now();
    let worker = match thread::Builder::new().spawn(work) {
        Ok(worker) => worker,
        Err(error) => {
            log::warn!("no thread can be started: {error}");
            return WorkEnd::Stopped(StopReason::Memory, begun.elapsed());
        }
    };
    let mut raised: Option<(Instant, StopReason)> = None;
    loop {
        match messages.recv_timeout(PERIOD) {
            Ok(message) => stage = stage.max(hear(message)),
            Err(RecvTimeoutError::Timeout) => {}
            // It sends no more, so it is done.
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(payload) => panic::resume_unwind(payload),
                Ok(result) => return WorkEnd::Result(result),
            },
        }
        if let (None, Some(reason)) = (raised, watch.stop.reason()) {
            raised = Some((Instant::now(), reason));
        }
        if let Some((at, reason)) = raised
            && stage.grace(watch.overrun.load(Ordering::Relaxed)) <= at.elapsed()
        {
            return WorkEnd::Stopped(reason, begun.elapsed());
        }
    }
}

/// Does work that sends nothing before it is done.
pub(crate) fn alone<R: Send + 'static>(
    stage: Stage,
    work: impl FnOnce(&Stop) -> Result<R, Failure> + Send + 'static,
    watch: &Watch,
) -> Result<R, Failure> {
    let (sender, receiver) = mpsc::channel::<()>();
    let stop = watch.stop.clone();
    let work = move || {
        let _until_done = sender;
        work(&stop)
    };
    match listen(stage, work, &receiver, watch, |()| stage) {
        WorkEnd::Result(result) => result,
        WorkEnd::Stopped(reason, _) => Err(reason.into()),
    }
}

/// Reads the files of a problem, within the limits of the watch: who writes to a pipe may never end.
pub(crate) fn text(args: &ProblemArgs, files: &Files, watch: &Watch) -> Result<ProblemText, Failure> {
    let (args, files) = (args.clone(), files.clone());
    alone(Stage::Reading, move |_| args.read(&files), watch)
}

/// Reads a problem, within the limits of the watch, and prints the warnings about it.
pub(crate) fn read(text: &ProblemText, watch: &Watch) -> Result<Arc<dyn Problem>, Failure> {
    let (text, are_errors) = (text.clone(), text.warnings_are_errors);
    let work = move |stop: &Stop| Ok(Arc::from(text.kind.read(&text.sources, &text.options, stop)?));
    let problem: Arc<dyn Problem> = alone(Stage::Reading, work, watch)?;
    warnings::report(problem.warnings(), are_errors)?;
    Ok(problem)
}
