//! Certificates that a plan is shortest, or that there is none: the specification that they are about, their proofs or the
//! states that can be reached, and how all that is checked.
//!
//! `docs/certificates.md` defines the formulas and the formats of proofs and layer tables.
//!
//! **Architecture Invariant:** this room shares no code with encodings, horizons and solvers, so the check shares nothing with
//! what it checks.

mod checked_folder;
mod disturbance;
mod error;
mod evidence_choice;
mod invariant;
mod layers;
mod lrat;
mod manifest;
mod names;
mod propositions;
mod replay;
mod shared_plan;
mod sharing;
mod specification;
mod streams;
mod verify;

pub use disturbance::TooManyPairs;
pub use error::VerifyError;
pub use evidence_choice::{EvidenceChoice, UnknownEvidence};
pub use invariant::{InvariantFormula, write_invariant};
pub use layers::{LayerError, MAX_STATES, StateGraph, write_layer};
pub use lrat::{LratChecker, LratError, LratWriter};
pub use manifest::{
    CertifiedClaim, CountedSteps, EvidenceKind, FORMAT, FORMAT_VERSION, FORMULA, FileDigest, INVARIANT,
    LAYERS, MAKESPAN, MANIFEST, Manifest, ORDER, PLAN, PROOF, TASK,
};
pub use propositions::FramePropositions;
pub use sharing::{OperatorOrder, SharedSteps, StepSharing};
pub use specification::{Specification, SpecificationPart};
pub use verify::{Verified, verify};
