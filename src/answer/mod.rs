//! Answers as objects of JSON, for whoever asks: the command line prints them, and other programs hand them on.
//!
//! The names of the keys and their order are a promise; the schemas are in `docs/schemas`.

#[cfg(feature = "varisat")]
mod certified;
mod diagnostic_object;
mod explore_object;
mod nothing_known;
mod number;
mod place;
mod solve_answer;
mod solve_object;
mod verify_object;
mod without_effect;

use crate::stop::StopReason;

#[cfg(feature = "varisat")]
pub use certified::{CertificateFault, certified, certified_schedules, placed};
pub use diagnostic_object::DiagnosticObject;
pub use explore_object::{ExploreAnswer, explore_object};
pub use nothing_known::NothingKnown;
pub use number::JsonCount;
pub use place::ProblemPlace;
pub use solve_answer::{Certified, ProcessFigures, SolveAnswer};
pub use solve_object::solve_object;
pub use verify_object::VerifyObject;
pub use without_effect::without_effect;

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

/// A stop reason in a sentence.
pub fn stopped_by(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "stopped by the timeout",
        StopReason::Memory => "stopped by the memory limit",
        StopReason::Interrupt => "interrupted",
    }
}
