//! Proofs of refutations, from the derivations of one solver or of several that have divided the work.
//!
//! Each refutation gives a [part](ProofPart), and a [book](ProofBook) puts parts together: clauses of the system once,
//! refutations of cubes resolved to one of the horizon, and this in place of the clause that solvers were given from then on.

mod book;
mod part;

pub use book::HorizonRefutation;
pub(super) use book::ProofBook;
pub(super) use part::{PartMaker, ProofPart};
