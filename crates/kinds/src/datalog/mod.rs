//! Datalog: rules with variables and the atoms that follow from them.
//!
//! A rule's instances are found by joins: one condition after the other is looked up in an index, in a greedy order. GDL's
//! rules have terms with functions, PDDL's are flat; both are joined here. The front ends interpret the instances, and check
//! conditions that must fail in relations that are not yet complete.

mod join;
mod pattern;
mod saturate;
mod store;
mod terms;

pub(crate) use join::{JoinPlan, JoinStart};
pub(crate) use pattern::{Binding, Pattern, RuleBody};
pub(crate) use saturate::{AtomQueue, Derivations, saturate};
pub(crate) use store::Store;
pub use terms::Symbol;
pub(crate) use terms::{TermId, Terms};
