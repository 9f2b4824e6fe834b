//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`harden()`] finds the positions of the same pieces that are farthest from a goal; [`explain()`] the pieces, walls,
//! goals or conditions that alone force the length of a shortest plan.

mod explain;
mod harden;

pub use explain::{
    ElementObject, Essence, ExplainAnswer, ExplainQuestion, Explained, Explanation, ExplanationObject,
    KeptElement, KeptObject, Least, essence, explain, explained_film,
};
pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
