//! The check of certificates, of what the folder says and without a solver: files and digests, plans, proofs, and recounts.
//!
//! `check.py` is a second checker, in Python, which shares no code with this one; it is a file of every certificate.
//!
//! **Architecture Invariant:** this floor shares no code with encodings, horizons and solvers, nor with the making of certificates,
//! so a fault of theirs cannot hide from the check.

mod folder;
mod lrat;
pub mod plan;
mod recount;
mod verify;

pub use folder::VerifyError;
pub use lrat::{LratChecker, LratError};
pub use recount::{
    Distance, MAX_STATES, Natural, Recount, RecountError, recount, recount_cheaper_states, recount_states,
};
pub use verify::{Verified, verify};
