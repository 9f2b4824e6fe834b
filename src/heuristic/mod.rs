//! Heuristics: lower bounds on the number or the cost of the operators from a state to the goal.
//!
//! [`LmCut`] finds sets of operators of which every plan has one. It works on the delete relaxation of a task
//! (`relaxed_task.rs`), in which true propositions stay true: a proposition is that a variable has one of some values
//! (`propositions.rs`), and h^max (`exploration.rs`) bounds its cost. Everything is in flat arrays (`lists.rs`), and
//! nothing is allocated while a state is evaluated.
//!
//! **Architecture Invariant:** this room knows nothing of search or SAT: a state is a list of values.

mod bucket_queue;
mod exploration;
mod lists;
mod lm_cut;
mod propositions;
mod relaxed_task;

pub use lm_cut::LmCut;
