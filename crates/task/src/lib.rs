//! The planning task: the one intermediate representation, and its executable semantics.
//!
//! ```text
//! TaskBuilder ──build──▶ Task ──▶ State, successors ──▶ plan::validate
//!                         ├──▶ relaxation ──▶ heuristic: h^max, h^FF, LM-cut, landmarks
//!                         └──▶ symmetries, mutexes, dependence of operators
//! ```
//!
//! Π = ⟨V, D, O, s₀, G⟩ in finite-domain representation (SAS⁺; Bäckström & Nebel, *Complexity results for
//! SAS⁺ planning*, 1995), with additions from PDDL and GDL: derived variables ("axioms"; Thiébaux, Hoffmann &
//! Nebel, *In defense of PDDL axioms*, 2005) and conditional effects. See [`Task`] for the parts.
//!
//! Everything here is pure and total. [`Task::extend`], [`ExtendedState::satisfies`] and [`ExtendedState::successor`]
//! *are* the semantics.
//!
//! **Architecture Invariant:** this crate knows nothing of SAT and puzzles; [`plan`] writes and reads plans as text.

mod bottleneck;
mod builder;
mod clock;
mod deadline;
mod dependence;
mod elements;
pub mod heuristic;
mod landmark_facts;
mod mutex_pairs;
mod names;
mod pairs;
pub mod plan;
mod portable;
mod reachability;
pub mod relaxation;
mod relaxed;
mod relevance;
mod scc;
mod semantics;
mod symmetry;

pub use builder::{TaskBuilder, TaskError};
pub use clock::Clock;
pub use dependence::Needs;
pub use dependence::{Dependence, single_fact};
pub use elements::{Atom, DerivedId, Effect, Fact, Literal, Operator, OperatorId, VarId};
pub use names::OperatorNames;
pub use reachability::Reachability;
pub use scc::components;
pub use semantics::{ExtendedState, Inapplicable, State};
pub use symmetry::TaskSymmetry;

/// A planning task. Immutable: [`TaskBuilder::build`] checked every index in it.
#[derive(Debug, Clone)]
pub struct Task {
    variables: Vec<Variable>,
    derived: Vec<Derived>,
    operators: Vec<Operator>,
    initial: State,
    goal: Vec<Literal>,
    mutexes: Vec<[Fact; 2]>,
    clock: Option<Clock>,
}

/// State variable: its name and the names of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Name for display; uniqueness is not required.
    pub name: String,
    /// One name per value; their number is the domain's size, at least 1.
    pub values: Vec<String>,
}

impl Variable {
    /// Returns the atom that holds at `value`: the value's name, or the variable's name if its values are `false` and `true`.
    /// Returns `None` at values that say that something is not so: `false`, `none`, `none of those`, `not …`.
    pub fn atom(&self, value: usize) -> Option<&str> {
        let name = self.values.get(value)?.as_str();
        match name {
            "true" if self.values == ["false", "true"] => Some(&self.name),
            "false" | "none" | "none of those" => None,
            name => Some(name).filter(|name| !name.starts_with("not ")),
        }
    }
}

/// Derived variable: true exactly when the body of one of its rules holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// Name for display.
    pub name: String,
    /// Rule bodies, each a conjunction; they mention only derived variables of smaller id.
    pub rules: Vec<Vec<Literal>>,
}

impl Task {
    /// Returns the state variables, indexed by [`VarId`].
    #[inline]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the derived variables, indexed by [`DerivedId`], in topological order.
    #[inline]
    pub fn derived(&self) -> &[Derived] {
        &self.derived
    }

    /// Returns the operators, indexed by [`OperatorId`].
    #[inline]
    pub fn operators(&self) -> &[Operator] {
        &self.operators
    }

    /// Returns an operator by its id.
    #[inline]
    pub fn operator(&self, id: OperatorId) -> &Operator {
        &self.operators[id.index()]
    }

    /// Returns the ids of all state variables.
    pub fn variable_ids(&self) -> impl ExactSizeIterator<Item = VarId> + use<> {
        (0..self.variables.len()).map(VarId::from_index)
    }

    /// Returns the ids of all derived variables, in topological order.
    pub fn derived_ids(&self) -> impl ExactSizeIterator<Item = DerivedId> + use<> {
        (0..self.derived.len()).map(DerivedId::from_index)
    }

    /// Returns the ids of all operators.
    pub fn operator_ids(&self) -> impl ExactSizeIterator<Item = OperatorId> + use<> {
        (0..self.operators.len()).map(OperatorId::from_index)
    }

    /// Returns all facts of one variable, in the order of its values.
    pub fn facts(&self, var: VarId) -> impl ExactSizeIterator<Item = Fact> + use<> {
        let size = u32::try_from(self.variables[var.index()].values.len()).unwrap_or(u32::MAX);
        (0..size).map(move |value| Fact { var, value })
    }

    /// Returns the initial state.
    #[inline]
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// Returns the goal, a conjunction.
    #[inline]
    pub fn goal(&self) -> &[Literal] {
        &self.goal
    }

    /// Returns pairs of facts that are never true together in a reachable state. An encoding may rely on them; the semantics
    /// never does.
    #[inline]
    pub fn mutexes(&self) -> &[[Fact; 2]] {
        &self.mutexes
    }

    /// Returns the clock, if the task has one.
    #[inline]
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Checks whether some operator has another cost than 1.
    pub fn has_costs(&self) -> bool {
        self.operators.iter().any(|operator| operator.cost != 1)
    }

    /// Sets the cost of every operator to 1, for questions about the fewest operators.
    pub fn with_unit_costs(mut self) -> Self {
        self.operators.iter_mut().for_each(|operator| operator.cost = 1);
        self
    }

    /// Puts the operators into a random order, which depends only on `seed`. Ties between operators are broken by their order.
    pub fn with_shuffled_operators(mut self, seed: u64) -> Self {
        fastrand::Rng::with_seed(seed).shuffle(&mut self.operators);
        self
    }

    /// Returns the display name `variable=value`.
    pub fn fact_name(&self, fact: Fact) -> String {
        let variable = &self.variables[fact.var.index()];
        format!("{}={}", variable.name, variable.values[fact.value_index()])
    }

    /// Returns the display name of a literal: `variable=value` or `busy(3,4)`, with `not ` before it when negative.
    pub fn literal_name(&self, literal: Literal) -> String {
        let atom = match literal.atom {
            Atom::Fact(fact) => self.fact_name(fact),
            Atom::Derived(id) => self.derived[id.index()].name.clone(),
        };
        if literal.positive { atom } else { format!("not {atom}") }
    }

    /// Returns the atom of a literal about a variable whose values are [atoms](Variable::atom): `at(home)`, or `not lit()`.
    pub fn literal_as_atom(&self, literal: Literal) -> String {
        let Atom::Fact(fact) = literal.atom else { return self.literal_name(literal) };
        let variable = &self.variables[fact.var.index()];
        match (variable.atom(fact.value_index()), variable.values.len()) {
            (Some(atom), _) if literal.positive => atom.to_owned(),
            (Some(atom), _) => format!("not {atom}"),
            // One of two values is the atom, the other its negation.
            (None, 2) => match (variable.atom(1 - fact.value_index()), literal.positive) {
                (Some(atom), true) => format!("not {atom}"),
                (Some(atom), false) => atom.to_owned(),
                (None, _) => self.literal_name(literal),
            },
            (None, _) => self.literal_name(literal),
        }
    }
}
