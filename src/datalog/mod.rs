//! Datalog: rules with variables and the atoms that follow from them.
//!
//! A rule's instances are found by joins: one condition after the other is looked up in an index, the order chosen greedily.
//! GDL's rules have terms with functions, PDDL's are flat; both are joined here. What their instances mean is the front
//! ends' affair: what fails and is not yet complete is left open here.

mod body;
mod join;
mod number;
mod pattern;
mod relation;
mod saturate;
mod store;
mod terms;
mod tuples;
mod waiting;

pub(crate) use body::RuleBody;
pub(crate) use join::{JoinPlan, JoinStart};
pub use number::Symbol;
pub(crate) use number::TermId;
pub(crate) use pattern::{Binding, Pattern};
pub(crate) use saturate::{Derivations, saturate};
pub(crate) use store::Store;
pub(crate) use terms::Terms;
pub(crate) use waiting::AtomQueue;
