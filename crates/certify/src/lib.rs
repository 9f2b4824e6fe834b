//! Makes certificates: from a refutation to a proof about the [specification](bmcplan_verify), an inductive invariant, or a recount.
//!
//! ```text
//! solver with derivations ─▶ refutation of the encoding at horizon n − 1
//!                                 │  clauses of the encoding, derived from the specification for one step (template)
//!                                 ▼
//!              derivations copied through time (assembly) ─▶ LRAT proof ─▶ checked again by bmcplan_verify
//! ```
//!
//! A solver that keeps its derivations refutes the formula of the encoding `transition` for the greatest horizon to refute. The
//! clauses of this formula are derived from those of the specification for one step, and the derivations are copied through time.

mod assembly;
mod book;
mod claim;
mod cost_proof;
mod cuts;
mod error;
mod folder;
mod interpretation;
mod no_plan;
mod place;
mod proof;
mod refutation;
mod template;

pub use claim::{Claim, ClaimedPlans};
pub use cost_proof::{CostProof, prove_cost};
pub use error::CertifyError;
pub use folder::write_certificate;
pub use no_plan::{InvariantProofs, prove_no_plan};
pub use place::{CertificatePlace, FolderRefused, UnfinishedFolder};
pub use proof::{sharing, write_makespan_proof, write_proof};
