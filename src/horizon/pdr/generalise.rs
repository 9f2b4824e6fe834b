//! Generalisation of a blocked state to a cube (Bradley, *SAT-based model checking without unrolling*, 2011): literals
//! are left out one by one, and those stay without which the cube is entered from outside.

use super::cube::Cube;
use super::frames::Frames;
use super::halt::Halt;
use super::step_solver::StepReply;

/// A cube of fewer literals that no step from that frame enters, unless from within.
pub(super) fn generalise(frames: &mut Frames<'_>, frame: usize, mut cube: Cube) -> Result<Cube, Halt> {
    for lit in cube.lits().to_vec() {
        // It may have gone with another one.
        if cube.lits().binary_search(&lit).is_err() {
            continue;
        }
        let fewer: Cube = cube.lits().iter().copied().filter(|other| *other != lit).collect();
        if !frames.start().is_outside(fewer.lits()) {
            continue;
        }
        if let StepReply::Never(blamed) = frames.enters_from_outside(frame, &fewer)? {
            cube = frames.start().keep_out(&fewer, blamed);
        }
    }
    Ok(cube)
}

/// A cube that can be excluded from `frame`, with the last frame up to `last` that it can be excluded from.
pub(super) fn push_on(
    frames: &mut Frames<'_>,
    mut frame: usize,
    last: usize,
    mut cube: Cube,
) -> Result<(usize, Cube), Halt> {
    while frame < last {
        match frames.enters_from_outside(frame, &cube)? {
            StepReply::From(_) => break,
            StepReply::Never(blamed) => cube = frames.start().keep_out(&cube, blamed),
        }
        frame += 1;
    }
    Ok((frame, cube))
}
