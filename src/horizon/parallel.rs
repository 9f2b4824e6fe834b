//! The schedule `parallel`: several horizons at a time, each in a thread with a solver of its own.
//!
//! This is algorithm A of Rintanen, Heljanko & Niemelä (*Planning as satisfiability: parallel plans and algorithms for
//! plan search*, 2006), with two consequences of idle frames: a refutation covers all shorter horizons, so workers
//! that try these are stopped, and a trace of n steps leaves only shorter ones open. Of their algorithm B, which gives each
//! horizon a geometrically smaller share of time than the one before, the geometry is kept, and the division of time
//! is left to the machine: the horizons that are tried at a time lie geometrically far from each other.
//!
//! A horizon is called refuted when some solver refuted it or a greater one, so the length of the answer does not depend
//! on which thread is first; the trace may.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::confirm::SpotChecks;
use super::incremental::incremental;
use super::lemmas::LemmaCopies;
use super::measured::Measured;
use super::outcome::{Attempt, Event, Verdict};
use super::session::{Reply, Session};
use super::strategy::{HorizonRange, HorizonSchedule};
use crate::encode::{Trace, TransitionSystem};
use crate::solver::{SolverError, SolverKind};
use crate::stop::{Stop, StopReason};

/// More threads than this would hardly find a horizon to try.
const MOST_THREADS: usize = 256;

/// Runs from the first horizon that is not known to be `refuted` up to `greatest`, or until the shortest trace is found.
/// `session` keeps the records.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    threads: Option<NonZeroUsize>,
    range: &HorizonRange,
) -> Result<Verdict, SolverError> {
    let HorizonRange { refuted, greatest, trust, copy_lemmas, .. } = *range;
    let threads = threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
        .min(MOST_THREADS);
    let (system, kind, stop) = (session.system(), session.kind(), session.stop().clone());
    let kind = &kind;
    thread::scope(|scope| {
        let (sender, messages) = mpsc::channel();
        let mut workers = Vec::new();
        for number in 0..threads {
            let (orders, received) = mpsc::channel();
            let (sender, child) = (sender.clone(), stop.child());
            let worker = Worker { orders, stop: child.clone(), state: WorkerState::Free };
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                work(number, (system, kind, copy_lemmas), child, &received, sender)
            });
            if let Err(error) = spawned {
                log::warn!("there are no more than {number} threads: {error}");
                break;
            }
            workers.push(worker);
        }
        if workers.is_empty() {
            return incremental(session, HorizonSchedule::Linear, refuted, greatest, trust);
        }
        let silent = &mut |_: Event<'_>| {};
        let checks = SpotChecks::of(session, trust, refuted, silent);
        checks.and_then(|checks| {
            Race { session, checks, stop, workers, messages, refuted, greatest, best: None, end: None }.run()
        })
    })
}

/// The handle of a thread.
struct Worker {
    orders: Sender<Order>,
    /// Stops its solver, for good.
    stop: Stop,
    state: WorkerState,
}

/// The state of a worker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WorkerState {
    Free,
    Busy(usize),
    /// The worker panicked.
    Gone,
}

/// The reason why no more horizons are tried although some are open.
enum RaceEnd {
    Unsolvable,
    Stopped(StopReason),
    Failed(SolverError),
    /// A trace was found that a foreign solver had denied.
    Contradicted(Trace),
    /// A worker panicked; the panic is passed on when it is joined.
    Panicked,
}

struct Race<'a, 's, 'o> {
    session: &'a mut Session<'s, 'o>,
    checks: SpotChecks<'s, 'a>,
    stop: Stop,
    workers: Vec<Worker>,
    messages: Receiver<WorkerMessage>,
    refuted: Option<usize>,
    greatest: Option<usize>,
    best: Option<Trace>,
    end: Option<RaceEnd>,
}

impl Race<'_, '_, '_> {
    fn run(mut self) -> Result<Verdict, SolverError> {
        loop {
            self.deal();
            self.stop_the_needless();
            if self.workers.iter().all(|worker| !matches!(worker.state, WorkerState::Busy(_))) {
                return self.verdict();
            }
            let Ok(message) = self.messages.recv() else { return self.verdict() };
            self.hear(message);
            // All messages first, so that no worker is stopped that is done.
            while let Ok(message) = self.messages.try_recv() {
                self.hear(message);
            }
        }
    }

    fn hear(&mut self, message: WorkerMessage) {
        match message {
            WorkerMessage::Done { worker, horizon, attempt, reply, measured } => {
                attempt.into_iter().for_each(|attempt| self.session.enter(attempt));
                self.session.enter_measured(measured);
                let was_stopped = self.workers[worker].stop.is_raised() && !self.stop.is_raised();
                self.workers[worker].state = WorkerState::Free;
                self.learn(horizon, reply, was_stopped);
            }
            WorkerMessage::Gone { worker } => {
                self.workers[worker].state = WorkerState::Gone;
                self.end = Some(RaceEnd::Panicked);
            }
        }
    }

    /// The least and the greatest horizon that are worth trying; `None` if the answer is known.
    fn open(&self) -> Option<(usize, usize)> {
        let low = self.refuted.map_or(0, |refuted| refuted.saturating_add(1));
        let shorter = match self.best_length() {
            None => usize::MAX,
            Some(length) => length.checked_sub(1)?,
        };
        let high = shorter.min(self.greatest.unwrap_or(usize::MAX));
        (low <= high && self.end.is_none()).then_some((low, high))
    }

    fn best_length(&self) -> Option<usize> {
        self.best.as_ref().map(|trace| trace.length(self.session.system()))
    }

    fn busy(&self) -> impl Iterator<Item = usize> {
        self.workers.iter().filter_map(|worker| match worker.state {
            WorkerState::Busy(horizon) => Some(horizon),
            WorkerState::Free | WorkerState::Gone => None,
        })
    }

    /// The next horizon to try: upwards until the goal is reached, then downwards from the best trace. Where there are more
    /// threads than horizons worth trying, some rest.
    fn next(&self) -> Option<usize> {
        let (low, mut high) = self.open()?;
        if self.best.is_none() {
            high = high.min(farthest(low));
            let last = self.busy().max().max(self.refuted);
            let upwards = last.map_or(0, |last| HorizonSchedule::Parallel(None).after(last)).max(low);
            if upwards <= high {
                return Some(upwards);
            }
        }
        (low..=high).rev().find(|horizon| self.busy().all(|busy| busy != *horizon))
    }

    fn deal(&mut self) {
        while let Some(free) = self.workers.iter().position(|worker| worker.state == WorkerState::Free)
            && let Some(horizon) = self.next()
        {
            self.session.tell_started(horizon);
            let (refuted, parent) = (self.refuted, &self.stop);
            let worker = &mut self.workers[free];
            // A solver that was stopped stays so, unless everything is.
            let stop = (worker.stop.is_raised() && !parent.is_raised()).then(|| parent.child());
            worker.stop = stop.clone().unwrap_or_else(|| worker.stop.clone());
            worker.state = WorkerState::Busy(horizon);
            // If the worker is gone, its last message is on the way.
            let _ = worker.orders.send(Order { horizon, refuted, stop });
        }
    }

    /// Stops workers whose horizon is decided by now.
    fn stop_the_needless(&self) {
        let open = self.open();
        for worker in &self.workers {
            if let WorkerState::Busy(horizon) = worker.state
                && open.is_none_or(|(low, high)| horizon < low || high < horizon)
            {
                // The reason is not reported.
                worker.stop.raise(StopReason::Interrupt);
            }
        }
    }

    /// Takes in an answer; `was_stopped` is true if the worker was stopped as needless.
    fn learn(&mut self, horizon: usize, reply: Result<Reply, SolverError>, was_stopped: bool) {
        match reply {
            Ok(Reply::Reached(trace)) => {
                let length = trace.length(self.session.system());
                if self.best_length().is_none_or(|best| length < best) {
                    let best = self.best.insert(trace);
                    if self.refuted < length.checked_sub(1) {
                        self.session.tell_reached(best);
                    }
                }
            }
            Ok(Reply::Contradiction) if self.best.is_none() => {
                self.refuted = self.refuted.max(Some(horizon));
                self.end.get_or_insert(RaceEnd::Unsolvable);
            }
            Ok(reply @ (Reply::Refuted | Reply::Contradiction)) => {
                self.refuted = self.refuted.max(Some(horizon));
                if let Reply::Refuted = reply {
                    self.check(horizon);
                }
            }
            Ok(Reply::Stopped(_)) if was_stopped => {}
            Ok(Reply::Stopped(reason)) => {
                self.end.get_or_insert(RaceEnd::Stopped(reason));
            }
            Err(error) => {
                self.end.get_or_insert(RaceEnd::Failed(error));
            }
        }
    }

    /// Takes note of a refutation for the spot checks.
    fn check(&mut self, horizon: usize) {
        let end = match self.checks.hear(horizon) {
            Ok(None) => return,
            Ok(Some(trace)) => RaceEnd::Contradicted(trace),
            Err(error) => RaceEnd::Failed(error),
        };
        self.end.get_or_insert(end);
    }

    fn verdict(mut self) -> Result<Verdict, SolverError> {
        let is_shortest = self.best_length().is_some_and(|length| length.checked_sub(1) <= self.refuted);
        let is_within = self.greatest.filter(|greatest| Some(*greatest) <= self.refuted);
        Ok(match (self.best.take(), self.end.take()) {
            (_, Some(RaceEnd::Failed(error))) => return Err(error),
            (_, Some(RaceEnd::Contradicted(trace))) => Verdict::Reached { trace, shortest: false },
            (Some(trace), _) if is_shortest => Verdict::Reached { trace, shortest: true },
            (Some(trace), end) => {
                if let Some(RaceEnd::Stopped(reason)) = end {
                    self.session.note_stop(reason);
                }
                Verdict::Reached { trace, shortest: false }
            }
            (None, Some(RaceEnd::Unsolvable)) => Verdict::Unsolvable,
            (None, end) => match (is_within, end) {
                (Some(greatest), _) => Verdict::NoneWithin(greatest),
                (None, Some(RaceEnd::Stopped(reason))) => Verdict::Stopped(reason),
                // The panic that ends everything is passed on right after this.
                (None, _) => Verdict::Stopped(StopReason::Interrupt),
            },
        })
    }
}

/// The greatest horizon to try while `low` is open: on many cores, formulas far beyond cost more memory than they are
/// worth.
fn farthest(low: usize) -> usize {
    low.saturating_mul(4).saturating_add(16)
}

/// One horizon to be tried.
struct Order {
    horizon: usize,
    /// The horizon up to which all were refuted, by any worker.
    refuted: Option<usize>,
    /// The flag of a new solver, if the one before was stopped.
    stop: Option<Stop>,
}

/// A message of a worker, with its number.
enum WorkerMessage {
    /// The answer for an order.
    Done {
        worker: usize,
        horizon: usize,
        attempt: Option<Attempt>,
        reply: Result<Reply, SolverError>,
        measured: Measured,
    },
    /// The worker panicked; joining the thread passes the panic on.
    Gone { worker: usize },
}

/// A thread that carries out orders one after the other, in a solver of its own.
fn work(
    worker: usize,
    (system, kind, copies): (&TransitionSystem, &SolverKind, LemmaCopies),
    first_stop: Stop,
    orders: &Receiver<Order>,
    messages: Sender<WorkerMessage>,
) {
    let farewell = Farewell { worker, messages };
    let mut order = orders.recv();
    let mut stop = first_stop;
    loop {
        let silent = &mut |_: Event<'_>| {};
        let session = Session::new(system, kind, &stop, silent).map(|session| session.copying(copies));
        let mut session = match (session, &order) {
            (Ok(session), _) => session,
            (Err(error), Ok(Order { horizon, .. })) => {
                let (attempt, reply, horizon, measured) = (None, Err(error), *horizon, Measured::default());
                // If nobody listens any more, nothing is lost.
                let _ =
                    farewell.messages.send(WorkerMessage::Done { worker, horizon, attempt, reply, measured });
                return;
            }
            (Err(_), Err(_)) => return,
        };
        while let Ok(Order { horizon, refuted, stop: None }) = order {
            let reply = ask(&mut session, horizon, refuted);
            let (attempt, measured) = (session.last_attempt().cloned(), session.take_measured());
            let sent =
                farewell.messages.send(WorkerMessage::Done { worker, horizon, attempt, reply, measured });
            if sent.is_err() {
                return;
            }
            order = orders.recv();
        }
        // The old formula is freed before there is a new one.
        drop(session);
        match order {
            Ok(Order { stop: Some(fresh), horizon, refuted }) => {
                stop = fresh;
                order = Ok(Order { horizon, refuted, stop: None });
            }
            _ => return,
        }
    }
}

fn ask(session: &mut Session<'_, '_>, horizon: usize, refuted: Option<usize>) -> Result<Reply, SolverError> {
    let frames = session.n_steps().max(horizon);
    // If growing is stopped, the question is, too.
    if let Some(refuted) = refuted
        && session.grow_to(frames).is_ok()
    {
        session.exclude_up_to(refuted);
    }
    if horizon == frames {
        return session.ask(horizon, frames, &[]);
    }
    let idle = session.idle_at(horizon);
    session.ask(horizon, frames, &[idle])
}

/// Sends a last message if the worker panics: its answer would be waited for forever otherwise.
struct Farewell {
    worker: usize,
    messages: Sender<WorkerMessage>,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        if thread::panicking() {
            // If nobody listens any more, nothing is lost.
            let _ = self.messages.send(WorkerMessage::Gone { worker: self.worker });
        }
    }
}
