//! Pictures of states and plans, and plots of numbers. Everything here returns a value, which the caller shows.

mod block;
mod cars;
mod colouring;
pub mod film;
pub mod gdl;
#[cfg(feature = "pictures")]
pub mod gif;
mod grid;
#[cfg(feature = "pictures")]
pub mod html;
mod lanes;
mod outline;
pub mod palette;
mod path;
#[cfg(feature = "pictures")]
mod pixels;
pub mod playable;
pub mod plot;
#[cfg(feature = "pictures")]
pub mod png;
mod point;
pub mod prisoners;
pub mod rush_hour;
mod sentence;
mod sheet;
pub mod sliding;
mod stage;
pub mod svg;
mod table;
pub mod text;
mod track;
pub mod variables;
mod words;

pub use colouring::PieceColours;
pub use grid::{numbered, titled};
#[cfg(feature = "pictures")]
pub use pixels::PixelError;

/// The facts of a state, a line each.
pub fn facts(facts: &[String]) -> String {
    facts.iter().map(|fact| format!("{fact}\n")).collect()
}
