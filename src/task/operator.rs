//! Operators with conditional effects.

use super::{Fact, Literal};

/// An operator: applicable where its precondition holds and its active effects agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// The move's name as a person reads it, such as `b3 right 2`.
    pub name: String,
    /// A conjunction over state and derived variables.
    pub precondition: Vec<Literal>,
    /// What changes. What no active effect touches stays (the frame axioms are the semantics).
    pub effects: Vec<Effect>,
    /// What one application costs; plans are measured in steps as long as every cost is 1.
    pub cost: u32,
}

/// One effect: active if its condition holds in the state that the operator is applied in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// A conjunction; empty for an unconditional effect.
    pub condition: Vec<Literal>,
    /// The fact made true.
    pub fact: Fact,
}

impl Operator {
    /// An operator of cost 1 whose effects are all unconditional.
    pub fn simple(
        name: impl Into<String>,
        precondition: impl IntoIterator<Item = Literal>,
        effects: impl IntoIterator<Item = Fact>,
    ) -> Self {
        Self {
            name: name.into(),
            precondition: precondition.into_iter().collect(),
            effects: effects.into_iter().map(|fact| Effect { condition: Vec::new(), fact }).collect(),
            cost: 1,
        }
    }
}
