//! Heuristics: estimates of the number or the cost of the operators from a state to the goal.
//!
//! All work on the delete relaxation of a task (`relaxed_task.rs`), in flat arrays. They allocate nothing while a state is
//! evaluated.
//!
//! **Architecture Invariant:** this module knows nothing of search or SAT: a state is a list of values.

mod bucket_queue;
mod exploration;
mod fast_forward;
mod landmarks;
mod lm_cut;
mod relaxed_task;

pub use fast_forward::{FastForward, estimated_cost};
pub use landmarks::Landmarks;
pub use lm_cut::{CutLandmarks, LmCut};
