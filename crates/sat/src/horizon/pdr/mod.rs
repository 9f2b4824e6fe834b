//! Property-directed reachability: a shortest trace, or an invariant that proves that there is none of any length.
//!
//! Nothing is unrolled; every query is about one step. Iteration k searches for a step to the goal from the states that may be
//! reached in k−1 steps (the frame before). The state before such a step is an obligation. Either it cannot be reached in k−1
//! steps, which is shown by treating its predecessors in the same way. Then it is excluded from the frame together with as many
//! other states as the same argument covers. Or the chain of obligations goes back to the initial state and is a trace. When
//! two frames are the same, no number of steps leads out of them.
//!
//! In model checking an obligation that was discharged is put off to the next frame of the same iteration. That finds deep
//! traces sooner and makes them longer than necessary. Here it is put off to the next iteration, where as many steps are left
//! from it as before. Iteration k ends without a trace only when no trace has k steps, so the first trace that is found is a
//! shortest one.
//!
//! **References:** Bradley, *SAT-based model checking without unrolling*, VMCAI 2011; Eén, Mishchenko & Brayton, *Efficient
//! implementation of property directed reachability*, FMCAD 2011; Suda, *Property directed reachability for automated
//! planning*, JAIR 50, 2014.
//!
//! **Architecture Invariant:** nothing is reported unsolvable before [`certificate::check`] has accepted the invariant.

mod certificate;
mod cube;
mod frames;
mod step_solver;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{Cnf, FormulaSize, Lit};

use self::cube::{Cube, Obligations};
use self::frames::Frames;
use self::step_solver::{Halt, SolverFactory, Start, StepReply, state_literals};
use super::measured::{Measured, Stopwatch};
use super::outcome::{Attempt, HorizonAnswer, HorizonEvent, RunError, Verdict};
use super::session::{Reply, Session};
use crate::encode::TransitionSystem;
use crate::figures::CpuInstant;
use crate::solver::SolverKind;

enum Iteration {
    /// Trace through these states and from the last of them to the goal.
    Reached(Vec<Cube>),
    /// No trace of `horizon` steps.
    Refuted,
    /// No trace of any number of steps: no state in one of these cubes is reached, and every goal is in one.
    Unsolvable(Vec<Cube>),
}

/// Result of a search for an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvariantSearch {
    /// Clauses over a frame's variables which, together with the universal ones, are an invariant that excludes the goal.
    Found(Cnf),
    /// A trace of this number of steps reaches the goal, so no invariant excludes it.
    Reached(usize),
    /// The search was stopped.
    Stopped(StopReason),
}

/// Searches for an invariant that excludes the goal.
///
/// # Errors
/// A fault of the solver, or a claimed invariant that is not inductive.
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
    let state = state_literals(system, kind, stop)?;
    let factory = SolverFactory { system, kind, stop, stopwatch: &stopwatch, state: &state };
    let mut iterations = Iterations { factory, frames: None, obligations: Obligations::default() };
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
    let state = match state_literals(&system, &kind, &stop) {
        Ok(state) => state,
        Err(halt) => return stopped(halt).map(Verdict::Stopped),
    };
    let factory =
        SolverFactory { system: &system, kind: &kind, stop: &stop, stopwatch: &stopwatch, state: &state };
    let mut iterations = Iterations { factory, frames: None, obligations: Obligations::default() };
    let mut horizon = 0;
    loop {
        let begun = CpuInstant::now();
        session.emit(HorizonEvent::Started(horizon));
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
            Err(halt) => return stopped(halt).map(Verdict::Stopped),
        }
    }
}

fn stopped(halt: Halt) -> Result<StopReason, RunError> {
    match halt {
        Halt::Stopped(reason) => Ok(reason),
        Halt::Fault(error) => Err(error.into()),
        Halt::Broken(invariant) => Err(invariant.into()),
    }
}

/// Returns the trace through states that were found one step apart, from a solver that is given all of them at once.
fn trace(session: &mut Session<'_, '_>, states: &[Cube]) -> Result<Verdict, RunError> {
    let given: Vec<&[Lit]> = states.iter().map(Cube::lits).collect();
    match session.query_through(&given)? {
        Reply::Reached(trace) => Ok(Verdict::Reached { trace, shortest: true }),
        Reply::Stopped(reason) => Ok(Verdict::Stopped(reason)),
        Reply::Refuted | Reply::Contradiction => Err(RunError::NoRun(states.len())),
    }
}

struct Iterations<'s> {
    factory: SolverFactory<'s>,
    /// `None` until the goal is known not to hold at the start.
    frames: Option<Frames<'s>>,
    obligations: Obligations,
}

impl Iterations<'_> {
    /// Runs the next iteration: is the goal reached in `horizon` steps?
    fn iterate(&mut self, horizon: usize) -> Result<Iteration, Halt> {
        let Some(frames) = &mut self.frames else {
            let start = Start::of(self.factory)?;
            if start.is_goal {
                return Ok(Iteration::Reached(Vec::new()));
            }
            self.frames = Some(Frames::new(self.factory, start)?);
            return Ok(Iteration::Refuted);
        };
        frames.open()?;
        self.obligations.renew(horizon);
        let goal: Cube = self.factory.system.goal().iter().copied().collect();
        if let Some(states) = block(frames, &mut self.obligations, horizon, &goal)? {
            return Ok(Iteration::Reached(states));
        }
        let Some(same) = frames.push()? else { return Ok(Iteration::Refuted) };
        let excluded: Vec<Cube> = frames.excluded(same + 1).cloned().collect();
        log::debug!("{same} and {} steps may lead to the same states: {} clauses", same + 1, excluded.len());
        certificate::check(self.factory, &excluded)?;
        Ok(Iteration::Unsolvable(excluded))
    }

    fn conflicts(&self) -> Option<u64> {
        self.frames.as_ref().map_or(Some(0), Frames::conflicts)
    }
}

/// Shows that the goal is not reached in `horizon` steps, at least one, or finds the states on the way to it. Discharges one
/// obligation after the other.
fn block(
    frames: &mut Frames<'_>,
    obligations: &mut Obligations,
    horizon: usize,
    goal: &Cube,
) -> Result<Option<Vec<Cube>>, Halt> {
    let last = horizon - 1;
    loop {
        if let Some(first) = discharge(frames, obligations, last)? {
            return Ok(Some(obligations.path(first)));
        }
        match frames.enters(last, goal)? {
            StepReply::From(state) => obligations.add(last, state, None),
            StepReply::Never(blamed) => {
                let cube = frames.start.keep_out(goal, blamed);
                frames.exclude(horizon, cube);
                return Ok(None);
            }
        }
    }
}

/// Discharges all obligations of the frames up to `last`, or returns one that cannot be discharged, that of the initial state.
fn discharge(
    frames: &mut Frames<'_>,
    obligations: &mut Obligations,
    last: usize,
) -> Result<Option<usize>, Halt> {
    while let Some((frame, number)) = obligations.first() {
        let Some(before) = frame.checked_sub(1) else { return Ok(Some(number)) };
        let state = obligations.state(number);
        if frames.excludes(frame, state) {
            obligations.put_off(frame);
            continue;
        }
        match frames.enters_from_outside(before, state)? {
            StepReply::From(previous) => obligations.add(before, previous, Some(number)),
            StepReply::Never(blamed) => {
                let cube = frames.start.keep_out(state, blamed);
                let cube = frames.generalise(before, cube)?;
                let (kept_out_of, cube) = frames.push_on(frame, last, cube)?;
                frames.exclude(kept_out_of, cube);
                obligations.put_off(frame);
            }
        }
    }
    Ok(None)
}
