//! Rush Hour: cars on a grid, each moving along its own lane only; the red car has to reach the exit.
//!
//! A [`Board`] is checked once, when it is made. Three parsers make boards (TOML, the facts of the Rush Hour ASP document, rows
//! of characters); [`read`] detects the format of a text.

mod asp;
mod blanks;
mod board;
mod card_plan;
mod clingo_plan;
mod draft;
mod format;
mod geometry;
mod grid;
mod kind;
#[cfg(feature = "encodings")]
mod paper;
pub mod shown;
mod task;
mod toml;
mod variants;

pub use board::Board;
pub use draft::{BoardError, Draft};
pub use format::{
    BoardFormat, BoardReading, has_bare_exit, looks_like, read, read_as, read_path, read_with_warnings,
};
pub use geometry::{Car, CarId, Cell, MAX_SIDE, Orientation};
pub use kind::RUSH_HOUR;
#[cfg(feature = "encodings")]
pub use paper::encodings;
pub use task::{BoardMetric, UnknownBoardMetric};
pub use task::{domain, task};
