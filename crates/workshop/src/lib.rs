//! The workshop: tools for puzzle designers beyond the shortest plan.
//!
//! ```text
//! problem ──┬─▶ rate ──────▶ figures of difficulty
//!           ├─▶ explain ───▶ elements that force the length
//!           ├─▶ harden ────▶ hardest positions of the same pieces
//!           └─▶ generate ──▶ new boards with figures in a range
//! ```
//!
//! [`rate()`] measures how hard a problem is. [`harden()`] finds the hardest positions of the same pieces. [`explain()`] finds
//! the elements that force the length of a shortest plan. [`generate()`] makes new puzzles.

mod explain;
mod gallery;
mod generate;
mod harden;
mod rate;

pub use explain::{
    BlockedObject, BlockedPiece, ElementObject, Essence, ExplainAnswer, ExplainSettings, Explained,
    Explanation, ExplanationObject, KeptElement, KeptObject, Least, essence, explain, explained_film,
};
pub use gallery::{exhibit, rated_exhibit, rated_figures};
pub use generate::{
    FigureFilter, FigureRange, GenerateEvent, GenerateResult, GenerateSettings, NewPuzzle, RangeError, SAME,
    generate, new_seed,
};
pub use harden::shown;
pub use harden::{HardPosition, HardenAnswer, HardenSettings, Hardened, harden};
pub use rate::{
    FIGURES, FigureValue, FirstPlan, MAIN_FIGURES, PlanFigures, PuzzleFigure, RateAnswer, Rating,
    SpaceFigures, figure, n_easier_cards, rate, rate_on_this_thread,
};
