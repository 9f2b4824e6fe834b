//! The refutation: ever greater horizons in one solver that keeps its derivations.

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
    /// It follows from this clause, which was derived: a horizon does not reach the goal, so the plan goes on there.
    Derived(StepId),
}

/// The derivation of "the goal is not reached".
pub(super) struct Refutation {
    pub(super) log: DerivationLog,
    pub(super) given: Vec<Given>,
    /// A clause of negated goal literals of the last frame.
    pub(super) last: StepId,
}

/// Refutes that the goal is reached in `n_steps` steps.
pub(super) fn refute(
    system: &TransitionSystem,
    n_steps: usize,
    stop: &Stop,
) -> Result<Refutation, CertifyError> {
    let mut given = Vec::new();
    let (last, log) = with_log(stop, |solver| {
        let mut run = RefutationRun { system, solver, given: &mut given, refuted: None };
        run.copy(system.initial(), 0, Given::Initial);
        run.copy(system.universal(), 0, |index| Given::Universal(index, 0));
        let mut horizon = 0_usize;
        loop {
            if let Some(before) = horizon.checked_sub(1) {
                let first = run.given.len();
                run.copy(system.transition(), before, |index| Given::Transition(index, before));
                run.goes_on(before, first);
                run.copy(system.universal(), horizon, |index| Given::Universal(index, horizon));
            }
            let goal: Vec<Lit> = system.goal().iter().map(|lit| run.at(*lit, horizon)).collect();
            let step = match run.solver.solve(&goal)? {
                ProvedAnswer::Refuted(step) => step,
                ProvedAnswer::Satisfiable => return Err(CertifyError::Reached(horizon)),
                ProvedAnswer::Stopped(reason) => return Err(CertifyError::Stopped(reason)),
            };
            if horizon == n_steps {
                return Ok(step);
            }
            let not_yet: Vec<Lit> = goal.iter().map(|lit| !*lit).collect();
            run.add(&not_yet, Given::Derived(step));
            run.refuted = Some(step);
            horizon += 1;
        }
    });
    last.map(|last| Refutation { log, given, last })
}

struct RefutationRun<'a, 's, 'v> {
    system: &'a TransitionSystem,
    solver: &'a mut ProvingSolver<'v>,
    given: &'s mut Vec<Given>,
    /// The refutation of the last horizon.
    refuted: Option<StepId>,
}

impl RefutationRun<'_, '_, '_> {
    fn at(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.system.n_vars() + lit.var().index()).lit(lit.is_positive())
    }

    /// The plan is not over in a frame that does not reach the goal. The transition clauses from there were given from `first` on.
    fn goes_on(&mut self, frame: usize, first: usize) {
        let idle = self.system.idle();
        let at_goal = |lit: &Lit| {
            let mut clauses = self.system.transition().clauses();
            let place = clauses.position(|clause| clause == [!idle, *lit] || clause == [*lit, !idle]);
            self.solver.given(first + place?)
        };
        let hints: Option<Vec<StepId>> = self.system.goal().iter().map(at_goal).collect();
        if let Some((mut hints, refuted)) = hints.zip(self.refuted) {
            hints.push(refuted);
            let clause = [!self.at(idle, frame)];
            let step = self.solver.derive(&clause, &hints);
            self.add(&clause, Given::Derived(step));
        }
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
