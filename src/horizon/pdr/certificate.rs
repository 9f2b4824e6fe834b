//! The check of an invariant by solvers that have seen nothing of how it was found.
//!
//! Three questions prove that no number of steps leads to the goal: the first state satisfies the invariant, every step
//! from a state that does leads to one that does, and none that does is a goal.

use super::cube::Cube;
use super::step::Workshop;
use super::{Halt, step};
use crate::formula::{Lit, Var};
use crate::solver::{Answer, Solver};

/// An invariant that is none: a fault of this program, or of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BrokenInvariant {
    /// The first state does not satisfy it.
    #[error("the invariant that was found does not hold at the start")]
    Start,
    /// A step leads out of it.
    #[error("the invariant that was found does not survive every step")]
    Step,
    /// A goal satisfies it.
    #[error("the invariant that was found does not rule the goal out")]
    Goal,
}

/// Checks that the states outside of all `excluded` cubes are an invariant without a goal.
pub(super) fn check(workshop: Workshop<'_>, excluded: &[Cube]) -> Result<(), Halt> {
    let system = workshop.system;

    let mut solver = workshop.frame()?;
    step::add(&mut *solver, system.initial(), 0);
    let violated = violations(excluded, system.n_vars(), &mut *solver, |lit| lit);
    solver.add_clause(&violated);
    refute(&mut *solver, BrokenInvariant::Start)?;

    let mut solver = workshop.step()?;
    excluded.iter().for_each(|cube| solver.add_clause(&cube.clause()));
    let violated = violations(excluded, 2 * system.n_vars(), &mut *solver, |lit| workshop.next(lit));
    solver.add_clause(&violated);
    refute(&mut *solver, BrokenInvariant::Step)?;

    let mut solver = workshop.frame()?;
    excluded.iter().for_each(|cube| solver.add_clause(&cube.clause()));
    system.goal().iter().for_each(|lit| solver.add_clause(&[*lit]));
    refute(&mut *solver, BrokenInvariant::Goal)
}

/// For each cube a variable from `first` on that implies it, its literals told in the frame that is meant.
fn violations(
    cubes: &[Cube],
    first: usize,
    solver: &mut dyn Solver,
    told: impl Fn(Lit) -> Lit,
) -> Vec<Lit> {
    let mut switches = Vec::with_capacity(cubes.len());
    for (index, cube) in cubes.iter().enumerate() {
        let switch = Var::from_index(first + index).positive();
        cube.lits().iter().for_each(|lit| solver.add_clause(&[!switch, told(*lit)]));
        switches.push(switch);
    }
    switches
}

fn refute(solver: &mut dyn Solver, otherwise: BrokenInvariant) -> Result<(), Halt> {
    match solver.solve(&[])? {
        Answer::Unsatisfiable => Ok(()),
        Answer::Satisfiable => Err(Halt::Broken(otherwise)),
        Answer::Stopped(reason) => Err(Halt::Stopped(reason)),
    }
}
