//! Planning as satisfiability: [one step of a task as clauses](encode), copied through time, for [solvers](solver) behind one
//! trait, one [horizon] after the other.
//!
//! ```text
//! Task ──encode──▶ TransitionSystem ──horizon──▶ clauses ──solver──▶ model ──decode──▶ Plan
//!                  (I, U, G, T)    Unrolling
//! ```
//!
//! **Architecture Invariant:** encodings do not know horizons, strategies do not know tasks, solvers do not know steps. So every
//! encoding runs under every strategy with every solver, and each combination is tested against breadth-first search.

pub mod encode;
pub mod figures;
pub mod horizon;
pub mod solver;
