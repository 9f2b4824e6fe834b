//! One frame in a solver of its own: the states of the frame, and one step out of them.
//!
//! A question may bring a clause that holds for this question only. It gets a variable that switches it on and is assumed
//! once; nobody switches it off, since clauses of one literal make some solvers tidy up each time. After a number of such
//! questions the solver is replaced by a fresh one with the clauses that are still needed.

use super::super::measured::Stopwatch;
use super::cube::Cube;
use super::halt::Halt;
use crate::encode::TransitionSystem;
use crate::formula::{Cnf, Lit, Var};
use crate::solver::{Answer, Solver, SolverError, SolverKind};
use crate::stop::Stop;

/// What came of the question whether a cube is entered by a step.
pub(super) enum StepReply {
    /// It is, from this state.
    From(Cube),
    /// It is not, and neither is the cube of these of its literals.
    Never(Vec<Lit>),
}

/// Where solvers come from.
#[derive(Clone, Copy)]
pub(super) struct Workshop<'s> {
    pub(super) system: &'s TransitionSystem,
    pub(super) kind: &'s SolverKind,
    pub(super) stop: &'s Stop,
    pub(super) stopwatch: &'s Stopwatch,
    /// The literals that a state is made of.
    pub(super) state: &'s [Lit],
}

impl Workshop<'_> {
    /// A solver that knows one step, and nothing of where it starts.
    pub(super) fn step(&self) -> Result<Box<dyn Solver>, SolverError> {
        let mut solver = self.frame()?;
        let n_vars = self.system.n_vars();
        solver.reserve(2 * n_vars);
        add(&mut *solver, self.system.transition(), 0);
        add(&mut *solver, self.system.universal(), n_vars);
        Ok(solver)
    }

    /// A solver that knows one frame.
    pub(super) fn frame(&self) -> Result<Box<dyn Solver>, SolverError> {
        let mut solver = self.stopwatch.on(self.kind.build(self.stop)?, self.stop);
        solver.reserve(self.system.n_vars());
        add(&mut *solver, self.system.universal(), 0);
        Ok(solver)
    }

    /// The same literal in the next frame.
    pub(super) fn next(&self, lit: Lit) -> Lit {
        shift(lit, self.system.n_vars())
    }

    /// The state of a solver's model.
    fn state_of(&self, solver: &dyn Solver) -> Cube {
        self.state.iter().copied().filter(|lit| solver.value(*lit) == Some(true)).collect()
    }
}

pub(super) fn shift(lit: Lit, by: usize) -> Lit {
    Var::from_index(lit.var().index() + by).lit(lit.is_positive())
}

/// Adds clauses, their variables moved on.
pub(super) fn add(solver: &mut dyn Solver, clauses: &Cnf, by: usize) {
    for clause in clauses.clauses() {
        let clause: Vec<Lit> = clause.iter().map(|lit| shift(*lit, by)).collect();
        solver.add_clause(&clause);
    }
}

/// How many switches a solver may have. From 50 to 500 it hardly matters to batsat; varisat slows down with more.
const SWITCHES: usize = 150;

/// The solver of a frame and of a step out of it.
pub(super) struct StepSolver {
    solver: Box<dyn Solver>,
    is_first: bool,
    switches: usize,
    /// Conflicts of solvers that were replaced.
    conflicts: u64,
}

impl StepSolver {
    /// The frame of the first state, or one of which nothing is known.
    pub(super) fn new(workshop: Workshop<'_>, is_first: bool) -> Result<Self, SolverError> {
        let mut solver = workshop.step()?;
        if is_first {
            add(&mut *solver, workshop.system.initial(), 0);
        }
        Ok(Self { solver, is_first, switches: 0, conflicts: 0 })
    }

    /// Excludes a cube from the frame.
    pub(super) fn exclude(&mut self, cube: &Cube) {
        self.solver.add_clause(&cube.clause());
    }

    /// Whether some step leads from this frame into the cube; if `from_outside`, from a state that is not in it.
    pub(super) fn enters(
        &mut self,
        workshop: Workshop<'_>,
        cube: &Cube,
        from_outside: bool,
    ) -> Result<StepReply, Halt> {
        let n_vars = workshop.system.n_vars();
        let mut assumptions: Vec<Lit> = Vec::with_capacity(cube.lits().len() + 1);
        let switch = from_outside.then(|| Var::from_index(2 * n_vars + self.switches).positive());
        if let Some(switch) = switch {
            self.switches += 1;
            let mut clause = cube.clause();
            clause.push(!switch);
            self.solver.add_clause(&clause);
            assumptions.push(switch);
        }
        assumptions.extend(cube.lits().iter().map(|lit| workshop.next(*lit)));
        match self.solver.solve(&assumptions)? {
            Answer::Satisfiable => Ok(StepReply::From(workshop.state_of(&*self.solver))),
            Answer::Unsatisfiable => {
                let failed = self.solver.failed().unwrap_or(&assumptions);
                let is_failed = |lit: &Lit| failed.contains(&workshop.next(*lit));
                Ok(StepReply::Never(cube.lits().iter().copied().filter(is_failed).collect()))
            }
            Answer::Stopped(reason) => Err(Halt::Stopped(reason)),
        }
    }

    /// Whether so many questions were asked that a fresh solver would be faster.
    pub(super) fn is_worn(&self) -> bool {
        SWITCHES <= self.switches
    }

    /// A fresh solver, from which `excluded` is excluded.
    pub(super) fn renew<'c>(
        &mut self,
        workshop: Workshop<'_>,
        excluded: impl Iterator<Item = &'c Cube>,
    ) -> Result<(), SolverError> {
        let conflicts = self.conflicts().unwrap_or(0);
        *self = Self { conflicts, ..Self::new(workshop, self.is_first)? };
        excluded.for_each(|cube| self.exclude(cube));
        Ok(())
    }

    /// How many conflicts there were, if the solver counts them.
    pub(super) fn conflicts(&self) -> Option<u64> {
        self.solver.statistics().conflicts.map(|conflicts| conflicts + self.conflicts)
    }
}
