//! Ground problems over atoms and the tasks made of them, against an interpreter of sets of atoms.

mod generated;
mod interpreter;
mod invariants;
mod recursion;
mod task;
