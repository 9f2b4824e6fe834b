//! The refutation: all frames and the goal in one solver that keeps its derivations.

use super::error::CertifyError;
use crate::encode::TransitionSystem;
use crate::formula::{Cnf, Lit, Var};
use crate::solver::{DerivationLog, ProvedAnswer, ProvingSolver, StepId, with_log};
use crate::stop::Stop;

/// Where a clause that the solver was given comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// An initial clause.
    Initial(usize),
    /// A universal clause, in a frame.
    Universal(usize, usize),
    /// A transition clause, from a frame.
    Transition(usize, usize),
    /// A literal of the goal, in the last frame.
    Goal(usize),
    /// That it is not this trace.
    Exclusion(usize),
    /// A transition clause, from the last frame to the same one.
    Rest(usize),
    /// That the plan is over, in the last frame.
    Over,
}

/// The derivation of "the goal is not reached".
pub(super) struct Refutation {
    pub(super) log: DerivationLog,
    pub(super) given: Vec<Given>,
    /// Whether it has clauses of frames after the last one, as clauses of the last one.
    pub(super) is_folded: bool,
    /// The empty clause.
    pub(super) last: StepId,
}

/// Refutes that the goal is reached in `n_steps` steps by other traces than those of these clauses. Shorter horizons are not asked about: idle steps come last, so this one
/// refutation is one of all of them.
pub(super) fn refute(
    system: &TransitionSystem,
    n_steps: usize,
    exclusions: &[Vec<Lit>],
    stop: &Stop,
) -> Result<Refutation, CertifyError> {
    let mut given = Vec::new();
    let (answer, log) = with_log(stop, |solver| {
        let mut run = RefutationRun { system, solver, given: &mut given };
        run.copy(system.initial(), 0, Given::Initial);
        for frame in (0..=n_steps).take_while(|_| !stop.is_raised()) {
            if let Some(before) = frame.checked_sub(1) {
                run.copy(system.transition(), before, |index| Given::Transition(index, before));
            }
            run.copy(system.universal(), frame, |index| Given::Universal(index, frame));
        }
        for (index, lit) in system.goal().iter().enumerate() {
            run.add(&[run.at(*lit, n_steps)], Given::Goal(index));
        }
        for (index, clause) in exclusions.iter().enumerate() {
            run.add(clause, Given::Exclusion(index));
        }
        solver.solve(&[])
    });
    log::debug!("{} clauses given, {} in the derivation, {} hints", given.len(), log.len(), log.n_hints());
    match answer? {
        ProvedAnswer::Refuted(last) => Ok(Refutation { log, given, is_folded: false, last }),
        ProvedAnswer::Satisfiable => Err(CertifyError::Reached(n_steps)),
        ProvedAnswer::Stopped(reason) => Err(CertifyError::Stopped(reason)),
    }
}

struct RefutationRun<'a, 's, 'v> {
    system: &'a TransitionSystem,
    solver: &'a mut ProvingSolver<'v>,
    given: &'s mut Vec<Given>,
}

impl RefutationRun<'_, '_, '_> {
    fn at(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.system.n_vars() + lit.var().index()).lit(lit.is_positive())
    }

    fn copy(&mut self, clauses: &Cnf, frame: usize, given: impl Fn(usize) -> Given) {
        for (index, clause) in clauses.clauses().enumerate() {
            let clause: Vec<Lit> = clause.iter().map(|lit| self.at(*lit, frame)).collect();
            self.add(&clause, given(index));
        }
    }

    fn add(&mut self, clause: &[Lit], given: Given) {
        self.solver.add_clause(clause);
        self.given.push(given);
    }
}
