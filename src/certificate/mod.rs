//! Certificates that a plan is shortest: the specification that they are about, their proofs, and how both are checked.
//!
//! `docs/certificates.md` defines the formula and the format of the proof.
//!
//! **Architecture Invariant:** this room shares no code with encodings, horizons and solvers, so the check shares nothing with
//! what it checks.

mod lrat;
mod names;
mod propositions;
mod specification;

pub use lrat::{LratChecker, LratError, LratWriter};
pub use propositions::Propositions;
pub use specification::{Specification, SpecificationPart};
