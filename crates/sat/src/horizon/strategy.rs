//! Strategies, schedules and ranges: the horizons that are tried, and their order.
//!
//! A linear schedule refutes every horizon below the optimum in turn, although the refutation of the last implies all others.
//! Horizons that grow geometrically skip most of them. The price is a first trace that may be too long, and the descent from it
//! to the optimum. The idea is that of the algorithms that try several horizons at once (Rintanen, Heljanko & Niemelä,
//! *Planning as satisfiability: parallel plans and algorithms for plan search*, 2006).

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::cubes::Cubes;
use super::lemmas::LemmaCopies;
use crate::solver::Trust;

/// Strategy: the horizons that are queried, and in which formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Ever greater horizons in one solver, until the shortest trace is found.
    Incremental,
    /// One formula: is the goal reached within this many steps?
    Fixed(usize),
    /// One formula of this many steps; then ever shorter plans are searched in it until one length is refuted.
    Minimize(usize),
    /// Property-directed reachability: ever greater horizons, one step at a time, until the shortest trace is found or an
    /// invariant proves that there is none.
    Pdr,
    /// Several horizons in turn, each in its own solver, until one of them has any trace.
    First,
}

impl Strategy {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Incremental => "incremental",
            Self::Fixed(_) => "fixed",
            Self::Minimize(_) => "minimize",
            Self::Pdr => "pdr",
            Self::First => "first",
        }
    }

    /// Returns the number of steps of its formula, if it has a single one.
    pub fn horizon(self) -> Option<usize> {
        match self {
            Self::Fixed(horizon) | Self::Minimize(horizon) => Some(horizon),
            Self::Incremental | Self::Pdr | Self::First => None,
        }
    }

    /// Returns the horizon up to which no refutation is needed if all up to `refuted` are known to be refuted. The frames of
    /// property-directed reachability begin at the start, whatever else is known.
    pub fn skips(self, refuted: Option<usize>) -> Option<usize> {
        refuted.filter(|_| self != Self::Pdr)
    }
}

/// Length of the best plan found by any engine; clones share it. By default none.
#[derive(Debug, Clone)]
pub struct UpperBound(Arc<AtomicUsize>);

impl Default for UpperBound {
    fn default() -> Self {
        Self(Arc::new(AtomicUsize::new(usize::MAX)))
    }
}

impl UpperBound {
    /// Records a plan of length `length`.
    pub fn lower_to(&self, length: usize) {
        self.0.fetch_min(length, Ordering::Relaxed);
    }

    /// Returns the horizon after a refuted one: `next`, or, with a known plan, at most the last horizon whose refutation makes
    /// it a shortest one.
    pub(super) fn limit(&self, next: usize, refuted: usize) -> usize {
        match self.0.load(Ordering::Relaxed).checked_sub(1) {
            Some(last) if refuted < last => next.min(last),
            _ => next,
        }
    }
}

/// Horizons that a strategy tries. By default all.
#[derive(Debug, Clone, Default)]
pub struct HorizonRange {
    /// Order of horizons in [`Strategy::Incremental`].
    pub schedule: HorizonSchedule,
    /// Horizons up to this one are known to be refuted and are not queried again.
    pub refuted: Option<usize>,
    /// Last horizon to try, if there is a last one. Strategies of one formula have their own.
    pub greatest: Option<usize>,
    /// Trust in refutations of a foreign solver on the way to greater horizons.
    pub trust: Trust,
    /// Copies of learned clauses that hold at every time.
    pub copy_lemmas: LemmaCopies,
    /// Division of horizons among threads, in [`Strategy::Incremental`], where the system has landmark facts.
    pub cubes: Cubes,
    /// Number of threads for cubes; by default the number of cores, and never more than 256.
    pub threads: Option<NonZeroUsize>,
    /// Length of a plan found by another engine: [`Strategy::Incremental`] does not exceed it before all shorter lengths are
    /// refuted.
    pub bound: UpperBound,
}

impl HorizonRange {
    /// Checks whether horizons are to be divided: then the system needs [landmark facts](crate::encode::LandmarkFacts). A single
    /// thread divides only if explicitly requested.
    pub fn divides(&self) -> bool {
        match self.cubes {
            Cubes::Off => false,
            Cubes::Auto => self.threads != Some(NonZeroUsize::MIN),
            Cubes::Landmarks { .. } => true,
        }
    }
}

/// Schedule: the horizon that comes after a refuted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HorizonSchedule {
    /// The next one: the first horizon with a trace is the optimum. Short horizons cost little and warm the solver up.
    Linear,
    /// Longer by this factor; after the goal is reached, the optimum is searched between that horizon and the last refuted.
    Ramp(Factor),
}

/// A ramp that skips many horizons and does not overshoot far: factors from 1.1 to 1.3 are equally good.
impl Default for HorizonSchedule {
    fn default() -> Self {
        Self::Ramp(Factor(1.15))
    }
}

impl HorizonSchedule {
    /// Returns the next horizon, a greater one, after `horizon` was refuted.
    pub(super) fn after(self, horizon: usize) -> usize {
        let next = horizon.saturating_add(1);
        match self {
            Self::Linear => next,
            Self::Ramp(factor) => next.max(factor.times(horizon)),
        }
    }
}

/// Factor of a geometric growth: more than 1, at most 10.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Factor(f64);

// A factor is never NaN, so it equals itself.
impl Eq for Factor {}

impl Factor {
    /// Returns the product, rounded up, at most the greatest integer.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    fn times(self, horizon: usize) -> usize {
        (horizon as f64 * self.0).ceil() as usize
    }
}

impl TryFrom<f64> for Factor {
    type Error = InvalidHorizonSchedule;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        if 1.0 < number && number <= 10.0 { Ok(Self(number)) } else { Err(InvalidHorizonSchedule::Factor) }
    }
}

impl fmt::Display for HorizonSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear => f.write_str("linear"),
            Self::Ramp(Factor(factor)) => write!(f, "ramp:{factor}"),
        }
    }
}

/// Error of parsing a schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHorizonSchedule {
    /// Unknown name.
    #[error("expected linear, or ramp:FACTOR such as ramp:1.15")]
    Name,
    /// Invalid factor.
    #[error("the factor of ramp:FACTOR must be a number greater than 1 and at most 10, such as 1.15")]
    Factor,
}

impl FromStr for HorizonSchedule {
    type Err = InvalidHorizonSchedule;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "linear" => Ok(Self::Linear),
            None if text == "ramp" => Err(InvalidHorizonSchedule::Factor),
            Some(("ramp", factor)) => {
                let number: f64 = factor.parse().map_err(|_| InvalidHorizonSchedule::Factor)?;
                Ok(Self::Ramp(Factor::try_from(number)?))
            }
            _ => Err(InvalidHorizonSchedule::Name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn horizons_do_not_go_beyond_a_known_plan() {
        let bound = UpperBound::default();
        assert_eq!(bound.limit(101, 87), 101);
        [95, 92, 99].into_iter().for_each(|length| bound.lower_to(length));
        assert_eq!(bound.limit(101, 87), 91);
        assert_eq!(bound.limit(90, 87), 90);
        // All shorter lengths are refuted, and yet a plan is requested.
        assert_eq!(bound.limit(105, 91), 105);
        bound.lower_to(0);
        assert_eq!(bound.limit(1, 0), 1);
    }

    #[test]
    fn what_is_printed_is_read_again() {
        for text in ["linear", "ramp:1.15", "ramp:2", "ramp:10", "ramp:1.000001"] {
            assert_eq!(text.parse::<HorizonSchedule>().unwrap().to_string(), text);
        }
        for text in
            ["ramp", "ramp:", "ramp:x", "ramp:1", "ramp:0.5", "ramp:-2", "ramp:10.1", "ramp:nan", "ramp:inf"]
        {
            assert_eq!(text.parse::<HorizonSchedule>(), Err(InvalidHorizonSchedule::Factor), "{text}");
        }
        for text in ["", "Linear", "linear:2", "parallel", "geometric"] {
            assert_eq!(text.parse::<HorizonSchedule>(), Err(InvalidHorizonSchedule::Name), "{text}");
        }
    }

    #[test]
    fn horizons_grow_and_do_not_overflow() {
        let of = |text: &str, from| {
            let schedule: HorizonSchedule = text.parse().unwrap();
            std::iter::successors(Some(from), |horizon| Some(schedule.after(*horizon)))
                .take(8)
                .collect::<Vec<_>>()
        };
        assert_eq!(of("linear", 0), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(of("ramp:1.5", 0), [0, 1, 2, 3, 5, 8, 12, 18]);
        assert_eq!(of("ramp:2", 3), [3, 6, 12, 24, 48, 96, 192, 384]);
        assert_eq!(of("ramp:10", usize::MAX / 2)[1], usize::MAX);
        assert_eq!(of("linear", usize::MAX)[1], usize::MAX);
    }
}
