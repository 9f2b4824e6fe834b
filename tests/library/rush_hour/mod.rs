//! Reading boards: what is read, that nothing makes a reader panic, and that the task of a
//! board is the puzzle.

mod costs;
mod fuzz;
mod instances;
mod oracle;
mod roundtrip;
mod semantics;
mod writers;
