//! PDDL: planning problems in the Planning Domain Definition Language, a domain and a problem in a file each.

mod syntax;

pub use syntax::{
    ActionSchema, AxiomSchema, CostFunction, CostTerm, ObjectId, Parameter, PddlAtom, PddlEffect,
    PddlFormula, PddlObject, PddlProblem, PddlTerm, PddlType, Predicate, PredicateId, TypeId,
};
