//! The source of a proof: who ruled out the lengths below the answer, or all lengths.

use std::fmt;

use crate::search::SearchMethod;
use crate::solver::SolverKind;

/// Who ruled out the lengths below the answer, or all lengths. Its text is the same wherever an answer is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofSource {
    /// Explicit search: no state that was reached is a goal.
    Search,
    /// A\* with LM-cut: no state is left from which a plan could be so short.
    AStar,
    /// This solver, by a refutation. Where one from elsewhere was confirmed, the one that confirmed it.
    Solver(SolverKind),
    /// Relaxed reachability: how soon the goal could hold, if at all, were nothing that is true ever to become false.
    RelaxedReachability,
    /// LM-cut: sets of operators of which every plan has one.
    LmCut,
    /// A step counter: when the goal may hold by the clock, if at all.
    StepCounter,
    /// Facts that exclude each other: parts of the goal do.
    Mutexes,
    /// An inductive invariant that excludes the goal, checked by fresh solvers.
    Invariant,
}

impl From<SearchMethod> for ProofSource {
    fn from(method: SearchMethod) -> Self {
        match method {
            SearchMethod::BreadthFirst => Self::Search,
            SearchMethod::AStar => Self::AStar,
        }
    }
}

impl fmt::Display for ProofSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search => f.write_str("search"),
            Self::AStar => f.write_str("A* with LM-cut"),
            Self::Solver(solver) => solver.fmt(f),
            Self::RelaxedReachability => f.write_str("relaxed reachability"),
            Self::LmCut => f.write_str("LM-cut"),
            Self::StepCounter => f.write_str("step counter"),
            Self::Mutexes => f.write_str("mutexes"),
            Self::Invariant => f.write_str("invariant"),
        }
    }
}
