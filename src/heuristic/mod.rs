//! Heuristics: estimates of the number or the cost of the operators from a state to the goal.
//!
//! [`LmCut`] is a lower bound: it finds sets of operators of which every plan has one. [`FastForward`] is the length of a relaxed
//! plan, and tells which operators look helpful; [`Landmarks`] counts facts that every plan has to make true. All work on the delete
//! relaxation of a task (`relaxed_task.rs`), in which true propositions stay true; h^max (`exploration.rs`) bounds their cost from
//! below. Everything is in flat arrays, and nothing is allocated while a state is evaluated.
//!
//! **Architecture Invariant:** this room knows nothing of search or SAT: a state is a list of values.

mod bucket_queue;
mod exploration;
mod fast_forward;
mod landmarks;
mod lm_cut;
mod relaxed_task;

pub use fast_forward::FastForward;
pub use landmarks::Landmarks;
pub use lm_cut::LmCut;
