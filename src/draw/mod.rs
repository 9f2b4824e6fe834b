//! Pictures of states and plans. Everything here returns a value; who shows it is the caller's business.

pub mod film;
mod grid;
mod outline;
pub mod palette;
mod path;
pub mod rush_hour;
pub mod sliding;
mod stage;
pub mod svg;
pub mod text;
mod words;

pub use grid::{numbered, titled};

/// What is true in a state, a line each.
pub fn facts(facts: &[String]) -> String {
    facts.iter().map(|fact| format!("{fact}\n")).collect()
}
