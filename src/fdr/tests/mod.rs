//! Tests of the room against an interpreter of sets of atoms.

mod generated;
mod interpreter;
mod invariants;
mod recursion;
mod task;
