//! Runs of this program side by side: what is run, what came of it, and how that is shown.
//!
//! A [`Configuration`] is one way to solve a problem, a [`Record`] is what one run of it on one instance gave. Records are
//! lines of JSON, so a file of them can be appended to, cut off and joined.
//!
//! **Architecture Invariant:** this room knows neither tasks nor solvers; what it runs is a program that prints JSON.

mod configuration;
mod record;

pub use configuration::Configuration;
pub use record::{Outcome, Record, RecordError, Tried};
