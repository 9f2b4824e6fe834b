//! Options that do not go with several operators a step.

use itertools::Itertools as _;

use super::report::{Mode, Options, Wanted};
use crate::encode::{Encoding, Semantics};

/// Options that do not go together; with one operator a step all do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// Explicit search.
    #[error("an explicit search knows sequential steps only, not {0}")]
    Search(Semantics),
    /// More than one plan: many orders of the same operators would have to be told apart, or not.
    #[error("plans are listed and counted with sequential steps only, not {0}")]
    Listing(Semantics),
    /// An encoding that cannot tell operators apart.
    #[error("encoding {encoding} knows these steps: {}; not {asked}", known.iter().join(", "))]
    Encoding {
        /// The encoding's name.
        encoding: &'static str,
        /// What it knows.
        known: &'static [Semantics],
        /// What was asked for.
        asked: Semantics,
    },
}

/// Whether the mode, the encoding and what is wanted know the step semantics.
pub(super) fn check(options: &Options, encoding: &dyn Encoding) -> Result<(), Unsupported> {
    let asked = options.step.semantics;
    if !asked.is_parallel() {
        return Ok(());
    }
    if options.mode == Mode::Search {
        return Err(Unsupported::Search(asked));
    }
    if options.wanted != Wanted::One {
        return Err(Unsupported::Listing(asked));
    }
    let known = encoding.semantics();
    if known.contains(&asked) {
        Ok(())
    } else {
        Err(Unsupported::Encoding { encoding: encoding.name(), known, asked })
    }
}
