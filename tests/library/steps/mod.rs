//! Steps of several operators: the makespans of formulas and search against a reference that tries all subsets.

pub(crate) mod makespans;
pub(crate) mod reference;
mod search;
mod traps;
mod unsupported;

use bmcplan::encode::{Semantics, StepOptions};
use bmcplan::planner::{Mode, Options};

/// The semantics in which operators share steps.
pub(crate) const PARALLEL: [Semantics; 2] = [Semantics::ForAll, Semantics::Exists];

/// Options for that semantics.
fn options(semantics: Semantics, mode: Mode) -> Options {
    Options { mode, step: StepOptions { semantics, ..StepOptions::default() }, ..Options::default() }
}
