//! PDDL: planning problems in the Planning Domain Definition Language, a domain and a problem in a file each.

mod condition;
mod costs;
mod definitions;
mod effect;
mod error;
mod file;
mod ground;
mod ground_error;
mod initial;
mod kind;
mod lifted;
mod metric;
mod names;
mod normal;
mod read;
mod requirements;
mod schema;
mod sections;
mod syntax;
mod ticking;
mod typed_list;
mod types;
mod unsupported;
mod vocabulary;
mod warnings;
mod write;

pub use error::PddlError;
pub use file::PddlPart;
pub use ground::{GroundedProblem, ground};
pub use ground_error::{Grew, PddlGroundError};
pub use kind::PDDL;
pub use lifted::{
    LiftedArgument, LiftedAtom, LiftedEffect, LiftedLiteral, LiftedOperator, LiftedPredicate, LiftedRule,
    LiftedTask,
};
pub use read::{PddlReading, read};
pub use syntax::{
    ActionSchema, AxiomSchema, CostFunction, CostTerm, ObjectId, Parameter, PddlAtom, PddlEffect,
    PddlFormula, PddlObject, PddlProblem, PddlTerm, PddlType, Predicate, PredicateId, TypeId,
};
pub use write::write_task;
