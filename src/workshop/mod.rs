//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`harden()`] finds the positions of the same pieces that are farthest from a goal, [`rate()`] measures how hard a puzzle is.

mod harden;
mod invent;
mod rate;

pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
pub use invent::{
    FigureFilter, FigureRange, InventEnd, InventNews, InventQuestion, NewPuzzle, NoRange, SAME, invent,
};
pub use rate::{
    FIGURES, FigureValue, FirstPlan, PuzzleFigure, RateAnswer, RateQuestion, Rating, SpaceFigures, Ways,
    figure, rate, rate_on_this_thread,
};
