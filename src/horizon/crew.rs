//! A worker pool: threads that answer queries about horizons, each with its own solver, which it keeps between queries. Learned
//! clauses are shared between queries.
//!
//! A solver that was stopped stays so. The next query to its thread then comes with a new flag, and goes to a new solver.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use super::lemmas::LemmaCopies;
use super::measured::Measured;
use super::outcome::{Attempt, HorizonEvent};
use super::proof::ProofPart;
use super::session::{Lesson, Reply, Session};
use crate::encode::TransitionSystem;
use crate::formula::Lit;
#[cfg(feature = "varisat")]
use crate::solver::with_log;
use crate::solver::{SolverError, SolverKind};
use crate::stop::{Stop, StopReason};

/// Limit on the number of threads; more would hardly have any work.
const MOST_THREADS: usize = 256;

/// Query: is the goal reached within `horizon` steps?
pub(super) struct Order {
    pub(super) horizon: usize,
    /// Least number of frames of the formula.
    pub(super) frames: usize,
    /// Horizon up to which all were refuted, by any thread.
    pub(super) refuted: Option<usize>,
    pub(super) cube: Vec<Lit>,
}

pub(super) struct Answer {
    pub(super) reply: Result<Reply, SolverError>,
    /// Record of the query; `None` if there is no solver.
    pub(super) attempt: Option<Attempt>,
    pub(super) measured: Measured,
    /// Short learned clauses.
    pub(super) lesson: Arc<Lesson>,
    /// Proof of a refutation, if the solver keeps its derivations.
    pub(super) part: Option<ProofPart>,
}

pub(super) enum CrewNews<T> {
    Answered {
        task: T,
        answer: Box<Answer>,
        was_stopped: bool,
    },
    /// The thread panicked; the panic is propagated when it is joined.
    Gone,
}

/// Worker pool: the threads, each with its current task.
pub(super) struct Crew<T> {
    workers: Vec<Worker<T>>,
    messages: Receiver<(usize, Message)>,
    stop: Stop,
    lessons: Lessons,
}

struct Worker<T> {
    orders: Sender<Parcel>,
    /// Stops the thread's solver permanently.
    stop: Stop,
    task: Option<T>,
    is_gone: bool,
    /// Number of shared lemmas that were passed to its solver, or are its own.
    n_known: usize,
}

/// Query with the flag of a new solver, if the previous one was stopped, and with the lemmas of other threads.
struct Parcel {
    order: Order,
    stop: Option<Stop>,
    lessons: Vec<Arc<Lesson>>,
}

/// Message of a thread: an answer, or `None` if it panicked.
type Message = Option<Box<Answer>>;

impl<T: Copy> Crew<T> {
    pub(super) fn start<'scope, 's: 'scope>(
        scope: &'scope Scope<'scope, '_>,
        threads: Option<NonZeroUsize>,
        session: &Session<'s, '_>,
        copies: LemmaCopies,
    ) -> Self {
        let threads = threads.or_else(|| thread::available_parallelism().ok());
        let (system, stop) = (session.system(), session.stop().clone());
        let proves = session.keeps_derivations();
        let (sender, messages) = mpsc::channel();
        let mut workers = Vec::new();
        for number in 0..threads.map_or(1, NonZeroUsize::get).min(MOST_THREADS) {
            let (orders, received) = mpsc::channel();
            let (sender, kind, child) = (sender.clone(), session.kind(), stop.child());
            let worker = Worker { orders, stop: child.clone(), task: None, is_gone: false, n_known: 0 };
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                let solvers = SolverChoice { system, kind, copies, proves };
                work(number, &solvers, child, &received, sender);
            });
            if let Err(error) = spawned {
                log::warn!("there are no more than {number} threads: {error}");
                break;
            }
            workers.push(worker);
        }
        Self { workers, messages, stop, lessons: Lessons::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.workers.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.workers.len()
    }

    pub(super) fn free(&self) -> Option<usize> {
        self.workers.iter().position(|worker| worker.task.is_none() && !worker.is_gone)
    }

    pub(super) fn busy(&self) -> impl Iterator<Item = (usize, T)> {
        self.workers.iter().enumerate().filter_map(|(number, worker)| Some((number, worker.task?)))
    }

    pub(super) fn is_idle(&self) -> bool {
        self.busy().next().is_none()
    }

    pub(super) fn give(&mut self, number: usize, task: T, order: Order) {
        let Some(worker) = self.workers.get_mut(number) else { return };
        // A solver that was stopped stays so, unless everything is.
        let stop = (worker.stop.is_raised() && !self.stop.is_raised()).then(|| self.stop.child());
        worker.stop = stop.clone().unwrap_or_else(|| worker.stop.clone());
        worker.task = Some(task);
        // A new solver needs the lemmas of the previous one, too.
        let lessons = match stop {
            Some(_) => self.lessons.after(0, None),
            None => self.lessons.after(worker.n_known, Some(number)),
        };
        worker.n_known = self.lessons.0.len();
        // If the thread is gone, its last message is on the way.
        let _ = worker.orders.send(Parcel { order, stop, lessons });
    }

    pub(super) fn stop(&self, number: usize) {
        if let Some(worker) = self.workers.get(number) {
            // The reason is not reported.
            worker.stop.raise(StopReason::Interrupt);
        }
    }

    /// Waits for messages, at most for `limit`, and returns all that have arrived.
    pub(super) fn listen(&mut self, limit: Option<Duration>) -> Vec<CrewNews<T>> {
        let first = match limit {
            None => self.messages.recv().ok(),
            Some(limit) => self.messages.recv_timeout(limit).ok(),
        };
        let messages: Vec<(usize, Message)> = first.into_iter().chain(self.messages.try_iter()).collect();
        messages.into_iter().filter_map(|(number, message)| self.news(number, message)).collect()
    }

    fn news(&mut self, number: usize, message: Message) -> Option<CrewNews<T>> {
        let worker = self.workers.get_mut(number)?;
        let task = worker.task.take()?;
        let Some(answer) = message else {
            worker.is_gone = true;
            return Some(CrewNews::Gone);
        };
        self.lessons.enter(number, &answer.lesson);
        Some(CrewNews::Answered { task, answer, was_stopped: worker.stop.is_raised() })
    }
}

struct SolverChoice<'s> {
    system: &'s TransitionSystem,
    kind: SolverKind,
    copies: LemmaCopies,
    /// True if the solvers keep their derivations.
    proves: bool,
}

impl SolverChoice<'_> {
    fn with_session<R>(&self, stop: &Stop, run: impl FnOnce(Session<'_, '_>) -> R) -> Result<R, SolverError> {
        let silent = &mut |_: HorizonEvent<'_>| {};
        #[cfg(feature = "varisat")]
        if self.proves {
            let (result, _) = with_log(stop, |solver| {
                let log = solver.log();
                let session = Session::proving(self.system, Box::new(solver), log, None, stop, silent);
                run(session.copying(self.copies).telling())
            });
            return Ok(result);
        }
        debug_assert!(!self.proves, "there is no solver that keeps its derivations");
        Ok(run(Session::new(self.system, &self.kind, stop, silent)?.copying(self.copies).telling()))
    }
}

/// Runs a thread that answers queries one after the other, with its own solver.
fn work(
    number: usize,
    solvers: &SolverChoice<'_>,
    first_stop: Stop,
    orders: &Receiver<Parcel>,
    messages: Sender<(usize, Message)>,
) {
    let farewell = Farewell { number, messages };
    let mut stop = first_stop;
    let mut parcel = orders.recv();
    while let Ok(Parcel { stop: fresh, order, lessons }) = parcel {
        stop = fresh.unwrap_or(stop);
        // The old formula is freed before there is a new one.
        let after = solvers.with_session(&stop, |mut session| {
            let mut next = Ok(Parcel { order, stop: None, lessons });
            while let Ok(Parcel { order, stop: None, lessons }) = next {
                if !farewell.send(answer(&mut session, &order, &lessons)) {
                    return Err(mpsc::RecvError);
                }
                next = orders.recv();
            }
            next
        });
        parcel = match after {
            Ok(next) => next,
            Err(error) => {
                farewell.send(Answer::failed(error));
                return;
            }
        };
    }
}

fn answer(session: &mut Session<'_, '_>, order: &Order, lessons: &[Arc<Lesson>]) -> Answer {
    let Order { horizon, frames, refuted, ref cube } = *order;
    let frames = session.n_steps().max(frames);
    // If growing is stopped, the query is, too.
    if session.grow_to(frames).is_ok() {
        if let Some(refuted) = refuted {
            session.exclude_up_to(refuted);
        }
        lessons.iter().for_each(|lesson| session.hear_lesson(lesson));
    }
    let mut assumed = cube.clone();
    assumed.extend(session.at_most(horizon, frames));
    let (reply, attempt) = session.ask_apart(horizon, frames, &assumed);
    Answer {
        part: matches!(reply, Ok(Reply::Refuted)).then(|| session.take_part()).flatten(),
        reply,
        attempt: Some(attempt),
        measured: session.take_measured(),
        lesson: Arc::new(session.take_lesson()),
    }
}

impl Answer {
    fn failed(error: SolverError) -> Self {
        Self {
            reply: Err(error),
            attempt: None,
            measured: Measured::default(),
            lesson: Arc::default(),
            part: None,
        }
    }
}

struct Farewell {
    number: usize,
    messages: Sender<(usize, Message)>,
}

impl Farewell {
    /// Sends an answer; returns false if the receiver is gone, so that the thread can end.
    fn send(&self, answer: Answer) -> bool {
        self.messages.send((self.number, Some(Box::new(answer)))).is_ok()
    }
}

impl Drop for Farewell {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.messages.send((self.number, None));
        }
    }
}

/// All shared lemmas so far, with the numbers of their threads.
#[derive(Default)]
struct Lessons(Vec<(usize, Arc<Lesson>)>);

impl Lessons {
    fn enter(&mut self, author: usize, lesson: &Arc<Lesson>) {
        if !lesson.clauses.is_empty() {
            self.0.push((author, Arc::clone(lesson)));
        }
    }

    /// Returns the lemmas after the first `n_known` ones, except for those of the thread `except`.
    fn after(&self, n_known: usize, except: Option<usize>) -> Vec<Arc<Lesson>> {
        let news = self.0.iter().skip(n_known).filter(|(author, _)| Some(*author) != except);
        news.map(|(_, lesson)| Arc::clone(lesson)).collect()
    }
}
