//! The refutation: all frames and the goal in one solver that keeps its derivations.

use super::error::CertifyError;
use crate::encode::TransitionSystem;
use crate::formula::Lit;
use crate::solver::{DerivationLog, ProvedAnswer, StepId, with_log};
use crate::stop::Stop;

/// The origin of a clause that the solver was given.
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
    /// The plan does not have this trace.
    Exclusion(usize),
    /// A transition clause, from the last frame to the same one.
    Rest(usize),
    /// The plan is over, in the last frame.
    Over,
}

/// The derivation of "the goal is not reached".
pub(super) struct Refutation {
    pub(super) log: DerivationLog,
    pub(super) given: Vec<Given>,
    /// Does it have clauses of frames after the last one, as clauses of the last one?
    pub(super) is_folded: bool,
    /// The empty clause.
    pub(super) last: StepId,
}

/// The clauses of a system's frame, with the initial ones or those of the step to it before them.
pub(super) fn given_in_frame(
    system: &TransitionSystem,
    frame: usize,
) -> impl Iterator<Item = (Given, Vec<Lit>)> {
    let shifted = |clause: &[Lit], frame| clause.iter().map(|lit| system.at(*lit, frame)).collect();
    let (ahead, before) = match frame.checked_sub(1) {
        None => (system.initial(), None),
        before => (system.transition(), before),
    };
    let ahead = ahead.clauses().enumerate().map(move |(index, clause)| {
        let given = before.map_or(Given::Initial(index), |before| Given::Transition(index, before));
        (given, shifted(clause, before.unwrap_or(0)))
    });
    let universal = system.universal().clauses().enumerate();
    ahead
        .chain(universal.map(move |(index, clause)| (Given::Universal(index, frame), shifted(clause, frame))))
}

/// Refutes that the goal is reached in `n_steps` steps by other traces than those of these clauses. Shorter horizons are not asked
/// about: idle steps come last, so this one refutation is one of all of them.
pub(super) fn refute(
    system: &TransitionSystem,
    n_steps: usize,
    exclusions: &[Vec<Lit>],
    stop: &Stop,
) -> Result<Refutation, CertifyError> {
    let mut given = Vec::new();
    let (answer, log) = with_log(stop, |solver| {
        let mut add = |source, clause: &[Lit]| {
            solver.add_clause(clause);
            given.push(source);
        };
        for frame in (0..=n_steps).take_while(|_| !stop.is_raised()) {
            given_in_frame(system, frame).for_each(|(source, clause)| add(source, &clause));
        }
        for (index, lit) in system.goal().iter().enumerate() {
            add(Given::Goal(index), &[system.at(*lit, n_steps)]);
        }
        for (index, clause) in exclusions.iter().enumerate() {
            add(Given::Exclusion(index), clause);
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
