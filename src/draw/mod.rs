//! Pictures of states and plans. Everything here returns a value; who shows it is the caller's business.

mod grid;
pub mod sliding;
pub mod text;
