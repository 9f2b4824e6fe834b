//! A worker pool: threads that answer queries about horizons, each with its own solver, which it keeps between queries. Learned
//! clauses are shared between queries.
//!
//! A solver that was stopped stays so. The next query to its thread then comes with a new flag, and goes to a new solver.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;

use super::lemmas::LemmaCopies;
use super::measured::Measured;
use super::outcome::{Attempt, HorizonEvent};
use super::proof::ProofPart;
use super::session::{LemmaBatch, Reply, Session};
use crate::encode::TransitionSystem;
#[cfg(feature = "varisat")]
use crate::solver::with_log;
use crate::solver::{SolverError, SolverKind};

/// Limit on the number of threads; more would hardly have any work.
const MOST_THREADS: usize = 256;

/// Query: is the goal reached within `horizon` steps?
pub(super) struct Query {
    pub(super) horizon: usize,
    /// Least number of frames of the formula.
    pub(super) frames: usize,
    /// Horizon up to which all were refuted, by any thread.
    pub(super) refuted: Option<usize>,
    pub(super) cube: Vec<Lit>,
}

pub(super) struct QueryAnswer {
    pub(super) reply: Result<Reply, SolverError>,
    /// Record of the query; `None` if there is no solver.
    pub(super) attempt: Option<Attempt>,
    pub(super) measured: Measured,
    /// Short learned clauses.
    pub(super) batch: Arc<LemmaBatch>,
    /// Proof of a refutation, if the solver keeps its derivations.
    pub(super) part: Option<ProofPart>,
}

pub(super) enum Completion<T> {
    Answered {
        task: T,
        answer: Box<QueryAnswer>,
        was_stopped: bool,
    },
    /// The thread panicked; the panic is propagated when it is joined.
    Gone,
}

/// Worker pool: the threads, each with its current task.
pub(super) struct WorkerPool<T> {
    workers: Vec<Worker<T>>,
    messages: Receiver<(usize, Message)>,
    stop: Stop,
    lemmas: SharedLemmas,
}

struct Worker<T> {
    jobs: Sender<Job>,
    /// Stops the thread's solver permanently.
    stop: Stop,
    task: Option<T>,
    is_gone: bool,
    /// Number of shared lemmas that were passed to its solver, or are its own.
    n_known: usize,
}

/// Query with the flag of a new solver, if the previous one was stopped, and with the lemmas of other threads.
struct Job {
    query: Query,
    stop: Option<Stop>,
    lemmas: Vec<Arc<LemmaBatch>>,
}

/// Message of a thread: an answer, or `None` if it panicked.
type Message = Option<Box<QueryAnswer>>;

impl<T: Copy> WorkerPool<T> {
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
            let (jobs, received) = mpsc::channel();
            let (sender, kind, child) = (sender.clone(), session.kind(), stop.child());
            let worker = Worker { jobs, stop: child.clone(), task: None, is_gone: false, n_known: 0 };
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                let solvers = SolverChoice { system, kind, copies, proves };
                work(number, &solvers, child, &received, sender);
            });
            if let Err(error) = spawned {
                log::warn!("only {number} threads could be started: {error}");
                break;
            }
            workers.push(worker);
        }
        Self { workers, messages, stop, lemmas: SharedLemmas::default() }
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

    pub(super) fn give(&mut self, number: usize, task: T, query: Query) {
        let Some(worker) = self.workers.get_mut(number) else { return };
        // A solver that was stopped stays so, unless everything is.
        let stop = (worker.stop.is_raised() && !self.stop.is_raised()).then(|| self.stop.child());
        worker.stop = stop.clone().unwrap_or_else(|| worker.stop.clone());
        worker.task = Some(task);
        // A new solver needs the lemmas of the previous one, too.
        let lemmas = match stop {
            Some(_) => self.lemmas.after(0, None),
            None => self.lemmas.after(worker.n_known, Some(number)),
        };
        worker.n_known = self.lemmas.0.len();
        // If the thread is gone, its last message is on the way.
        let _ = worker.jobs.send(Job { query, stop, lemmas });
    }

    pub(super) fn stop(&self, number: usize) {
        if let Some(worker) = self.workers.get(number) {
            // The reason is not reported.
            worker.stop.raise(StopReason::Interrupt);
        }
    }

    /// Waits for messages, at most for `limit`, and returns all that have arrived.
    pub(super) fn listen(&mut self, limit: Option<Duration>) -> Vec<Completion<T>> {
        let first = match limit {
            None => self.messages.recv().ok(),
            Some(limit) => self.messages.recv_timeout(limit).ok(),
        };
        let messages: Vec<(usize, Message)> = first.into_iter().chain(self.messages.try_iter()).collect();
        messages.into_iter().filter_map(|(number, message)| self.news(number, message)).collect()
    }

    fn news(&mut self, number: usize, message: Message) -> Option<Completion<T>> {
        let worker = self.workers.get_mut(number)?;
        let task = worker.task.take()?;
        let Some(answer) = message else {
            worker.is_gone = true;
            return Some(Completion::Gone);
        };
        self.lemmas.enter(number, &answer.batch);
        Some(Completion::Answered { task, answer, was_stopped: worker.stop.is_raised() })
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
                run(session.copying(self.copies).sharing())
            });
            return Ok(result);
        }
        debug_assert!(!self.proves, "there is no solver that keeps its derivations");
        Ok(run(Session::new(self.system, &self.kind, stop, silent)?.copying(self.copies).sharing()))
    }
}

/// Runs a thread that answers queries one after the other, with its own solver.
fn work(
    number: usize,
    solvers: &SolverChoice<'_>,
    first_stop: Stop,
    jobs: &Receiver<Job>,
    messages: Sender<(usize, Message)>,
) {
    let channel = AnswerChannel { number, messages };
    let mut stop = first_stop;
    let mut job = jobs.recv();
    while let Ok(Job { stop: fresh, query, lemmas }) = job {
        stop = fresh.unwrap_or(stop);
        // The old formula is freed before there is a new one.
        let after = solvers.with_session(&stop, |mut session| {
            let mut next = Ok(Job { query, stop: None, lemmas });
            while let Ok(Job { query, stop: None, lemmas }) = next {
                if !channel.send(answer(&mut session, &query, &lemmas)) {
                    return Err(mpsc::RecvError);
                }
                next = jobs.recv();
            }
            next
        });
        job = match after {
            Ok(next) => next,
            Err(error) => {
                channel.send(QueryAnswer::failed(error));
                return;
            }
        };
    }
}

fn answer(session: &mut Session<'_, '_>, query: &Query, lemmas: &[Arc<LemmaBatch>]) -> QueryAnswer {
    let Query { horizon, frames, refuted, ref cube } = *query;
    let frames = session.n_steps().max(frames);
    // If growing is stopped, the query is, too.
    if session.grow_to(frames).is_ok() {
        if let Some(refuted) = refuted {
            session.exclude_up_to(refuted);
        }
        lemmas.iter().for_each(|batch| session.import(batch));
    }
    let mut assumed = cube.clone();
    assumed.extend(session.at_most(horizon, frames));
    let (reply, attempt) = session.query_apart(horizon, frames, &assumed);
    QueryAnswer {
        part: matches!(reply, Ok(Reply::Refuted)).then(|| session.take_part()).flatten(),
        reply,
        attempt: Some(attempt),
        measured: session.take_measured(),
        batch: Arc::new(session.take_lemmas()),
    }
}

impl QueryAnswer {
    fn failed(error: SolverError) -> Self {
        Self {
            reply: Err(error),
            attempt: None,
            measured: Measured::default(),
            batch: Arc::default(),
            part: None,
        }
    }
}

struct AnswerChannel {
    number: usize,
    messages: Sender<(usize, Message)>,
}

impl AnswerChannel {
    /// Sends an answer; returns false if the receiver is gone, so that the thread can end.
    fn send(&self, answer: QueryAnswer) -> bool {
        self.messages.send((self.number, Some(Box::new(answer)))).is_ok()
    }
}

impl Drop for AnswerChannel {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.messages.send((self.number, None));
        }
    }
}

/// All shared lemmas so far, with the numbers of their threads.
#[derive(Default)]
struct SharedLemmas(Vec<(usize, Arc<LemmaBatch>)>);

impl SharedLemmas {
    fn enter(&mut self, author: usize, batch: &Arc<LemmaBatch>) {
        if !batch.clauses.is_empty() {
            self.0.push((author, Arc::clone(batch)));
        }
    }

    /// Returns the lemmas after the first `n_known` ones, except for those of the thread `except`.
    fn after(&self, n_known: usize, except: Option<usize>) -> Vec<Arc<LemmaBatch>> {
        let news = self.0.iter().skip(n_known).filter(|(author, _)| Some(*author) != except);
        news.map(|(_, batch)| Arc::clone(batch)).collect()
    }
}
