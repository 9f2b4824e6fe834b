//! Step semantics: one operator a step, or several that do not disable each other.
//!
//! With several operators a step, a plan of n operators may fit into far fewer steps, and the number of steps makes a formula
//! long. Then the number of steps, the *makespan*, is minimal (Rintanen, Heljanko & Niemelä, *Planning as satisfiability:
//! parallel plans and algorithms for plan search*, 2006). In both parallel semantics a set of operators is a step from a state
//! if
//!
//! 1. each operator is applicable in that state,
//! 2. the effects of all operators that are active in that state agree, and
//! 3. no operator *disables* another; in `exists`, a later one.
//!
//! In a state, a disables b if an active effect of a gives a variable a value that falsifies a [need](bmcplan_task::Needs) of
//! b. These are the needs of the literals of b's precondition, of the conditions of b's effects and of the negations of these.
//! The needs of a derived literal come from all rules, independent of the state. Of the values of a variable that each alone
//! make it true, one is needed. So when the operators run one after the other, every precondition is true in its turn. Their
//! effects are the same as at the start of the step.
//!
//! In `exists` the order is fixed for the whole task, which excludes steps of operators that disable each other in a cycle. A
//! task with a clock has steps of one operator in all semantics: every operator advances the clock, so two in a step would have
//! to agree on the time between them.
//!
//! Explicit search (`bmcplan_search::shortest_steps`) has the same steps.

use itertools::Itertools as _;

use bmcplan_base::names::chosen_by_name;

/// Sets of operators that may share a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// One operator a step.
    #[default]
    Sequential,
    /// Operators that can run in every order, with the same result (∀-step).
    ForAll,
    /// Operators that can run in one order, which is fixed for the task (∃-step).
    Exists,
}

chosen_by_name!(
    Semantics { Sequential: "sequential", ForAll: "forall", Exists: "exists" },
    UnknownSemantics,
    "step semantics"
);

impl Semantics {
    /// Returns the name of a step.
    pub fn step_name(self) -> &'static str {
        match self {
            Self::Sequential => "step",
            Self::ForAll => "∀-step",
            Self::Exists => "∃-step",
        }
    }

    /// Checks whether a step may have several operators.
    pub fn is_parallel(self) -> bool {
        self != Self::Sequential
    }
}

/// Error: an encoding does not support the requested step semantics.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("encoding {encoding} has no {asked} steps: choose {}, or another encoding", known.iter().join(", "))]
pub struct UnsupportedSemantics {
    /// Name of the encoding.
    pub encoding: &'static str,
    /// Supported semantics.
    pub known: &'static [Semantics],
    /// Requested semantics.
    pub asked: Semantics,
}
