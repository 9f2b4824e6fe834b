//! Solvers of one frame and of one step out of it, and the literals that states consist of.

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{Cnf, Lit, Var};

use super::super::measured::Stopwatch;
use super::super::outcome::BrokenInvariant;
use super::cube::Cube;
use crate::encode::TransitionSystem;
use crate::solver::{Answer, Solver, SolverError, SolverKind};

#[derive(Clone, Copy)]
pub(super) struct SolverFactory<'s> {
    pub(super) system: &'s TransitionSystem,
    pub(super) kind: &'s SolverKind,
    pub(super) stop: &'s Stop,
    pub(super) stopwatch: &'s Stopwatch,
    pub(super) state: &'s [Lit],
}

impl SolverFactory<'_> {
    pub(super) fn step(&self) -> Result<Box<dyn Solver>, SolverError> {
        let mut solver = self.frame()?;
        let n_vars = self.system.n_vars();
        solver.reserve(2 * n_vars);
        add(&mut *solver, self.system.transition(), 0);
        add(&mut *solver, self.system.universal(), n_vars);
        Ok(solver)
    }

    pub(super) fn frame(&self) -> Result<Box<dyn Solver>, SolverError> {
        let mut solver = self.stopwatch.on(self.kind.build(self.stop)?, self.stop);
        solver.reserve(self.system.n_vars());
        add(&mut *solver, self.system.universal(), 0);
        Ok(solver)
    }

    pub(super) fn next(&self, lit: Lit) -> Lit {
        shift(lit, self.system.n_vars())
    }
}

pub(super) fn shift(lit: Lit, by: usize) -> Lit {
    Var::from_index(lit.var().index() + by).lit(lit.is_positive())
}

pub(super) fn add(solver: &mut dyn Solver, clauses: &Cnf, by: usize) {
    for clause in clauses.clauses() {
        let clause: Vec<Lit> = clause.iter().map(|lit| shift(*lit, by)).collect();
        solver.add_clause(&clause);
    }
}

pub(super) fn is_satisfiable(solver: &mut dyn Solver, lits: &[Lit]) -> Result<bool, Halt> {
    match solver.solve(lits)? {
        Answer::Satisfiable => Ok(true),
        Answer::Unsatisfiable => Ok(false),
        Answer::Stopped(reason) => Err(Halt::Stopped(reason)),
    }
}

pub(super) enum StepReply {
    /// A step enters the cube from this state.
    From(Cube),
    /// No step enters the cube, nor the cube of these of its literals.
    Never(Vec<Lit>),
}

/// Greatest number of switch variables of a solver. From 50 to 500 it hardly matters to batsat; varisat slows down with more.
const SWITCHES: usize = 150;

/// Solver of a frame and of a step out of it.
///
/// A query may need a clause that holds for this query only. The clause gets a variable that switches it on and is assumed
/// once. It is never switched off by a clause, since unit clauses make some solvers simplify each time. After a number of such
/// queries the solver is replaced by a fresh one with the clauses that are still needed.
pub(super) struct StepSolver {
    solver: Box<dyn Solver>,
    is_first: bool,
    switches: usize,
    conflicts: u64,
}

impl StepSolver {
    /// Builds the solver of the frame of the initial state alone, or of all states.
    pub(super) fn new(factory: SolverFactory<'_>, is_first: bool) -> Result<Self, SolverError> {
        let mut solver = factory.step()?;
        if is_first {
            add(&mut *solver, factory.system.initial(), 0);
        }
        Ok(Self { solver, is_first, switches: 0, conflicts: 0 })
    }

    pub(super) fn exclude(&mut self, cube: &Cube) {
        self.solver.add_clause(&cube.clause());
    }

    /// Searches for a step from this frame into the cube; if `from_outside`, from a state that is not in the cube.
    pub(super) fn enters(
        &mut self,
        factory: SolverFactory<'_>,
        cube: &Cube,
        from_outside: bool,
    ) -> Result<StepReply, Halt> {
        let n_vars = factory.system.n_vars();
        let mut assumptions: Vec<Lit> = Vec::with_capacity(cube.lits().len() + 1);
        let switch = from_outside.then(|| Var::from_index(2 * n_vars + self.switches).positive());
        if let Some(switch) = switch {
            self.switches += 1;
            let mut clause = cube.clause();
            clause.push(!switch);
            self.solver.add_clause(&clause);
            assumptions.push(switch);
        }
        assumptions.extend(cube.lits().iter().map(|lit| factory.next(*lit)));
        match self.solver.solve(&assumptions)? {
            Answer::Satisfiable => {
                let is_true = |lit: &Lit| self.solver.value(*lit) == Some(true);
                Ok(StepReply::From(factory.state.iter().copied().filter(is_true).collect()))
            }
            Answer::Unsatisfiable => {
                let failed = self.solver.failed().unwrap_or(&assumptions);
                let is_failed = |lit: &Lit| failed.contains(&factory.next(*lit));
                Ok(StepReply::Never(cube.lits().iter().copied().filter(is_failed).collect()))
            }
            Answer::Stopped(reason) => Err(Halt::Stopped(reason)),
        }
    }

    /// Checks whether a fresh solver would be faster because of the switch variables.
    pub(super) fn is_worn(&self) -> bool {
        SWITCHES <= self.switches
    }

    /// Replaces the solver by a fresh one, from which `excluded` is excluded.
    pub(super) fn renew<'c>(
        &mut self,
        factory: SolverFactory<'_>,
        excluded: impl Iterator<Item = &'c Cube>,
    ) -> Result<(), SolverError> {
        let conflicts = self.conflicts().unwrap_or(0);
        *self = Self { conflicts, ..Self::new(factory, self.is_first)? };
        excluded.for_each(|cube| self.exclude(cube));
        Ok(())
    }

    pub(super) fn conflicts(&self) -> Option<u64> {
        self.solver.statistics().conflicts.map(|conflicts| conflicts + self.conflicts)
    }
}

/// Literals that are false in the initial state: cubes excluded from later frames must never contain this state.
pub(super) struct Start {
    /// By the codes of literals, for all that cubes consist of.
    is_false: Vec<bool>,
    pub(super) is_goal: bool,
}

impl Start {
    pub(super) fn of(factory: SolverFactory<'_>) -> Result<Self, Halt> {
        let mut solver = factory.frame()?;
        add(&mut *solver, factory.system.initial(), 0);
        let goal = factory.system.goal();
        let is_goal = is_satisfiable(&mut *solver, goal)?;
        let mut is_false = vec![false; 2 * factory.system.n_vars()];
        for lit in factory.state.iter().chain(goal) {
            is_false[lit.code()] = !is_satisfiable(&mut *solver, &[*lit])?;
        }
        Ok(Self { is_false, is_goal })
    }

    /// Checks whether a cube of these literals does not contain the initial state.
    pub(super) fn is_outside(&self, lits: &[Lit]) -> bool {
        lits.iter().any(|lit| self.is_false[lit.code()])
    }

    /// Returns the cube of these literals of another cube. If it would contain the initial state, one more literal excludes
    /// this state.
    pub(super) fn keep_out(&self, cube: &Cube, mut lits: Vec<Lit>) -> Cube {
        if !self.is_outside(&lits) {
            match cube.lits().iter().find(|lit| self.is_false[lit.code()]) {
                Some(lit) => lits.push(*lit),
                None => return cube.clone(),
            }
        }
        lits.into_iter().collect()
    }
}

/// Returns a set of literals whose values in a frame determine the state: the values of all variables that the next step
/// depends on. These are the facts and the variables that transition clauses mention in the next frame.
///
/// Mostly the true facts suffice: exactly one value of each variable is true, and the rest follows from the universal clauses.
/// A solver checks this: in some encodings it follows only by induction from the initial state. For these a state is all of its
/// literals, true and false.
pub(super) fn state_literals(
    system: &TransitionSystem,
    kind: &SolverKind,
    stop: &Stop,
) -> Result<Vec<Lit>, Halt> {
    let facts: Vec<Lit> = system.state_literals().collect();
    let vars = carried(system);
    if determine(&facts, &vars, system, kind, stop)? {
        return Ok(facts);
    }
    log::debug!("true facts alone do not tell the state");
    let vars: Set<Var> = facts.iter().map(|lit| lit.var()).chain(vars).collect();
    Ok(vars.into_iter().flat_map(|var| [var.positive(), var.negative()]).collect())
}

/// Returns the variables that transition clauses mention in the next frame, except idle: no frame before the goal is idle.
fn carried(system: &TransitionSystem) -> Set<Var> {
    let lits = system.transition().clauses().flatten();
    let next = lits.filter_map(|lit| lit.var().index().checked_sub(system.n_vars()));
    next.map(Var::from_index).filter(|var| *var != system.idle().var()).collect()
}

/// Checks whether the true ones of `lits` determine the values of `vars`: no two frames differ in these although all of the
/// literals that are true in the one are true in the other.
fn determine(
    lits: &[Lit],
    vars: &Set<Var>,
    system: &TransitionSystem,
    kind: &SolverKind,
    stop: &Stop,
) -> Result<bool, Halt> {
    let n_vars = system.n_vars();
    let other = |lit: Lit| Var::from_index(n_vars + lit.var().index()).lit(lit.is_positive());
    let mut solver = kind.build(stop)?;
    solver.reserve(2 * n_vars);
    add(&mut *solver, system.universal(), 0);
    add(&mut *solver, system.universal(), n_vars);
    lits.iter().for_each(|lit| solver.add_clause(&[!*lit, other(*lit)]));
    let mut differences = Vec::with_capacity(vars.len());
    for (index, var) in vars.iter().enumerate() {
        let (here, there) = (var.positive(), other(var.positive()));
        let differ = Var::from_index(2 * n_vars + index).positive();
        solver.add_clause(&[!differ, here, there]);
        solver.add_clause(&[!differ, !here, !there]);
        differences.push(differ);
    }
    solver.add_clause(&differences);
    is_satisfiable(&mut *solver, &[]).map(|differ| !differ)
}

#[derive(Debug)]
pub(super) enum Halt {
    Stopped(StopReason),
    Fault(SolverError),
    Broken(BrokenInvariant),
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self::Fault(error)
    }
}
