//! Frames: F₀ is the initial state, and Fₖ in F₁ ⊆ F₂ ⊆ … holds at least the states reachable in k steps.
//!
//! Each is a set of cubes that are excluded from it. A cube excluded from a frame is excluded from all frames before it. So it
//! is stored only with the last of them ("delta encoding"; Eén, Mishchenko & Brayton, *Efficient implementation of property
//! directed reachability*, 2011).

use bmcplan_formula::{FormulaSize, Lit};

use super::cube::Cube;
use super::step_solver::{Halt, SolverFactory, Start, StepReply, StepSolver, shift};
use crate::solver::SolverError;

pub(super) struct Frames<'s> {
    factory: SolverFactory<'s>,
    pub(super) start: Start,
    steps: Vec<StepSolver>,
    /// For each frame, the cubes that are excluded from it and not from the next.
    cubes: Vec<Vec<Cube>>,
}

impl<'s> Frames<'s> {
    pub(super) fn new(factory: SolverFactory<'s>, start: Start) -> Result<Self, SolverError> {
        let mut frames = Self { factory, start, steps: Vec::new(), cubes: Vec::new() };
        frames.open()?;
        Ok(frames)
    }

    pub(super) fn open(&mut self) -> Result<(), SolverError> {
        self.steps.push(StepSolver::new(self.factory, self.steps.is_empty())?);
        self.cubes.push(Vec::new());
        Ok(())
    }

    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    pub(super) fn enters(&mut self, frame: usize, cube: &Cube) -> Result<StepReply, Halt> {
        self.query(frame, cube, false)
    }

    /// Searches for a step into the cube from a state of the frame that is not in the cube.
    pub(super) fn enters_from_outside(&mut self, frame: usize, cube: &Cube) -> Result<StepReply, Halt> {
        self.query(frame, cube, true)
    }

    fn query(&mut self, frame: usize, cube: &Cube, from_outside: bool) -> Result<StepReply, Halt> {
        let step = &mut self.steps[frame];
        if step.is_worn() {
            // The first frame is a single state and needs no excluded cubes.
            let known = if frame == 0 { self.cubes.len() } else { frame };
            step.renew(self.factory, self.cubes[known..].iter().flatten())?;
        }
        step.enters(self.factory, cube, from_outside)
    }

    /// Checks whether `cube` is excluded from the frame by a cube that contains it.
    pub(super) fn excludes(&self, frame: usize, cube: &Cube) -> bool {
        self.cubes[frame..].iter().flatten().any(|excluded| excluded.contains(cube))
    }

    /// Excludes a cube from the frames up to `frame`, and drops the cubes inside of it.
    pub(super) fn exclude(&mut self, frame: usize, cube: Cube) {
        for cubes in &mut self.cubes[..=frame] {
            cubes.retain(|known| !cube.contains(known));
        }
        self.steps[1..=frame].iter_mut().for_each(|step| step.exclude(&cube));
        self.cubes[frame].push(cube);
    }

    /// Moves cubes on from each frame to the next where no step leads into them. Returns the first frame before the last one
    /// that equals the next.
    pub(super) fn push(&mut self) -> Result<Option<usize>, Halt> {
        for frame in 1..self.last() {
            for cube in self.cubes[frame].clone() {
                // A cube that was pushed before may contain it.
                if !self.cubes[frame].contains(&cube) {
                    continue;
                }
                if let StepReply::Never(blamed) = self.enters(frame, &cube)? {
                    let pushed = self.start.keep_out(&cube, blamed);
                    self.exclude(frame + 1, pushed);
                }
            }
            if self.cubes[frame].is_empty() {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }

    /// Generalises a cube that no step from `frame` enters from outside (Bradley 2011): literals are left out one by one as
    /// long as that stays true.
    pub(super) fn generalise(&mut self, frame: usize, mut cube: Cube) -> Result<Cube, Halt> {
        for lit in cube.lits().to_vec() {
            // The literal may have been left out with another one.
            if cube.lits().binary_search(&lit).is_err() {
                continue;
            }
            let fewer: Cube = cube.lits().iter().copied().filter(|other| *other != lit).collect();
            if !self.start.is_outside(fewer.lits()) {
                continue;
            }
            if let StepReply::Never(blamed) = self.enters_from_outside(frame, &fewer)? {
                cube = self.start.keep_out(&fewer, blamed);
            }
        }
        Ok(cube)
    }

    /// Returns the last frame up to `last` from which the cube of `frame`, or a larger one, can be excluded, and this cube.
    pub(super) fn push_on(
        &mut self,
        mut frame: usize,
        last: usize,
        mut cube: Cube,
    ) -> Result<(usize, Cube), Halt> {
        while frame < last {
            match self.enters_from_outside(frame, &cube)? {
                StepReply::From(_) => break,
                StepReply::Never(blamed) => cube = self.start.keep_out(&cube, blamed),
            }
            frame += 1;
        }
        Ok((frame, cube))
    }

    pub(super) fn excluded(&self, frame: usize) -> impl Iterator<Item = &Cube> {
        self.cubes[frame..].iter().flatten()
    }

    /// Returns the size of the formula of one step, with the cubes that are excluded from the first frame after the start.
    pub(super) fn size(&self) -> FormulaSize {
        let system = self.factory.system;
        let n_vars = system.n_vars();
        let mut size = FormulaSize { variables: 2 * n_vars, ..FormulaSize::default() };
        for clause in system.transition().clauses().chain(system.universal().clauses()) {
            size.count(clause);
        }
        for clause in system.universal().clauses() {
            size.count(&clause.iter().map(|lit| shift(*lit, n_vars)).collect::<Vec<Lit>>());
        }
        self.cubes.iter().flatten().for_each(|cube| size.count(&cube.clause()));
        size
    }

    pub(super) fn conflicts(&self) -> Option<u64> {
        self.steps.iter().map(StepSolver::conflicts).sum()
    }
}
