//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`rate()`] measures how hard a puzzle is; [`harden()`] finds the positions of the same pieces that are farthest from a goal;
//! [`explain()`] the pieces, walls, goals or conditions that alone force the length of a shortest plan; [`invent()`] makes new
//! puzzles.

mod explain;
mod harden;
mod invent;
mod rate;

pub use explain::{
    ElementObject, Essence, ExplainAnswer, ExplainQuestion, Explained, Explanation, ExplanationObject,
    KeptElement, KeptObject, Least, essence, explain, explained_film,
};
pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
pub use invent::{
    FigureFilter, FigureRange, InventEnd, InventNews, InventQuestion, NewPuzzle, NoRange, SAME, invent,
};
pub use rate::{
    FIGURES, FigureValue, FirstPlan, PuzzleFigure, RateAnswer, RateQuestion, Rating, SpaceFigures, Ways,
    figure, rate, rate_on_this_thread,
};
