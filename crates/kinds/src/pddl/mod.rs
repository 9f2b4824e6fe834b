//! PDDL: planning problems in the Planning Domain Definition Language, with a domain file and a problem file.

mod costs;
mod diagnostics;
mod file;
mod ground;
mod initial;
mod kind;
mod lifted;
mod names;
mod normal;
mod read;
mod requirements;
mod schema;
mod syntax;
mod unsupported;
mod vocabulary;
mod write;

pub use diagnostics::{LargestRule, PddlError, PddlGroundError};
pub use file::PddlPart;
pub use ground::{GroundedProblem, ground, why_unreached};
pub use kind::{PDDL, grounded_task};
pub use lifted::{
    LiftedAmount, LiftedArgument, LiftedAtom, LiftedEffect, LiftedIncrease, LiftedLiteral, LiftedOperator,
    LiftedPredicate, LiftedRule, LiftedTask,
};
pub use read::{PddlReading, read};
pub use syntax::{
    ActionSchema, AxiomSchema, CostFunction, CostNumber, CostTerm, ObjectId, Parameter, PddlAtom, PddlEffect,
    PddlFormula, PddlObject, PddlProblem, PddlTerm, PddlType, Predicate, PredicateId, TypeId,
};
pub use write::write_task;
