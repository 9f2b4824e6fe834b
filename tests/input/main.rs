//! Reading boards: what is read, what is refused and how, that nothing makes a reader panic, and that the task of a
//! board is the puzzle.

#![allow(clippy::unwrap_used)]

#[path = "../common/boards.rs"]
mod boards;
mod fuzz;
mod instances;
#[path = "../common/oracle.rs"]
mod oracle;
mod refused;
mod roundtrip;
mod semantics;
mod writers;
