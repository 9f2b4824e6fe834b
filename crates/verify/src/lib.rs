//! The checker of certificates: that a plan is shortest or cheapest, how many shortest plans there are, or that there is none.
//!
//! ```text
//! certificate.json ─▶ digests ─▶ problem ──kinds──▶ Task ─▶ plan replayed
//!                                                    ├─▶ specification, compared with formula.cnf ─▶ LRAT proof
//!                                                    └─▶ or all states explored again (recount)
//! ```
//!
//! `docs/certificate-format.md` defines the formulas and the files.
//!
//! **Architecture Invariant:** this crate depends on no solver, no encoding and no planner, nor on the crate that makes certificates. So a
//! fault of theirs cannot hide from the check.

pub mod check;
mod cost;
mod invariant;
mod lrat;
mod manifest;
mod propositions;
pub mod sharing;
pub mod specification;

pub use check::{
    Distance, LratChecker, LratError, MAX_STATES, Natural, Recount, RecountError, RefutedFormula, Verified,
    VerifyError, recount, recount_cheaper_states, recount_states, verify, verify_proof,
};
pub use cost::{CostFormula, CostFormulaError, LandmarkSet};
pub use invariant::{InvariantFormula, write_invariant};
pub use lrat::LratWriter;
pub use manifest::{
    CHECK_PY, CHECKER, COST, CertifiedClaim, ClaimedCost, CountedSteps, EvidenceChoice, EvidenceKind, FORMAT,
    FORMAT_VERSION, FORMULA, FileDigest, INVARIANT, LANDMARKS, MAKESPAN, MANIFEST, Manifest, ORDER, PLAN,
    PROOF, README, TASK, UnknownEvidence, is_usual_file,
};
pub use propositions::FramePropositions;
pub use sharing::{OperatorOrder, SharedSteps, StepSharing, TooManyPairs};
pub use specification::{Specification, SpecificationPart, TooManyValues, TooManyVariables};
