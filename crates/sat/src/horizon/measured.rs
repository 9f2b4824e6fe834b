//! Measurements of a strategy's run: the size of its formula, and the time to build and to solve it.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use bmcplan_base::stop::Stop;
use bmcplan_formula::{ClauseSink, FormulaSize, Lit, Var};

use crate::figures::CpuInstant;
use crate::solver::{Answer, Evidence, Learned, Solver, SolverError, Statistics};

/// Size and times of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measured {
    /// Size of the formula at the end; of several formulas, of the largest.
    pub size: FormulaSize,
    /// CPU time of copying steps into solvers, summed over threads.
    pub building: Duration,
    /// CPU time in calls of solvers, summed over threads.
    pub solving: Duration,
}

impl Measured {
    /// Returns the measurements of two formulas that existed at the same time.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            size: self.size.max(other.size),
            building: self.building + other.building,
            solving: self.solving + other.solving,
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Stopwatch(Rc<Cell<Duration>>);

impl Stopwatch {
    /// Wraps a solver so that its calls are timed. After `stop` is raised it takes no more clauses, and gives no answers.
    pub(super) fn on<'a>(&self, solver: Box<dyn Solver + 'a>, stop: &Stop) -> Box<dyn Solver + 'a> {
        Box::new(TimedSolver { solver, watch: self.clone(), stop: stop.clone() })
    }

    pub(super) fn total(&self) -> Duration {
        self.0.get()
    }

    /// Returns the time and resets it to zero.
    pub(super) fn take(&self) -> Duration {
        self.0.take()
    }
}

struct TimedSolver<'a> {
    solver: Box<dyn Solver + 'a>,
    watch: Stopwatch,
    stop: Stop,
}

impl Solver for TimedSolver<'_> {
    fn reserve(&mut self, n_vars: usize) {
        if !self.stop.is_raised() {
            self.solver.reserve(n_vars);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.stop.is_raised() {
            self.solver.add_clause(clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        let begun = CpuInstant::now();
        let answer = self.solver.solve(assumptions);
        self.watch.0.set(self.watch.0.get() + begun.elapsed());
        answer
    }

    fn evidence(&self) -> &Evidence {
        self.solver.evidence()
    }

    fn keep_learned(&mut self, longest: usize) {
        self.solver.keep_learned(longest);
    }

    fn take_learned(&mut self) -> Learned {
        self.solver.take_learned()
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

/// Solver as a sink that counts the variables and clauses added.
pub(super) struct Counted<'a> {
    pub(super) solver: &'a mut dyn Solver,
    pub(super) size: &'a mut FormulaSize,
}

impl ClauseSink for Counted<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.size.count(clause);
        self.solver.add_clause(clause);
    }

    fn new_var(&mut self) -> Var {
        let var = self.size.new_var();
        self.solver.reserve(self.size.variables);
        var
    }
}
