//! Pictures of states and plans, and plots of numbers. Every function returns a value, which the caller shows.
//!
//! ```text
//! a kind of problem ──▶ Film (what stands still, what moves, where) ──▶ SVG, GIF, PNG, a page in HTML
//! ```
//!
//! **Architecture Invariant:** drawing depends on shapes and colours, not on puzzles or tasks.

pub mod block;
pub mod colouring;
pub mod film;
#[cfg(feature = "pictures")]
pub mod gif;
pub mod grid;
#[cfg(feature = "pictures")]
pub mod html;
pub mod lanes;
pub mod palette;
mod path;
#[cfg(feature = "pictures")]
mod pixels;
pub mod playable;
pub mod plot;
#[cfg(feature = "pictures")]
pub mod png;
pub mod stage;
pub mod svg;
pub mod table;
pub mod words;

pub use colouring::PieceColours;
pub use grid::{numbered, titled};
#[cfg(feature = "pictures")]
pub use pixels::PixelError;

/// Returns the facts of a state, one a line.
pub fn facts(facts: &[String]) -> String {
    facts.iter().map(|fact| format!("{fact}\n")).collect()
}
