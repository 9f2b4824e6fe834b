//! The specification and the check of certificates: that a plan is shortest, that there are so many shortest plans, or that there
//! is no plan.
//!
//! A certificate rests on proofs about the specification, on the states that can be reached, or on a recount.
//! `docs/certificates.md` defines the formulas and the formats of proofs and layer tables.
//!
//! **Architecture Invariant:** this room shares no code with encodings, horizons and solvers, so a fault of theirs cannot hide
//! from the check.

mod checked_folder;
mod disturbance;
mod error;
mod evidence_choice;
mod invariant;
mod layer_error;
mod layer_file;
mod layers;
mod lrat;
mod manifest;
mod names;
mod plan_list;
mod propositions;
mod recount;
mod schedule_check;
mod schedules;
mod shared_plan;
mod sharing;
mod specification;
mod unlisted;
mod verify;

pub use disturbance::TooManyPairs;
pub use error::VerifyError;
pub use evidence_choice::{EvidenceChoice, UnknownEvidence};
pub use invariant::{InvariantFormula, write_invariant};
pub use layer_error::{LayerError, MAX_STATES};
pub use layer_file::write_layer;
pub use layers::StateGraph;
pub use lrat::{LratChecker, LratError, LratWriter};
pub use manifest::{
    CHECKER, CertifiedClaim, CountedSteps, EvidenceKind, FORMAT, FORMAT_VERSION, FORMULA, FileDigest,
    INVARIANT, LAYERS, MAKESPAN, MANIFEST, Manifest, ORDER, PLAN, PLANS, PROOF, README, SCHEDULE_KIND,
    SCHEDULE_METRIC, SCHEDULES, TASK, UNLISTED, UNLISTED_PROOF, is_usual_file,
};
pub use plan_list::{ListedPlan, write_plans};
pub use propositions::FramePropositions;
pub use recount::{Natural, Recount};
pub use schedule_check::is_lost;
pub use schedules::{RowsOfDay, ScheduleCountError, ScheduleSpace};
pub use sharing::{OperatorOrder, SharedSteps, StepSharing};
pub use specification::{Specification, SpecificationPart};
pub use unlisted::UnlistedFormula;
pub use verify::{Verified, verify};
