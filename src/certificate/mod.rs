//! Certificates: that a plan is shortest, that there are so many shortest plans, or that there is no plan.
//!
//! A certificate rests on proofs about the specification, or on a recount of the states that can be reached.
//! `docs/certificate-format.md` defines the formulas and the formats.
//!
//! **Architecture Invariant:** what stands here, and the floor `check`, share no code with encodings, horizons and solvers, nor with
//! the floor `make`, so a fault of theirs cannot hide from the check.

pub mod check;
mod cost;
mod invariant;
mod lrat;
#[cfg(feature = "varisat")]
pub mod make;
mod manifest;
mod propositions;
mod sharing;
mod specification;

pub use check::{
    Distance, LratChecker, LratError, MAX_STATES, Natural, Recount, RecountError, Verified, VerifyError,
    recount, recount_cheaper_states, recount_states, verify,
};
pub use cost::{CostFormula, CostFormulaError, LandmarkSet};
pub use invariant::{InvariantFormula, write_invariant};
pub use lrat::LratWriter;
pub use manifest::{
    CHECKER, COST, CertifiedClaim, ClaimedCost, CountedSteps, EvidenceChoice, EvidenceKind, FORMAT,
    FORMAT_VERSION, FORMULA, FileDigest, INVARIANT, LANDMARKS, MAKESPAN, MANIFEST, Manifest, ORDER, PLAN,
    PROOF, README, TASK, UnknownEvidence, is_usual_file,
};
pub use propositions::FramePropositions;
pub use sharing::{OperatorOrder, SharedSteps, StepSharing, TooManyPairs};
pub use specification::{Specification, SpecificationPart, TooManyValues, TooManyVariables};
