//! Certificates that a plan is shortest, or that there is none: the specification that they are about, their proofs, and how
//! both are checked.
//!
//! `docs/certificates.md` defines the formulas and the format of the proofs.
//!
//! **Architecture Invariant:** this room shares no code with encodings, horizons and solvers, so the check shares nothing with
//! what it checks.

mod checked_folder;
mod error;
mod invariant;
mod lrat;
mod manifest;
mod names;
mod propositions;
mod replay;
mod specification;
mod streams;
mod verify;

pub use error::VerifyError;
pub use invariant::{InvariantFormula, write_invariant};
pub use lrat::{LratChecker, LratError, LratWriter};
pub use manifest::{
    CertifiedClaim, FORMAT, FORMAT_VERSION, FORMULA, FileDigest, INVARIANT, MANIFEST, Manifest, PLAN, PROOF,
    TASK,
};
pub use propositions::FramePropositions;
pub use specification::{Specification, SpecificationPart};
pub use verify::{Verified, verify};
