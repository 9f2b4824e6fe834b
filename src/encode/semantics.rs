//! Step semantics: one operator a step, or several that do not disable each other.
//!
//! With several operators a step, a plan of n operators may fit into far fewer steps, and it is steps that make a
//! formula long. What is minimal then is the number of steps, the *makespan* (Rintanen, Heljanko & Niemelä, *Planning as
//! satisfiability: parallel plans and algorithms for plan search*, 2006). In both parallel semantics a set of operators
//! is a step from a state if
//!
//! 1. each of them is applicable in that state,
//! 2. the effects that are active in that state agree, those of all of them together, and
//! 3. none of them *disables* another; in `exists`, another that is run later.
//!
//! In a state, a disables b if an active effect of a gives a variable a value with which a fact is false, or true, that
//! a literal of b's precondition needs to be true, or false; likewise for the literals of the conditions of b's effects and
//! for their negations. What a derived literal needs is taken from all rules, whichever of them matters in the state, and
//! whether a fact was so before is not asked; of the values of a variable that make it true, each alone, one is needed. So running the operators one after the other, every one finds its
//! precondition true and has the effects that it had at the start of the step.
//!
//! In `exists` the order is one for the whole task, which leaves no room for operators that are each other's
//! precondition all the way round. A task with a clock has steps of one operator whatever is asked for: every operator
//! moves the clock on, so two in a step would have to agree on what time it is between them.
//!
//! [Explicit search](crate::search::shortest_steps) has the same steps.

use itertools::Itertools as _;

use crate::names::chosen_by_name;

/// Which operators may share a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// None: one operator a step.
    #[default]
    Sequential,
    /// Those that can run in every order, with the same result (∀-step).
    ForAll,
    /// Those that can run in one order, which is fixed for the task (∃-step).
    Exists,
}

chosen_by_name!(
    Semantics { Sequential: "sequential", ForAll: "forall", Exists: "exists" },
    UnknownSemantics,
    "step semantics"
);

impl Semantics {
    /// What a step is called.
    pub fn step_name(self) -> &'static str {
        match self {
            Self::Sequential => "step",
            Self::ForAll => "∀-step",
            Self::Exists => "∃-step",
        }
    }

    /// May a step have several operators?
    pub fn is_parallel(self) -> bool {
        self != Self::Sequential
    }
}

/// An encoding that does not know the step semantics that it is asked for.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("encoding {encoding} does not know {asked} steps: ask it for {}, or take another encoding", known.iter().join(", "))]
pub struct UnsupportedSemantics {
    /// The encoding's name.
    pub encoding: &'static str,
    /// What it knows.
    pub known: &'static [Semantics],
    /// What was asked for.
    pub asked: Semantics,
}

debug_is_message!(UnsupportedSemantics);
