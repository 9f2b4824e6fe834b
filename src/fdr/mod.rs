//! From atoms to finite domains: ground problems over atoms that hold or do not, groups of atoms of which at most one
//! holds, and planning tasks whose variables are made of such groups.
//!
//! After Helmert, *Concise finite-domain representations for PDDL planning tasks* (Artificial Intelligence 173, 2009).

mod balance;
mod domain;
mod effects;
mod error;
mod ground;
mod group;
mod invariants;
mod known;
mod layout;
mod names;
mod recursion;
mod rules;
mod sound;
mod task;
mod template;

pub use domain::{AtomDomain, AtomVariables};
pub use error::FiniteDomainError;
pub use ground::{AtomEffect, AtomId, AtomLiteral, GroundAxiom, GroundOperator, GroundTask};
pub use group::AtomGroup;
pub use invariants::invariant_groups;
pub use names::common_name;
pub(crate) use recursion::{DerivedAtom, solve};
pub(crate) use rules::{DerivedValue, RuleTable};
pub use task::task;
pub use template::parameter_choices;
