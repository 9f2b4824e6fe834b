//! The kinds of problems, a folder each: its readers, its task, its own encodings, its pictures, and its row in the
//! [table](KINDS) of all kinds.
//!
//! ```text
//! text ──reader──▶ Board, Puzzle, Sheet, PDDL ──ground (datalog, fdr)──▶ Task
//!                        └── Problem: task, encodings, names of moves, film
//! ```
//!
//! **Architecture Invariant:** nothing outside this crate names a kind; all others use [`problem::Problem`] and rows of the
//! table.

mod atoms;
mod contents;
mod datalog;
pub mod fdr;
pub mod gdl;
pub mod pddl;
mod piece_costs;
mod pieces;
pub mod problem;
pub mod rush_hour;
pub mod sas;
pub mod sliding_block;
mod table;

pub use contents::Contents;
pub use gdl::GDL;
pub use pddl::PDDL;
pub use rush_hour::RUSH_HOUR;
pub use sas::SAS;
pub use sliding_block::SLIDING_BLOCK;
pub use table::{KINDS, Kinds, read, read_as};
