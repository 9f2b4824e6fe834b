//! The refutation: all frames and the goal in one solver that keeps its derivations, or the derivations of the run that found a
//! plan.
//!
//! Such a run may have more frames than the length that it refuted, with the assumption that the plan is over by then. So
//! frames after that length become copies of the last frame. Its state stays as it is, no operator runs, and each clause of a
//! later frame is one of the last frame. A clause that follows by unit propagation from others still does so when variables are
//! identified, unless it becomes a tautology, which no derivation needs.

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Lit, Var};
use bmcplan_sat::encode::{FrameClause, TransitionSystem};
use bmcplan_sat::horizon::HorizonRefutation;
use bmcplan_sat::solver::{DerivationLog, ProvedAnswer, StepId, with_log};

use super::error::CertifyError;
use super::template::sorted_unless_tautology;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GivenClause {
    Frame(FrameClause),
    Goal(usize),
    /// Transition clause, from the last frame to the same one.
    Rest(usize),
    Over,
}

pub(super) struct Refutation {
    pub(super) log: DerivationLog,
    pub(super) given: Vec<GivenClause>,
    /// True if it has clauses of frames after the last one, as clauses of the last one.
    pub(super) is_folded: bool,
    pub(super) last: StepId,
}

/// Refutes that the goal is reached in `n_steps` steps. Shorter horizons need no query: idle steps come last, so this one
/// refutation covers all of them.
pub(super) fn refute(
    system: &TransitionSystem,
    n_steps: usize,
    stop: &Stop,
) -> Result<Refutation, CertifyError> {
    let mut given = Vec::new();
    let (answer, log) = with_log(stop, |solver| {
        let mut add = |source, clause: &[Lit]| {
            solver.add_clause(clause);
            given.push(source);
        };
        for frame in (0..=n_steps).take_while(|_| !stop.is_raised()) {
            for place in system.frame_clauses(frame) {
                add(GivenClause::Frame(place), &system.frame_clause(place));
            }
        }
        for (index, lit) in system.goal().iter().enumerate() {
            add(GivenClause::Goal(index), &[system.at(*lit, n_steps)]);
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

/// Returns the refutation in frames up to its length. `None` if it rests on frames that become tautologies.
pub(super) fn folded(found: &HorizonRefutation) -> Option<Refutation> {
    let HorizonRefutation { system, n_steps, log, given, last } = found;
    let mut is_needed = vec![false; log.len()];
    is_needed[last.index()] = true;
    for step in log.steps().rev().filter(|step| step <= last) {
        if is_needed[step.index()] {
            log.hints(step).iter().for_each(|hint| is_needed[hint.index()] = true);
        }
    }
    let mut fold = Fold { system, n_steps: *n_steps, log: DerivationLog::default(), given: Vec::new() };
    // For each clause its new step, unless it is a tautology.
    let mut places: Vec<Option<StepId>> = vec![None; log.len()];
    for step in log.steps().filter(|step| is_needed[step.index()]) {
        let Some(clause) = fold.clause(log.clause(step)) else { continue };
        let place = match log.input(step) {
            Some(input) => fold.give(&clause, GivenClause::Frame(*given.get(input)?)),
            None => {
                fold.log.push_derived(&clause, log.hints(step).iter().filter_map(|hint| places[hint.index()]))
            }
        };
        places[step.index()] = Some(place);
    }
    Some(fold.finish(places[last.index()]?))
}

struct Fold<'s> {
    system: &'s TransitionSystem,
    n_steps: usize,
    log: DerivationLog,
    given: Vec<GivenClause>,
}

impl Fold<'_> {
    fn clause(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let folded = |lit: &Lit| {
            let n_vars = self.system.n_vars();
            let (frame, index) = (lit.var().index() / n_vars, lit.var().index() % n_vars);
            self.system.at(Var::from_index(index).lit(lit.is_positive()), frame.min(self.n_steps))
        };
        sorted_unless_tautology(&clause.iter().map(folded).collect::<Vec<Lit>>())
    }

    fn give(&mut self, clause: &[Lit], given: GivenClause) -> StepId {
        self.given.push(match given {
            GivenClause::Frame(FrameClause::Universal(index, frame)) => {
                GivenClause::Frame(FrameClause::Universal(index, frame.min(self.n_steps)))
            }
            GivenClause::Frame(FrameClause::Transition(index, frame)) if self.n_steps <= frame => {
                GivenClause::Rest(index)
            }
            given => given,
        });
        self.log.push_given(clause)
    }

    fn finish(mut self, last: StepId) -> Refutation {
        let mut hints = Vec::new();
        for (index, lit) in self.system.goal().iter().enumerate() {
            let unit = [self.system.at(*lit, self.n_steps)];
            hints.push(self.give(&unit, GivenClause::Goal(index)));
        }
        let over = [self.system.at(self.system.idle(), self.n_steps)];
        hints.push(self.give(&over, GivenClause::Over));
        hints.push(last);
        let last = self.log.push_derived(&[], hints);
        Refutation { log: self.log, given: self.given, is_folded: true, last }
    }
}
