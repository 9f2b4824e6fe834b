//! Horizon strategies, and the horizons that they are given to work on.

use super::schedule::HorizonSchedule;
use crate::solver::Trust;

/// In what order horizons are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Ever greater horizons in one solver, until the shortest trace is found.
    Incremental,
    /// One formula: is the goal reached within this many steps?
    Fixed(usize),
    /// One formula of this many steps; then ever shorter plans are asked of it until it refutes one.
    Minimize(usize),
    /// Property-directed reachability: ever greater horizons, one step at a time, until the shortest trace is found or an
    /// invariant proves that there is none.
    Pdr,
    /// Several horizons in turn, each in a solver of its own, until one of them has a trace: any trace.
    First,
}

impl Strategy {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Incremental => "incremental",
            Self::Fixed(_) => "fixed",
            Self::Minimize(_) => "minimize",
            Self::Pdr => "pdr",
            Self::First => "first",
        }
    }

    /// The number of steps of its one formula, if it has one only.
    pub fn horizon(self) -> Option<usize> {
        match self {
            Self::Fixed(horizon) | Self::Minimize(horizon) => Some(horizon),
            Self::Incremental | Self::Pdr | Self::First => None,
        }
    }

    /// Up to where horizons need no refutation, if those up to `refuted` are known to be refuted. The frames of
    /// property-directed reachability begin at the start, whatever else is known.
    pub fn skips(self, refuted: Option<usize>) -> Option<usize> {
        refuted.filter(|_| self != Self::Pdr)
    }
}

/// The horizons that a strategy tries. By default all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HorizonRange {
    /// Which one [`Strategy::Incremental`] tries after a refuted one.
    pub schedule: HorizonSchedule,
    /// Horizons up to here are known to be refuted and are not asked again.
    pub refuted: Option<usize>,
    /// The last one to try, if there is a last one. One formula has its own.
    pub greatest: Option<usize>,
    /// What is done with refutations of a foreign solver on the way to greater horizons.
    pub trust: Trust,
}
