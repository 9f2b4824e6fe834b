//! Steps of several operators: the makespans that formulas prove against a reference that tries all subsets.

#![allow(clippy::unwrap_used)]

#[path = "../common/ask.rs"]
mod ask;
#[path = "../common/boards.rs"]
mod boards;
mod makespans;
mod reference;
#[path = "../common/tasks.rs"]
mod tasks;
mod traps;
mod unsupported;

use bmcplan::encode::{Semantics, StepOptions};
use bmcplan::planner::{Mode, Options};

/// The semantics in which operators share steps.
const PARALLEL: [Semantics; 2] = [Semantics::ForAll, Semantics::Exists];

/// Options for that semantics.
fn options(semantics: Semantics, mode: Mode) -> Options {
    Options { mode, step: StepOptions { semantics, ..StepOptions::default() }, ..Options::default() }
}
