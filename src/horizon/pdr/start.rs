//! The initial state, which cubes excluded from later frames must never contain.

use super::cube::Cube;
use super::halt::Halt;
use super::step_solver::{Workshop, add};
use crate::formula::Lit;
use crate::solver::Answer;

/// Which literals are false in the first state.
pub(super) struct Start {
    /// By the codes of literals, for those that cubes are made of.
    is_false: Vec<bool>,
    /// Does the goal hold in it?
    is_goal: bool,
}

impl Start {
    /// Looks at the first state.
    pub(super) fn of(workshop: Workshop<'_>) -> Result<Self, Halt> {
        let mut solver = workshop.frame()?;
        add(&mut *solver, workshop.system.initial(), 0);
        let mut holds = |lits: &[Lit]| match solver.solve(lits)? {
            Answer::Satisfiable => Ok(true),
            Answer::Unsatisfiable => Ok(false),
            Answer::Stopped(reason) => Err(Halt::Stopped(reason)),
        };
        let goal = workshop.system.goal();
        let is_goal = holds(goal)?;
        let mut is_false = vec![false; 2 * workshop.system.n_vars()];
        for lit in workshop.state.iter().chain(goal) {
            is_false[lit.code()] = !holds(&[*lit])?;
        }
        Ok(Self { is_false, is_goal })
    }

    /// Does the goal hold in it?
    pub(super) fn is_goal(&self) -> bool {
        self.is_goal
    }

    /// Whether a cube of these literals leaves the first state out.
    pub(super) fn is_outside(&self, lits: &[Lit]) -> bool {
        lits.iter().any(|lit| self.is_false[lit.code()])
    }

    /// The cube of some of another's literals and, if it needs one, of one more of them that leaves the first state out.
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
