//! Property-directed reachability: a shortest trace, or an invariant that proves that there is none of any length.
//!
//! Nothing is unrolled; every question is about one step. Iteration k asks whether a step leads to the goal from what may
//! be reached in k−1 steps (the frame before). If so, the state it leads from is an obligation: either it cannot be reached
//! in k−1 steps, for which its predecessors are looked at in the same way, and then it is excluded from the frame together
//! with as many other states as the same argument holds for; or the chain of obligations goes back to the first state and
//! is a trace. When two frames are the same, no number of steps leads out of them.
//!
//! In model checking an obligation that was discharged is put off to the next frame of the same iteration, which finds deep traces
//! sooner and makes them longer than need be. Here it is put off to the next iteration, where as many steps are left from
//! it as before: iteration k ends without a trace only when no trace has k steps, so the first trace that is found is a
//! shortest one. (Dropping discharged obligations is as sound; keeping them was faster: a third of the time on sample9.)
//!
//! Nothing is said of idle frames: they satisfy the goal, which is excluded from every frame but the last.
//!
//! **References:** Bradley, *SAT-based model checking without unrolling*, VMCAI 2011; Eén, Mishchenko & Brayton, *Efficient
//! implementation of property directed reachability*, FMCAD 2011; Suda, *Property directed reachability for automated
//! planning*, JAIR 50, 2014.
//!
//! **Architecture Invariant:** what is unsolvable by this room is so behind [`certificate::check`].

mod block;
mod certificate;
mod cube;
mod frames;
mod generalise;
mod halt;
mod obligations;
mod start;
mod state;
mod step_solver;

pub use halt::BrokenInvariant;

use self::block::block;
use self::cube::Cube;
use self::frames::Frames;
use self::halt::Halt;
use self::obligations::Obligations;
use self::start::Start;
use self::step_solver::Workshop;
use super::error::RunError;
use super::measured::{Measured, Stopwatch};
use super::outcome::{Attempt, HorizonAnswer, Verdict};
use super::session::{Reply, Session};
use crate::encode::TransitionSystem;
use crate::figures::CpuInstant;
use crate::formula::{Cnf, FormulaSize, Lit};
use crate::solver::SolverKind;
use crate::stop::{Stop, StopReason};

/// What came of one iteration.
enum Iteration {
    /// A trace through these states and from the last of them to the goal.
    Reached(Vec<Cube>),
    /// No trace of so many steps.
    Refuted,
    /// No trace of any number of steps: no state in one of these cubes is reached, and every goal is in one.
    Unsolvable(Vec<Cube>),
}

/// What came of looking for an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvariantSearch {
    /// These clauses over a frame's variables, together with the universal ones, are an invariant that excludes the goal.
    Found(Cnf),
    /// There is none, for there is a trace of so many steps.
    Reached(usize),
    /// It was stopped.
    Stopped(StopReason),
}

/// Looks for an invariant that excludes the goal.
///
/// # Errors
/// What the solver reports beyond "stopped", or an invariant that is none.
pub fn find_invariant(
    system: &TransitionSystem,
    solver: &SolverKind,
    stop: &Stop,
) -> Result<InvariantSearch, RunError> {
    if system.excludes_goal() {
        return Ok(InvariantSearch::Found(Cnf::default()));
    }
    let system = system.with_explicit_clock();
    search(&system, solver, stop).or_else(|halt| stopped(halt).map(InvariantSearch::Stopped))
}

fn search(system: &TransitionSystem, kind: &SolverKind, stop: &Stop) -> Result<InvariantSearch, Halt> {
    let stopwatch = Stopwatch::default();
    let state = state::literals(system, kind, stop)?;
    let workshop = Workshop { system, kind, stop, stopwatch: &stopwatch, state: &state };
    let mut iterations = Iterations { workshop, frames: None, obligations: Obligations::default() };
    let mut horizon = 0;
    loop {
        match iterations.iterate(horizon)? {
            Iteration::Reached(_) => return Ok(InvariantSearch::Reached(horizon)),
            Iteration::Refuted => horizon += 1,
            Iteration::Unsolvable(excluded) => {
                let clauses: Vec<Vec<Lit>> = excluded.iter().map(Cube::clause).collect();
                return Ok(InvariantSearch::Found(clauses.iter().map(Vec::as_slice).collect()));
            }
        }
    }
}

/// Runs iterations up to `greatest`, or until there is an answer.
pub(super) fn run(session: &mut Session<'_, '_>, greatest: Option<usize>) -> Result<Verdict, RunError> {
    let system = session.system().with_explicit_clock();
    let (kind, stop) = (session.kind(), session.stop().clone());
    let stopwatch = Stopwatch::default();
    let state = match state::literals(&system, &kind, &stop) {
        Ok(state) => state,
        Err(halt) => return halted(halt),
    };
    let workshop =
        Workshop { system: &system, kind: &kind, stop: &stop, stopwatch: &stopwatch, state: &state };
    let mut iterations = Iterations { workshop, frames: None, obligations: Obligations::default() };
    let mut horizon = 0;
    loop {
        let begun = CpuInstant::now();
        session.tell_started(horizon);
        let before = iterations.conflicts();
        let iteration = iterations.iterate(horizon);
        let answer = match &iteration {
            Ok(Iteration::Reached(_)) => HorizonAnswer::Reached,
            Ok(Iteration::Refuted | Iteration::Unsolvable(_)) => HorizonAnswer::Refuted,
            Err(_) => HorizonAnswer::Stopped,
        };
        let conflicts = iterations.conflicts().zip(before).map(|(after, before)| after - before);
        let size = iterations.frames.as_ref().map_or(FormulaSize::default(), Frames::size);
        session.enter_measured(Measured { size, solving: stopwatch.take(), ..Measured::default() });
        session.enter(Attempt { horizon, answer, elapsed: begun.elapsed(), conflicts });
        match iteration {
            Ok(Iteration::Reached(states)) => return trace(session, &states),
            Ok(Iteration::Unsolvable(_)) => return Ok(Verdict::Unsolvable),
            Ok(Iteration::Refuted) if Some(horizon) == greatest => return Ok(Verdict::NoneWithin(horizon)),
            Ok(Iteration::Refuted) => horizon += 1,
            Err(halt) => return halted(halt),
        }
    }
}

fn halted(halt: Halt) -> Result<Verdict, RunError> {
    stopped(halt).map(Verdict::Stopped)
}

/// What stopped it, if that was no fault.
fn stopped(halt: Halt) -> Result<StopReason, RunError> {
    match halt {
        Halt::Stopped(reason) => Ok(reason),
        Halt::Fault(error) => Err(error.into()),
        Halt::Broken(invariant) => Err(invariant.into()),
    }
}

/// The trace through states that were found one step apart, as a solver sees it that is given all of them at once.
fn trace(session: &mut Session<'_, '_>, states: &[Cube]) -> Result<Verdict, RunError> {
    let given: Vec<&[Lit]> = states.iter().map(Cube::lits).collect();
    match session.ask_through(&given)? {
        Reply::Reached(trace) => Ok(Verdict::Reached { trace, shortest: true }),
        Reply::Stopped(reason) => Ok(Verdict::Stopped(reason)),
        Reply::Refuted | Reply::Contradiction => Err(RunError::NoRun(states.len())),
    }
}

/// What is known between iterations.
struct Iterations<'s> {
    workshop: Workshop<'s>,
    /// There are some once the goal is known not to hold at the start.
    frames: Option<Frames<'s>>,
    obligations: Obligations,
}

impl Iterations<'_> {
    /// Is the goal reached in `horizon` steps, the iterations before being done?
    fn iterate(&mut self, horizon: usize) -> Result<Iteration, Halt> {
        let Some(frames) = &mut self.frames else {
            let start = Start::of(self.workshop)?;
            if start.is_goal() {
                return Ok(Iteration::Reached(Vec::new()));
            }
            self.frames = Some(Frames::new(self.workshop, start)?);
            return Ok(Iteration::Refuted);
        };
        frames.open()?;
        self.obligations.renew(horizon);
        let goal: Cube = self.workshop.system.goal().iter().copied().collect();
        if let Some(states) = block(frames, &mut self.obligations, horizon, &goal)? {
            return Ok(Iteration::Reached(states));
        }
        let Some(same) = frames.push()? else { return Ok(Iteration::Refuted) };
        let excluded: Vec<Cube> = frames.excluded(same + 1).cloned().collect();
        log::debug!("{same} and {} steps may lead to the same states: {} clauses", same + 1, excluded.len());
        certificate::check(self.workshop, &excluded)?;
        Ok(Iteration::Unsolvable(excluded))
    }

    fn conflicts(&self) -> Option<u64> {
        self.frames.as_ref().map_or(Some(0), Frames::conflicts)
    }
}
