//! Reading boards: what is read, what is refused and how, that nothing makes a reader panic, and that the task of a
//! board is the puzzle.

mod fuzz;
mod instances;
mod oracle;
mod refused;
mod roundtrip;
mod semantics;
mod writers;
