//! Blocking: one iteration of property-directed reachability, which discharges one obligation after the other.
//!
//! A state that leads to the goal is an obligation. It is discharged by excluding it from its frame, which may take
//! obligations for the states before it.

use super::cube::Cube;
use super::frames::Frames;
use super::generalise::{generalise, push_on};
use super::halt::Halt;
use super::obligations::Obligations;
use super::step_solver::StepReply;

/// Shows that the goal is not reached in `horizon` steps, at least one, or finds the states on the way to it.
pub(super) fn block(
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
                let cube = frames.start().keep_out(goal, blamed);
                frames.exclude(horizon, cube);
                return Ok(None);
            }
        }
    }
}

/// Discharges all obligations of the frames up to `last`; or finds one that cannot be, since it is the first state.
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
                let cube = frames.start().keep_out(state, blamed);
                let cube = generalise(frames, before, cube)?;
                let (kept_out_of, cube) = push_on(frames, frame, last, cube)?;
                frames.exclude(kept_out_of, cube);
                obligations.put_off(frame);
            }
        }
    }
    Ok(None)
}
