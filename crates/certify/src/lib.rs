//! Making certificates. The evidence is a proof that no plan has at most N steps, or an invariant with proofs that there is no
//! plan at all, both about the [specification](bmcplan_verify); or the number of states that a recount finds.
//!
//! A solver that keeps its derivations refutes the formula of the encoding `transition` for the greatest horizon to refute. The
//! clauses of this formula are derived from those of the specification for one step, and the derivations are copied through
//! time.

mod assembly;
mod claim;
mod cost_proof;
mod cuts;
mod error;
mod folder;
mod interpretation;
mod lrat_proof;
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
