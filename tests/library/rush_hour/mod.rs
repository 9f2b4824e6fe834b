//! Reading boards: what is read, that nothing makes a reader panic, and that the task of a
//! board is the puzzle.

mod costs;
mod fewest_slides;
mod instances;
mod oracle;
mod roundtrip;
mod semantics;
pub(crate) mod writers;
