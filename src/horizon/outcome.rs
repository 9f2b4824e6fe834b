//! The outcome of a strategy's run: its verdict, the record of every horizon tried, and the events on the way.

use std::time::Duration;

use super::measured::Measured;
use crate::encode::Trace;
use crate::stop::StopReason;

/// The answer for one horizon.
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
    /// CPU time from the call to the answer, including the growth of the formula.
    pub elapsed: Duration,
    /// Conflicts of this call, where the solver counts them.
    pub conflicts: Option<u64>,
}

/// The result of a strategy's run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached in this trace.
    Reached {
        /// The model.
        trace: Trace,
        /// True if every shorter length was refuted.
        shortest: bool,
    },
    /// No horizon reaches the goal: the formula of some horizon has no model even without the goal, or an invariant excludes
    /// the goal.
    Unsolvable,
    /// The greatest horizon asked for does not reach the goal; a longer one may.
    NoneWithin(usize),
    /// Stopped before any trace was found.
    Stopped(StopReason),
}

/// A run of a strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The result.
    pub verdict: Verdict,
    /// The greatest k such that every horizon of at most k steps was refuted.
    pub refuted: Option<usize>,
    /// Set where a trace was found but the search for a shorter one was stopped.
    pub stopped: Option<StopReason>,
    /// Every call of the solver, in order.
    pub attempts: Vec<Attempt>,
    /// The size of the formula, and the times.
    pub measured: Measured,
}

/// News of a run.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// A horizon begins to be tried.
    Started(usize),
    /// A horizon has been tried.
    Finished(&'a Attempt),
    /// A foreign solver's answers for horizons up to this one, or for formulas of up to so many steps and a relaxed rest, are being confirmed.
    Confirming(usize),
    /// A trace to the goal; shorter ones are looked for.
    Reached(&'a Trace),
    /// So much more effort went into a formula of a first trace, in literals.
    Spent(u64),
}
