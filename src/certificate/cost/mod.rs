//! The formula "there is a plan of cost at most B, of N steps and a relaxed rest", without a model where every plan costs more.
//!
//! The N steps are those of the [specification](crate::certificate::Specification). In the rest nothing that holds is lost, so that each
//! operator runs once at most and no order is needed: the delete relaxation (Bonet & Geffner, *Planning as heuristic search*, 2001).
//! That facts do not bring about each other in a circle is said for sets of facts, the landmarks, which the certificate lists. A
//! tree of sums bounds the cost.
//!
//! `docs/certificates-of-costs.md` defines the formula and shows that it is a relaxation.
//!
//! **Architecture Invariant:** this shares no code with encodings.

mod formula;
mod landmarks;
mod rest;
mod sums;

pub use formula::{CostFormula, CostFormulaError};
pub use landmarks::LandmarkSet;
