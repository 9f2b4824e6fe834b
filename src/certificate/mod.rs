//! Certificates that a plan is shortest: the specification that they are about, their proofs, and how both are checked.
//!
//! `docs/certificates.md` defines the formula and the format of the proof.
//!
//! **Architecture Invariant:** this room shares no code with encodings, horizons and solvers, so the check shares nothing with
//! what it checks.

mod lrat;
mod manifest;
mod names;
mod propositions;
mod replay;
mod specification;
mod streams;
mod verify;

pub use lrat::{LratChecker, LratError, LratWriter};
pub use manifest::{FORMAT, FORMAT_VERSION, FORMULA, FileDigest, MANIFEST, Manifest, PLAN, PROOF, TASK};
pub use propositions::FramePropositions;
pub use specification::{Specification, SpecificationPart};
pub use verify::{Verified, VerifyError, verify};
