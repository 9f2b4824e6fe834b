//! The outcome of a strategy's run: its verdict, the record of every horizon tried, and the events told meanwhile.

use std::time::Duration;

use super::measured::Measured;
use crate::encode::Trace;
use crate::stop::StopReason;

/// What became of one horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HorizonAnswer {
    /// The goal is reached within it.
    Reached,
    /// The goal is not reached within it.
    Refuted,
    /// The solver was stopped.
    Stopped,
}

/// The record of one call of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The number of steps asked for.
    pub horizon: usize,
    /// The answer.
    pub answer: HorizonAnswer,
    /// CPU time from the call to the answer, with the growing of the formula for it.
    pub elapsed: Duration,
    /// Conflicts of this call, where the solver counts them.
    pub conflicts: Option<u64>,
}

/// How a run of a strategy ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached in this trace.
    Reached {
        /// The model.
        trace: Trace,
        /// Was every shorter length refuted?
        shortest: bool,
    },
    /// No horizon reaches the goal: some prefix of the formula has no model even without the goal.
    Unsolvable,
    /// The greatest horizon asked for does not reach it; a longer one may.
    NoneWithin(usize),
    /// Stopped before any trace was found.
    Stopped(StopReason),
}

/// A run of a strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub verdict: Verdict,
    /// The greatest k such that every horizon of at most k steps was refuted.
    pub refuted: Option<usize>,
    /// Set where a trace was found but the proof that it is shortest was stopped.
    pub stopped: Option<StopReason>,
    /// Every call of the solver, in order.
    pub attempts: Vec<Attempt>,
    /// What it took.
    pub measured: Measured,
}

/// What a run tells while it runs.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// This horizon is being tried.
    Started(usize),
    /// It has been tried.
    Finished(&'a Attempt),
    /// What a foreign solver said of this horizon is being confirmed.
    Confirming(usize),
    /// The goal is reached in this trace, and shorter ones are looked for.
    Reached(&'a Trace),
}
