//! Frames: F₀ is the first state, and F₁ ⊆ F₂ ⊆ … hold at least what can be reached in so many steps.
//!
//! Each is a set of cubes that are excluded from it. A cube that is excluded from a frame is excluded from those before
//! it, so it is kept with the last one only ("delta encoding"; Eén, Mishchenko & Brayton, *Efficient implementation of
//! property directed reachability*, 2011).

use super::cube::Cube;
use super::halt::Halt;
use super::start::Start;
use super::step_solver::{StepReply, StepSolver, Workshop, shift};
use crate::formula::{FormulaSize, Lit};
use crate::solver::SolverError;

/// The frames.
pub(super) struct Frames<'s> {
    workshop: Workshop<'s>,
    start: Start,
    steps: Vec<StepSolver>,
    /// For each frame the cubes that are excluded from it and not from the next.
    cubes: Vec<Vec<Cube>>,
}

impl<'s> Frames<'s> {
    /// The first state alone.
    pub(super) fn new(workshop: Workshop<'s>, start: Start) -> Result<Self, SolverError> {
        let mut frames = Self { workshop, start, steps: Vec::new(), cubes: Vec::new() };
        frames.open()?;
        Ok(frames)
    }

    /// One frame more, in which nothing is excluded.
    pub(super) fn open(&mut self) -> Result<(), SolverError> {
        self.steps.push(StepSolver::new(self.workshop, self.steps.is_empty())?);
        self.cubes.push(Vec::new());
        Ok(())
    }

    /// The number of the last frame.
    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// The first state.
    pub(super) fn start(&self) -> &Start {
        &self.start
    }

    /// Does a step lead from a frame into the cube?
    pub(super) fn enters(&mut self, frame: usize, cube: &Cube) -> Result<StepReply, Halt> {
        self.ask(frame, cube, false)
    }

    /// Does a step lead from a state of the frame that is not in the cube into it?
    pub(super) fn enters_from_outside(&mut self, frame: usize, cube: &Cube) -> Result<StepReply, Halt> {
        self.ask(frame, cube, true)
    }

    fn ask(&mut self, frame: usize, cube: &Cube, from_outside: bool) -> Result<StepReply, Halt> {
        let step = &mut self.steps[frame];
        if step.is_worn() {
            // Of the first frame everything is known.
            let known = if frame == 0 { self.cubes.len() } else { frame };
            step.renew(self.workshop, self.cubes[known..].iter().flatten())?;
        }
        step.enters(self.workshop, cube, from_outside)
    }

    /// Is the cube excluded from the frame by a cube that contains it?
    pub(super) fn excludes(&self, frame: usize, cube: &Cube) -> bool {
        self.cubes[frame..].iter().flatten().any(|excluded| excluded.contains(cube))
    }

    /// Excludes a cube from the frames up to this one; what it contains is forgotten.
    pub(super) fn exclude(&mut self, frame: usize, cube: Cube) {
        for cubes in &mut self.cubes[..=frame] {
            cubes.retain(|known| !cube.contains(known));
        }
        self.steps[1..=frame].iter_mut().for_each(|step| step.exclude(&cube));
        self.cubes[frame].push(cube);
    }

    /// Moves cubes on from each frame to the next where no step leads into them. Returns the first frame, not the last
    /// one, that is the same as the next.
    pub(super) fn push(&mut self) -> Result<Option<usize>, Halt> {
        for frame in 1..self.last() {
            for cube in self.cubes[frame].clone() {
                // One that was pushed before it may contain it.
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

    /// What is excluded from a frame.
    pub(super) fn excluded(&self, frame: usize) -> impl Iterator<Item = &Cube> {
        self.cubes[frame..].iter().flatten()
    }

    /// The formula of one step, with what is excluded from the first frame after the start.
    pub(super) fn size(&self) -> FormulaSize {
        let system = self.workshop.system;
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

    /// How many conflicts the solvers had, if they count them.
    pub(super) fn conflicts(&self) -> Option<u64> {
        self.steps.iter().map(StepSolver::conflicts).sum()
    }
}
