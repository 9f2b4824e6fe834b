//! Which solvers there are: the factory that makes one per thread.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools as _;

use crate::solver::{Solver, batsat, varisat};
use crate::stop::Stop;

/// A choice of SAT solver.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// [varisat](https://docs.rs/varisat), by Jannis Harder.
    #[default]
    Varisat,
    /// [batsat](https://docs.rs/batsat), by Simon Cruanes and Masaki Hara: MiniSat 2.2 in Rust. Has statistics.
    Batsat,
}

impl SolverKind {
    /// All solvers.
    pub const ALL: [Self; 2] = [Self::Varisat, Self::Batsat];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Varisat => "varisat",
            Self::Batsat => "batsat",
        }
    }

    /// A fresh solver without clauses, which gives up when `stop` is raised.
    pub fn build(self, stop: &Stop) -> Box<dyn Solver> {
        match self {
            Self::Varisat => Box::new(varisat::Varisat::new(stop.clone())),
            Self::Batsat => Box::new(batsat::Batsat::new(stop.clone())),
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no solver is called `{name}`; there are: {}", SolverKind::ALL.iter().join(", "))]
pub struct UnknownSolver {
    /// What was asked for.
    pub name: String,
}

impl FromStr for SolverKind {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownSolver { name: name.to_owned() })
    }
}
