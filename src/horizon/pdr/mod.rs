//! Property-directed reachability: a shortest trace, or an invariant that proves that there is none of any length.
//!
//! Nothing is unrolled; every question is about one step. Iteration k asks whether a step leads from what may be reached
//! in k−1 steps (the frame F₍ₖ₋₁₎) to the goal. If so, the state before it is an obligation: either it cannot be reached in
//! k−1 steps, for which its predecessors are looked at in the same way, and then it is excluded from the frame together
//! with as many other states as the same argument holds for; or the chain of obligations goes back to the first state and
//! is a trace. When two frames are the same, no number of steps leads out of them.
//!
//! In model checking an obligation that was met is put off to the next frame, which finds deep traces sooner and makes
//! them longer than need be. Here it is dropped: iteration k ends without a trace only when no trace has k steps, so the
//! first trace that is found is a shortest one.
//!
//! **References:** Bradley, *SAT-based model checking without unrolling*, VMCAI 2011; Eén, Mishchenko & Brayton, *Efficient
//! implementation of property directed reachability*, FMCAD 2011; Suda, *Property directed reachability for automated
//! planning*, JAIR 50, 2014.
//!
//! **Architecture Invariant:** [`Verdict::Unsolvable`] is given here only behind [`certificate`].

mod certificate;
mod cube;
mod frames;
mod generalise;
mod obligations;
mod start;
mod step;

use std::time::Instant;

pub use certificate::BrokenInvariant;

use self::cube::Cube;
use self::frames::Frames;
use self::generalise::generalise;
use self::obligations::Obligations;
use self::start::Start;
use self::step::{Reply, Workshop};
use super::session::{self, Session};
use super::{Answer, Attempt, RunError, Verdict};
use crate::formula::Lit;
use crate::solver::SolverError;
use crate::stop::StopReason;

/// Why a question has no answer.
#[derive(Debug)]
enum Halt {
    Stopped(StopReason),
    Fault(SolverError),
    Broken(BrokenInvariant),
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self::Fault(error)
    }
}

/// What came of one iteration.
enum Iteration {
    /// A trace through these states, the last of which is before the goal.
    Reached(Vec<Cube>),
    /// No trace of so many steps.
    Refuted,
    /// No trace of any number of steps.
    Unsolvable,
}

/// Runs iterations up to `greatest`, or until there is an answer.
pub(super) fn run(session: &mut Session<'_, '_>, greatest: Option<usize>) -> Result<Verdict, RunError> {
    let system = session.system().ticking();
    let (kind, stop) = (session.kind(), session.stop().clone());
    let mut state: Vec<Lit> = system.state_literals().collect();
    if std::env::var_os("PDR_NEG").is_some() {
        state = state.into_iter().map(|lit| !lit).collect();
    }
    state.sort_unstable();
    state.dedup();
    let workshop = Workshop { system: &system, kind: &kind, stop: &stop, state: &state };
    let mut frames = None;
    let mut horizon = 0;
    loop {
        let begun = Instant::now();
        session.tell_started(horizon);
        let before = frames.as_ref().map_or(Some(0), Frames::conflicts);
        let iteration = iterate(workshop, &mut frames, horizon);
        let conflicts = frames.as_ref().and_then(Frames::conflicts).zip(before).map(|(after, before)| after - before);
        let answer = match &iteration {
            Ok(Iteration::Reached(_)) => Answer::Reached,
            Ok(Iteration::Refuted | Iteration::Unsolvable) => Answer::Refuted,
            Err(_) => Answer::Stopped,
        };
        if let Some(frames) = &frames {
            session.enter_size(frames.size());
        }
        session.enter(Attempt { horizon, answer, elapsed: begun.elapsed(), conflicts });
        match iteration {
            Ok(Iteration::Reached(states)) => {
                let states: Vec<&[Lit]> = states.iter().map(Cube::lits).collect();
                return Ok(match session.ask_through(&states)? {
                    session::Reply::Reached(trace) => Verdict::Reached { trace, shortest: true },
                    session::Reply::Stopped(reason) => Verdict::Stopped(reason),
                    session::Reply::Refuted | session::Reply::Contradiction => return Err(RunError::NoRun(states.len())),
                });
            }
            Ok(Iteration::Unsolvable) => return Ok(Verdict::Unsolvable),
            Ok(Iteration::Refuted) if Some(horizon) == greatest => return Ok(Verdict::NoneWithin(horizon)),
            Ok(Iteration::Refuted) => horizon += 1,
            Err(Halt::Stopped(reason)) => return Ok(Verdict::Stopped(reason)),
            Err(Halt::Fault(error)) => return Err(error.into()),
            Err(Halt::Broken(invariant)) => return Err(invariant.into()),
        }
    }
}

/// One iteration; all before it are done.
fn iterate<'s>(
    workshop: Workshop<'s>,
    frames: &mut Option<Frames<'s>>,
    horizon: usize,
) -> Result<Iteration, Halt> {
    let Some(frames) = frames else {
        let start = Start::of(workshop)?;
        if start.is_goal {
            return Ok(Iteration::Reached(Vec::new()));
        }
        *frames = Some(Frames::new(workshop, start)?);
        return Ok(Iteration::Refuted);
    };
    frames.open()?;
    if let Some(states) = attack(frames, horizon, &workshop.system.goal().iter().copied().collect())? {
        return Ok(Iteration::Reached(states));
    }
    let Some(same) = frames.push()? else { return Ok(Iteration::Refuted) };
    let excluded: Vec<Cube> = frames.excluded(same + 1).cloned().collect();
    log::debug!("frames {same} and {} are the same: {} clauses", same + 1, excluded.len());
    certificate::check(workshop, &excluded)?;
    Ok(Iteration::Unsolvable)
}

/// Shows that the goal is not reached in `horizon` steps, or finds the states on the way to it.
fn attack(frames: &mut Frames<'_>, horizon: usize, goal: &Cube) -> Result<Option<Vec<Cube>>, Halt> {
    loop {
        let state = match frames.enters(horizon - 1, goal)? {
            Reply::From(state) => state,
            Reply::Never(blamed) => {
                let cube = frames.start().keep_out(goal, blamed);
                frames.exclude(horizon, cube);
                return Ok(None);
            }
        };
        let mut obligations = Obligations::new(horizon);
        obligations.add(horizon - 1, state, None);
        while let Some((frame, number)) = obligations.first() {
            let Some(before) = frame.checked_sub(1) else {
                return Ok(Some(obligations.path(number).into_iter().cloned().collect()));
            };
            let state = obligations.state(number);
            if frames.excludes(frame, state) {
                obligations.meet(frame);
                continue;
            }
            match frames.enters_from_outside(before, state)? {
                Reply::From(previous) => obligations.add(before, previous, Some(number)),
                Reply::Never(blamed) => {
                    let cube = frames.start().keep_out(state, blamed);
                    let cube = generalise(frames, before, cube)?;
                    let (frame_kept, cube) = push_on(frames, frame, horizon - 1, cube)?;
                    frames.exclude(frame_kept, cube);
                    obligations.meet(frame);
                }
            }
        }
    }
}

/// The last frame up to `last` from which a cube can be excluded.
fn push_on(frames: &mut Frames<'_>, mut frame: usize, last: usize, mut cube: Cube) -> Result<(usize, Cube), Halt> {
    while frame < last {
        match frames.enters_from_outside(frame, &cube)? {
            Reply::From(_) => break,
            Reply::Never(blamed) => cube = frames.start().keep_out(&cube, blamed),
        }
        frame += 1;
    }
    Ok((frame, cube))
}
