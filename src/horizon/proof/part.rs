//! Parts of proofs: what one refutation takes of a solver's derivations, so that another thread can put it together with others.
//!
//! A solver that answers several questions uses the clauses that it learned before, so a part goes without the clauses that earlier parts of
//! the same solver have.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::encode::{FrameClause, TransitionSystem};
use crate::formula::Cnf;
use crate::solver::{GrowingLog, StepId};

/// The reason for a clause of a part.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reason {
    /// It is a clause of the system.
    Given(FrameClause),
    /// The goal is not reached in this frame: that was refuted before.
    Refuted(usize),
    /// It follows from clauses of this solver: those up to here among the part's hints.
    Derived(usize),
}

/// The clauses that a refutation needs, in order.
#[derive(Debug)]
pub struct ProofPart {
    /// The number of the solver.
    pub(super) source: u64,
    /// The place of each clause in the solver's log.
    pub(super) places: Vec<StepId>,
    pub(super) clauses: Cnf,
    pub(super) reasons: Vec<Reason>,
    /// Clauses by their place in the solver's log.
    pub(super) hints: Vec<StepId>,
    /// The clause that was asked for, of this part or of an earlier one.
    pub(super) last: StepId,
}

/// Takes parts out of a solver's log.
pub struct PartMaker<'s> {
    system: &'s TransitionSystem,
    log: GrowingLog,
    source: u64,
    /// The reason for each clause that the solver was given.
    given: Vec<Reason>,
    /// For each clause of the log: is it in a part?
    is_told: Vec<bool>,
}

impl<'s> PartMaker<'s> {
    /// A maker for a solver that was given nothing so far.
    pub fn of(system: &'s TransitionSystem, log: GrowingLog) -> Self {
        static N_SOURCES: AtomicU64 = AtomicU64::new(0);
        let source = N_SOURCES.fetch_add(1, Ordering::Relaxed);
        Self { system, log, source, given: Vec::new(), is_told: Vec::new() }
    }

    /// Takes note that the solver is given the clauses of a frame.
    pub fn hear_frame(&mut self, frame: usize) {
        self.given.extend(self.system.frame_clauses(frame).map(Reason::Given));
    }

    /// Takes note that the solver is given the clause that the goal is not reached in a frame.
    pub fn hear_refuted(&mut self, horizon: usize) {
        self.given.push(Reason::Refuted(horizon));
    }

    /// The part for the last refutation. None if there was none, or if the solver was given more than is known.
    pub fn part(&mut self) -> Option<ProofPart> {
        let log = self.log.borrow();
        let last = *log.refutations().last()?;
        self.is_told.resize(log.len(), false);
        let (mut places, mut open) = (Vec::new(), vec![last]);
        while let Some(step) = open.pop() {
            if !std::mem::replace(&mut self.is_told[step.index()], true) {
                places.push(step);
                open.extend(log.hints(step));
            }
        }
        places.sort_unstable();
        let (mut clauses, mut reasons, mut hints) = (Cnf::default(), Vec::new(), Vec::new());
        for step in &places {
            clauses.push(log.clause(*step));
            reasons.push(match log.input(*step) {
                Some(input) => *self.given.get(input)?,
                None => {
                    hints.extend(log.hints(*step));
                    Reason::Derived(hints.len())
                }
            });
        }
        Some(ProofPart { source: self.source, places, clauses, reasons, hints, last })
    }
}
