//! From atoms to finite domains: ground problems over atoms that hold or do not, groups of atoms of which at most one
//! holds, and planning tasks whose variables are made of such groups.
//!
//! After Helmert, *Concise finite-domain representations for PDDL planning tasks* (Artificial Intelligence 173, 2009).

mod ground;
mod lifted;

pub use ground::{AtomEffect, AtomId, AtomLiteral, GroundAxiom, GroundOperator, GroundTask};
pub use lifted::{
    LiftedArgument, LiftedAtom, LiftedEffect, LiftedLiteral, LiftedOperator, LiftedPredicate, LiftedRule,
    LiftedTask,
};
