//! Answers as objects of JSON, for whoever asks: the command line prints them, and other programs hand them on.
//!
//! The names of the keys and their order are a promise; the schemas are in `docs/schemas`.

mod diagnostic_object;
mod nothing_known;
mod number;
mod place;
mod solve_answer;
mod solve_object;
mod verify_object;

use crate::stop::StopReason;

pub use diagnostic_object::DiagnosticObject;
pub use nothing_known::NothingKnown;
pub use number::JsonCount;
pub use place::ProblemPlace;
pub use solve_answer::{Certified, ProcessFigures, SolveAnswer};
pub use solve_object::solve_object;
pub use verify_object::VerifyObject;

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A stop reason in JSON.
pub fn reason_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "timeout",
        StopReason::Memory => "memory",
        StopReason::Interrupt => "interrupt",
    }
}
