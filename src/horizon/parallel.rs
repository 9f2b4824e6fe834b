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
use std::thread;

use super::confirm::SpotChecks;
use super::crew::{Crew, CrewNews, Order};
use super::incremental::incremental;
use super::outcome::{Event, Verdict};
use super::session::{Reply, Session};
use super::strategy::{HorizonRange, HorizonSchedule};
use crate::encode::Trace;
use crate::solver::SolverError;
use crate::stop::{Stop, StopReason};

/// Runs from the first horizon that is not known to be `refuted` up to `greatest`, or until the shortest trace is found.
/// `session` keeps the records.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    threads: Option<NonZeroUsize>,
    range: &HorizonRange,
) -> Result<Verdict, SolverError> {
    let HorizonRange { refuted, greatest, trust, copy_lemmas, .. } = *range;
    let stop = session.stop().clone();
    thread::scope(|scope| {
        let crew = Crew::start(scope, threads, session, copy_lemmas);
        if crew.is_empty() {
            return incremental(session, HorizonSchedule::Linear, range);
        }
        let silent = &mut |_: Event<'_>| {};
        let checks = SpotChecks::of(session, trust, refuted, silent);
        checks.and_then(|checks| {
            Race { session, checks, stop, crew, refuted, greatest, best: None, end: None }.run()
        })
    })
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
    /// The horizon that each busy thread tries.
    crew: Crew<usize>,
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
            if self.crew.is_idle() {
                return self.verdict();
            }
            // All messages first, so that no thread is stopped that is done.
            for news in self.crew.listen(None) {
                self.hear(news);
            }
        }
    }

    fn hear(&mut self, news: CrewNews<usize>) {
        let CrewNews::Answered { task: horizon, answer, was_stopped } = news else {
            self.end = Some(RaceEnd::Panicked);
            return;
        };
        answer.attempt.into_iter().for_each(|attempt| self.session.enter(attempt));
        self.session.enter_measured(answer.measured);
        self.learn(horizon, answer.reply, was_stopped && !self.stop.is_raised());
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

    /// The next horizon to try: upwards until the goal is reached, then downwards from the best trace. Where there are more
    /// threads than horizons worth trying, some rest.
    fn next(&self) -> Option<usize> {
        let (low, mut high) = self.open()?;
        if self.best.is_none() {
            high = high.min(farthest(low));
            let last = self.crew.busy().map(|(_, horizon)| horizon).max().max(self.refuted);
            let upwards = last.map_or(0, |last| HorizonSchedule::Parallel(None).after(last)).max(low);
            if upwards <= high {
                return Some(upwards);
            }
        }
        (low..=high).rev().find(|horizon| self.crew.busy().all(|(_, busy)| busy != *horizon))
    }

    fn deal(&mut self) {
        while let Some(free) = self.crew.free()
            && let Some(horizon) = self.next()
        {
            self.session.tell_started(horizon);
            let order = Order { horizon, frames: horizon, refuted: self.refuted, cube: Vec::new() };
            self.crew.give(free, horizon, order);
        }
    }

    /// Stops threads whose horizon is decided by now.
    fn stop_the_needless(&self) {
        let open = self.open();
        for (worker, horizon) in self.crew.busy() {
            if open.is_none_or(|(low, high)| horizon < low || high < horizon) {
                self.crew.stop(worker);
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
