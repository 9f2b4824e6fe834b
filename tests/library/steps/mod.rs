//! Steps of several operators: the makespans of formulas and search against a reference that tries all subsets.

pub(crate) mod reference;
mod search;
mod traps;
mod unsupported;

use bmcplan::encode::{Semantics, StepOptions};
use bmcplan::horizon::LemmaCopies;
use bmcplan::planner::{Mode, Options};

/// The semantics in which operators share steps.
pub(crate) const PARALLEL: [Semantics; 2] = [Semantics::ForAll, Semantics::Exists];

/// Options for that semantics.
fn options(semantics: Semantics, mode: Mode) -> Options {
    let step = StepOptions { semantics, ..StepOptions::default() };
    Options { mode, step, copy_lemmas: LemmaCopies::Always, ..Options::default() }
}
