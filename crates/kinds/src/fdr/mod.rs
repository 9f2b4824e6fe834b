//! From atoms to finite domains: ground problems over propositional atoms, groups of atoms of which at most one holds, and
//! planning tasks whose variables are made of such groups.
//!
//! After Helmert, *Concise finite-domain representations for PDDL planning tasks* (Artificial Intelligence 173, 2009).

mod complements;
mod domain;
mod effects;
mod ground;
mod invariants;
mod known_facts;
mod rules;
mod task;

pub use domain::{AtomDomain, AtomVariables, common_name};
pub use ground::{
    AtomEffect, AtomGroup, AtomId, AtomLiteral, FiniteDomainError, GroundAxiom, GroundOperator, GroundTask,
};
pub use invariants::{invariant_groups, parameter_choices};
pub(crate) use rules::{DerivedAtom, DerivedValue, RuleTable, solve};
pub use task::task;
