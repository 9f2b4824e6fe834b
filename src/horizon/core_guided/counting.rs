//! A formula of some steps, with a lower bound on the number of operators that raises itself core by core.
//!
//! Assumed is that no operator runs. While that fails, the solver blames a set of assumptions, a core: a plan breaks at
//! least one of them. So the bound is one more, and weaker assumptions take the place of the core's: a pair of them, x and
//! y, becomes "not both", and "neither" goes on to the next pair, until one is left, which must break (PMRES: Narodytska &
//! Bacchus, *Maximum satisfiability using core-guided MaxSAT resolution*, 2014). What is broken is thereby counted exactly.
//! Of an operator in a core it is assumed that it does not run once more.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::counted::Counted;
use super::uses::OperatorRuns;
use crate::encode::{Trace, TransitionSystem, Unrolling};
use crate::formula::{ClauseSink, FormulaSize, Lit};
use crate::solver::{Answer, Solver, SolverError};
use crate::stop::StopReason;

/// How many times a core is asked for again with nothing but itself assumed, as long as it gets smaller.
const TRIMS: usize = 3;

/// A formula and its bound.
pub(super) struct OperatorCount<'s> {
    solver: Box<dyn Solver>,
    size: FormulaSize,
    unrolling: Unrolling<'s>,
    n_steps: usize,
    goal: Vec<Lit>,
    /// Each of these assumptions that breaks counts one.
    assumed: Vec<Lit>,
    uses: Vec<OperatorRuns>,
    /// Of the assumptions that an operator does not run once more, the operator.
    of_operator: BTreeMap<Lit, usize>,
    bound: usize,
}

/// What came of a question.
pub(super) enum Raised {
    /// The bound is one more.
    Bound,
    /// A plan of as many operators as the bound.
    Reached(Trace),
    /// No plan has so many steps.
    TooFewSteps,
    /// No run has so many steps, whatever the goal.
    Contradiction,
    /// The solver was stopped.
    Stopped(StopReason),
}

impl<'s> OperatorCount<'s> {
    pub(super) fn of(system: &'s TransitionSystem, n_steps: usize, mut solver: Box<dyn Solver>) -> Self {
        let mut size = FormulaSize::default();
        let mut sink = Counted { solver: &mut *solver, size: &mut size };
        let mut unrolling = Unrolling::of(system);
        (0..=n_steps).for_each(|_| unrolling.grow(&mut sink));
        let runs = |lit: Lit| (0..n_steps).map(|step| unrolling.at(lit, step)).collect();
        let uses = system.operators().iter().map(|(_, lit)| OperatorRuns::of(runs(*lit))).collect();
        let goal = unrolling.goal_at(n_steps);
        let mut counting = Self {
            solver,
            size,
            unrolling,
            n_steps,
            goal,
            assumed: Vec::new(),
            uses,
            of_operator: BTreeMap::new(),
            bound: 0,
        };
        (0..counting.uses.len()).for_each(|operator| counting.assume_no_more(operator));
        counting
    }

    fn sink(&mut self) -> Counted<'_> {
        Counted { solver: &mut *self.solver, size: &mut self.size }
    }

    /// Plans of so many steps have at least so many operators.
    pub(super) fn bound(&self) -> usize {
        self.bound
    }

    pub(super) fn size(&self) -> FormulaSize {
        self.size
    }

    pub(super) fn conflicts(&self) -> Option<u64> {
        self.solver.statistics().conflicts
    }

    /// Raises the bound by one, or finds a plan with that many operators.
    pub(super) fn raise(&mut self) -> Result<Raised, SolverError> {
        let mut core = match self.solve(&self.assumed.clone())? {
            Ok(core) => core,
            Err(raised) => return Ok(raised),
        };
        for _ in 0..TRIMS {
            if core.len() < 2 {
                break;
            }
            match self.solve(&core)? {
                Ok(smaller) if smaller.len() < core.len() => core = smaller,
                Ok(_) => break,
                Err(Raised::Stopped(reason)) => return Ok(Raised::Stopped(reason)),
                Err(other) => return Ok(other),
            }
        }
        if core.is_empty() {
            // A core's clause holds where the goal does only.
            let is_contradiction = self.bound == 0
                && self.solver.failed() == Some(&[])
                && self.solver.solve(&[])? == Answer::Unsatisfiable;
            return Ok(if is_contradiction { Raised::Contradiction } else { Raised::TooFewSteps });
        }
        self.bound += 1;
        self.relax(&core);
        Ok(Raised::Bound)
    }

    /// The blamed ones of these assumptions.
    fn solve(&mut self, assumed: &[Lit]) -> Result<Result<Vec<Lit>, Raised>, SolverError> {
        let all: Vec<Lit> = self.goal.iter().chain(assumed).copied().collect();
        Ok(match self.solver.solve(&all)? {
            Answer::Unsatisfiable => {
                let failed = self.solver.failed().unwrap_or_default();
                let failed: BTreeSet<Lit> = failed.iter().copied().collect();
                Ok(assumed.iter().copied().filter(|lit| failed.contains(lit)).collect())
            }
            Answer::Satisfiable => {
                let value = |lit| self.solver.value(lit) == Some(true);
                Err(Raised::Reached(self.unrolling.trace(self.n_steps + 1, value)))
            }
            Answer::Stopped(reason) => Err(Raised::Stopped(reason)),
        })
    }

    /// Allows for one of the core to break.
    fn relax(&mut self, core: &[Lit]) {
        let members: BTreeSet<Lit> = core.iter().copied().collect();
        self.assumed.retain(|lit| !members.contains(lit));
        let mut broken: VecDeque<Lit> = core.iter().map(|lit| !*lit).collect();
        self.sink().add_clause(broken.make_contiguous());
        for lit in core {
            if let Some(operator) = self.of_operator.remove(lit) {
                self.assume_no_more(operator);
            }
        }
        while let (Some(one), Some(other)) = (broken.pop_front(), broken.pop_front()) {
            let both = self.sink().new_var().positive();
            self.sink().add_clause(&[!one, !other, both]);
            self.assumed.push(!both);
            if !broken.is_empty() {
                let any = self.sink().new_var().positive();
                self.sink().add_clause(&[!one, any]);
                self.sink().add_clause(&[!other, any]);
                broken.push_back(any);
            }
        }
    }

    /// Assumes that the operator does not run once more than it is counted.
    fn assume_no_more(&mut self, operator: usize) {
        let mut sink = Counted { solver: &mut *self.solver, size: &mut self.size };
        if let Some(once_more) = self.uses[operator].count_on(&mut sink) {
            self.assumed.push(!once_more);
            self.of_operator.insert(!once_more, operator);
        }
    }
}
