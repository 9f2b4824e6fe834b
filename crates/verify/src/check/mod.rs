//! The check of certificates, from the folder alone and without a solver: files and digests, plans, proofs, and recounts.
//! Also the check of a proof alone, of any origin.
//!
//! `check.py` is a second checker, in Python, which shares no code with this one; it is a file of every certificate.
//!
//! **Architecture Invariant:** this module shares no code with encodings, horizons and solvers, nor with the making of
//! certificates. So the check detects their faults.

mod folder;
mod lrat;
pub mod plan;
mod recount;
mod refuted;
mod verify;

pub use folder::VerifyError;
pub use lrat::{LratChecker, LratError};
pub use recount::{
    Distance, MAX_STATES, Natural, Recount, RecountError, recount, recount_cheaper_states, recount_states,
};
pub use refuted::{RefutedFormula, verify_proof};
pub use verify::{Verified, verify};
