//! Horizons in the hands of the caller: one query after the other, in one solver.

use bmcplan_base::stop::Stop;
use bmcplan_formula::{FormulaSize, Lit};

use super::measured::Counted;
use super::outcome::{Attempt, HorizonAnswer, RunError, check_length};
use crate::encode::{Trace, TransitionSystem, Unrolling};
use crate::figures::CpuInstant;
use crate::solver::{Answer, Solver, SolverError, SolverKind};

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
    let (unrolling, size) = (Unrolling::of(system), FormulaSize::default());
    Ok(Horizons { solver: solver.build(stop)?, unrolling, size, horizon: 0, is_over: false })
}

/// An iterator over the horizons of a system: the bare loop of [`Strategy::Incremental`](super::Strategy::Incremental), without jumps,
/// lemma copies and checks of foreign solvers.
pub struct Horizons<'s> {
    solver: Box<dyn Solver>,
    unrolling: Unrolling<'s>,
    size: FormulaSize,
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
        let begun = CpuInstant::now();
        check_length(self.unrolling.system(), horizon)?;
        while self.unrolling.n_frames() <= horizon {
            self.unrolling.grow(&mut Counted { solver: &mut *self.solver, size: &mut self.size });
        }
        let goal = self.unrolling.goal_at(horizon);
        let before = self.solver.statistics().conflicts;
        let (mut trace, mut excludes_longer) = (None, false);
        let answer = match self.solver.solve(&goal)? {
            Answer::Satisfiable => {
                let value = |lit| self.solver.value(lit) == Some(true);
                trace = Some(self.unrolling.trace(horizon + 1, value));
                HorizonAnswer::Reached
            }
            Answer::Unsatisfiable => {
                // The goal has no part in the refutation.
                let is_suspect = self.solver.failed() == Some(&[]);
                excludes_longer = is_suspect && self.solver.solve(&[])? == Answer::Unsatisfiable;
                let not_yet: Vec<Lit> = goal.into_iter().map(|lit| !lit).collect();
                self.solver.add_clause(&not_yet);
                HorizonAnswer::Refuted
            }
            Answer::Stopped(_) => HorizonAnswer::Stopped,
        };
        let after = self.solver.statistics().conflicts;
        let conflicts = after.zip(before).map(|(after, before)| after - before);
        let attempt = Attempt { horizon, answer, elapsed: begun.elapsed(), conflicts };
        Ok(TriedHorizon { attempt, size: self.size, trace, excludes_longer })
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
