//! From one state that no step enters to as many as can be shown in one go (Bradley, *SAT-based model checking without
//! unrolling*, 2011): literals are left out one by one, and those stay without which the cube is entered from outside.

use super::Halt;
use super::cube::Cube;
use super::frames::Frames;
use super::step::Reply;

/// A cube of fewer literals that no step enters from that frame, unless from within.
pub(super) fn generalise(frames: &mut Frames<'_>, frame: usize, mut cube: Cube) -> Result<Cube, Halt> {
    for lit in cube.lits().to_vec() {
        if cube.lits().binary_search(&lit).is_err() {
            continue;
        }
        let fewer: Cube = cube.lits().iter().copied().filter(|other| *other != lit).collect();
        if !frames.start().is_outside(fewer.lits()) {
            continue;
        }
        if let Reply::Never(blamed) = frames.enters_from_outside(frame, &fewer)? {
            cube = frames.start().keep_out(&fewer, blamed);
        }
    }
    Ok(cube)
}
