//! Horizons in the hands of the caller: one query after the other, in one solver.

use bmcplan_base::stop::Stop;
use bmcplan_formula::FormulaSize;

use super::outcome::{Attempt, HorizonAnswer, HorizonEvent, RunError, check_length};
use super::session::{Reply, Session};
use crate::encode::{Trace, TransitionSystem};
use crate::solver::{SolverError, SolverKind};

/// Returns the horizons 0, 1, 2, … of a system, tried one by one in one new solver of the given kind. The last one reaches the goal, was
/// stopped, or refutes all longer ones, too.
///
/// # Errors
/// The solver cannot be started.
pub fn horizons<'s>(
    system: &'s TransitionSystem,
    solver: &SolverKind,
    stop: &Stop,
) -> Result<Horizons<'s>, SolverError> {
    // A function that holds nothing takes no memory.
    let silent = Box::leak(Box::new(|_: HorizonEvent<'_>| {}));
    Ok(Horizons { session: Session::new(system, solver, stop, silent)?, horizon: 0, is_over: false })
}

/// An iterator over the horizons of a system: the bare loop of [`Strategy::Incremental`](super::Strategy::Incremental), without jumps,
/// lemma copies and checks of foreign solvers.
pub struct Horizons<'s> {
    session: Session<'s, 'static>,
    horizon: usize,
    is_over: bool,
}

/// A horizon that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriedHorizon {
    /// The answer, its time and its conflicts.
    pub attempt: Attempt,
    /// The size of the formula.
    pub size: FormulaSize,
    /// The model, if the goal is reached.
    pub trace: Option<Trace>,
    /// Was every longer horizon refuted, too?
    pub excludes_longer: bool,
}

impl Horizons<'_> {
    fn query(&mut self, horizon: usize) -> Result<TriedHorizon, RunError> {
        check_length(self.session.system(), horizon)?;
        let (reply, attempt) = self.session.query_apart(horizon, horizon, &[]);
        let (mut trace, mut excludes_longer) = (None, false);
        match reply? {
            Reply::Reached(found) => trace = Some(found),
            Reply::Refuted => self.session.exclude_up_to(horizon),
            Reply::Contradiction => excludes_longer = true,
            Reply::Stopped(_) => {}
        }
        Ok(TriedHorizon { attempt, size: self.session.size(), trace, excludes_longer })
    }
}

impl Iterator for Horizons<'_> {
    type Item = Result<TriedHorizon, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let horizon = self.horizon;
        let tried = self.query(horizon);
        self.horizon += 1;
        self.is_over = !tried
            .as_ref()
            .is_ok_and(|tried| tried.attempt.answer == HorizonAnswer::Refuted && !tried.excludes_longer);
        Some(tried)
    }
}
