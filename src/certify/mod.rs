//! Making certificates: a proof that no plan has at most so many steps, about the [specification](crate::certificate).
//!
//! The refutation is that of the encoding `transition`, for the greatest horizon to refute, by a solver that keeps its derivations.
//! Its clauses are derived from those of the specification, for one step, and these derivations are copied through time. What plays no
//! part in the contradiction is left out.

mod assembly;
mod book;
mod error;
mod folder;
mod interpretation;
mod needed;
mod proof;
mod refutation;
mod template;

pub use error::CertifyError;
pub use folder::{PlanClaim, write_certificate};
pub use proof::write_proof;
