//! A thread that answers for one horizon after the other, in a solver of its own.

use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use super::measured::Measured;
use super::outcome::{Attempt, Event};
use super::session::{Reply, Session};
use crate::encode::TransitionSystem;
use crate::solver::SolverError;
use crate::solver::SolverKind;
use crate::stop::Stop;

/// One horizon to be tried.
pub(super) struct Order {
    pub(super) horizon: usize,
    /// Horizons up to here were refuted, by whomever.
    pub(super) refuted: Option<usize>,
    /// If there is one, the solver from before was stopped, and a new one obeys this.
    pub(super) stop: Option<Stop>,
}

/// What a worker tells, with its number.
pub(super) enum WorkerMessage {
    /// An order was carried out.
    Done {
        worker: usize,
        horizon: usize,
        attempt: Option<Attempt>,
        reply: Result<Reply, SolverError>,
        measured: Measured,
    },
    /// It panicked, which whoever joins the thread will pass on.
    Gone { worker: usize },
}

/// Carries out orders until there are no more to come.
pub(super) fn work(
    worker: usize,
    system: &TransitionSystem,
    kind: &SolverKind,
    first_stop: Stop,
    orders: &Receiver<Order>,
    messages: Sender<WorkerMessage>,
) {
    let farewell = Farewell { worker, messages };
    let mut order = orders.recv();
    let mut stop = first_stop;
    loop {
        let silent = &mut |_: Event<'_>| {};
        let mut session = match (Session::new(system, kind, &stop, silent), &order) {
            (Ok(session), _) => session,
            (Err(error), Ok(Order { horizon, .. })) => {
                let (attempt, reply, horizon, measured) = (None, Err(error), *horizon, Measured::default());
                // Nobody to hear it is as good as being heard.
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
    // If that is stopped, so is the question.
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

/// Tells that the worker is gone if it panics; nobody would wait for it otherwise.
struct Farewell {
    worker: usize,
    messages: Sender<WorkerMessage>,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nobody to hear it is as good as being heard.
            let _ = self.messages.send(WorkerMessage::Gone { worker: self.worker });
        }
    }
}
