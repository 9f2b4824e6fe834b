//! Parts of proofs: what one refutation takes of a solver's derivations, so that another thread can put it together with others.
//!
//! A solver that answers several questions uses the clauses that it learned before, so a part goes without the clauses that earlier parts of
//! the same solver have.

use crate::ordered::Set;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::encode::{FrameClause, TransitionSystem};
use crate::formula::Cnf;
use crate::solver::GrowingLog;

#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// It is a clause of the system.
    Given(FrameClause),
    /// The goal is not reached in this frame: that was refuted before.
    Refuted(usize),
    /// It follows from clauses of this solver: those up to here among the part's hints.
    Derived(usize),
}

/// The clauses that a refutation needs, in order. All clauses of a solver's parts are numbered, from one part to the next.
pub struct ProofPart {
    pub(super) source: u64,
    pub(super) first: u32,
    pub(super) clauses: Cnf,
    pub(super) reasons: Vec<Reason>,
    pub(super) hints: Vec<u32>,
    /// The number of the clause that was asked for, of this part or of an earlier one.
    pub(super) last: u32,
}

/// Takes parts out of a solver's log.
pub struct PartMaker<'s> {
    system: &'s TransitionSystem,
    log: GrowingLog,
    source: u64,
    /// The reason for each clause that the solver was given.
    given: Vec<Reason>,
    /// For each clause of the log its number, if it is in a part.
    numbers: Vec<Option<u32>>,
    /// The number of clauses in parts.
    n_told: u32,
}

fn new_source() -> u64 {
    static N_SOURCES: AtomicU64 = AtomicU64::new(0);
    N_SOURCES.fetch_add(1, Ordering::Relaxed)
}

impl<'s> PartMaker<'s> {
    /// A maker for a solver that was given nothing so far.
    pub fn of(system: &'s TransitionSystem, log: GrowingLog) -> Self {
        Self { system, log, source: new_source(), given: Vec::new(), numbers: Vec::new(), n_told: 0 }
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
        self.numbers.resize(log.len(), None);
        let (mut needed, mut open) = (Set::new(), vec![last]);
        while let Some(step) = open.pop() {
            if self.numbers[step.index()].is_none() && needed.insert(step) {
                open.extend(log.hints(step));
            }
        }
        let (first, mut clauses, mut reasons, mut hints) =
            (self.n_told, Cnf::default(), Vec::new(), Vec::new());
        for step in needed {
            clauses.push(log.clause(step));
            reasons.push(match log.input(step) {
                Some(input) => *self.given.get(input)?,
                None => {
                    for hint in log.hints(step) {
                        hints.push(self.numbers[hint.index()]?);
                    }
                    Reason::Derived(hints.len())
                }
            });
            self.numbers[step.index()] = Some(self.n_told);
            self.n_told += 1;
        }
        let last = self.numbers[last.index()]?;
        Some(ProofPart { source: self.source, first, clauses, reasons, hints, last })
    }
}
