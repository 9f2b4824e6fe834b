//! The options of the planner: mode, solver, horizons, encoding of a step, limits, and which plans are asked for.

use super::heuristic::SearchHeuristic;
use super::lower_bound::LowerBound;
use crate::encode::{Semantics, StepOptions};
use crate::horizon::{HorizonRange, HorizonSchedule, Strategy};
use crate::solver::{SolverKind, Trust};

/// How an answer is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Explicit search, and incremental SAT beside it as soon as the problem turns out not to be small; where there is one
    /// core only, when the search has had its memory. With several operators a step, the search has an eighth of the time at
    /// first, unless no two can share one.
    #[default]
    Auto,
    /// A first plan, then shorter ones until a shortest is proved.
    Anytime,
    /// Explicit search, breadth-first or by a [heuristic](Options::heuristic).
    Search,
    /// Formulas for the horizons that this strategy chooses.
    Formula(Strategy),
}

impl Mode {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Anytime => "anytime",
            Self::Search => "search",
            Self::Formula(strategy) => strategy.name(),
        }
    }
}

/// The plans that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlanQuery {
    /// One.
    #[default]
    One,
    /// All shortest ones, up to so many of them.
    All(usize),
    /// The number of all shortest ones.
    Count,
}

impl PlanQuery {
    /// How many plans are listed besides the first.
    pub(super) fn limit(self) -> usize {
        match self {
            Self::One | Self::Count => 0,
            Self::All(limit) => limit,
        }
    }
}

/// The options of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// `[default: auto]`
    pub mode: Mode,
    /// The solver of the modes that make formulas, but for [`Strategy::First`]. `[default: varisat]`
    pub solver: SolverKind,
    /// The trust in its refutations, unless it is built in. `[default: confirm]`
    pub trust: Trust,
    /// The horizons that `incremental` tries, and `auto` after its search. `[default: a ramp of 1.15]`
    pub schedule: HorizonSchedule,
    /// Below which horizons no solver is asked. `[default: hmax]`
    pub lower_bound: LowerBound,
    /// The order of states in `search`, if one plan is asked for. `[default: blind]`
    pub heuristic: SearchHeuristic,
    /// How a step becomes clauses. `[default: see `[`StepOptions`]`]`
    pub step: StepOptions,
    /// The greatest number of steps tried by `auto`, `search`, `incremental` and `pdr`. `[default: none]`
    pub max_horizon: Option<usize>,
    /// The memory of the explicit search, in bytes; in `auto` on one core 256 MiB at most. `[default: all that there is for
    /// search, 256 MiB for auto]`
    pub search_memory: Option<usize>,
    /// Are all shortest plans listed or counted, where there are any? `[default: one plan]`
    pub wanted: PlanQuery,
    /// Is the refutation below a shortest plan to be kept, for a certificate? So it is where varisat finds it, in
    /// `incremental` or `auto`, with the encoding `transition` and one operator a step. Formulas then are without the
    /// [reductions](crate::encode::Reduction) that keep some plan of each length only. `[default: no]`
    pub keeps_refutation: bool,
}

impl Options {
    /// The step semantics of the formulas: a first plan is looked for with ∃-steps, and put into an order
    /// afterwards where steps of one operator are asked for.
    pub fn semantics_of_formulas(&self) -> Semantics {
        match (self.mode, self.step.semantics) {
            (Mode::Formula(Strategy::First), Semantics::Sequential) => Semantics::Exists,
            (_, semantics) => semantics,
        }
    }

    /// The horizons that formulas are asked for if those up to `refuted` are known to be refuted.
    pub(super) fn range(&self, refuted: Option<usize>) -> HorizonRange {
        HorizonRange { schedule: self.schedule, refuted, greatest: self.max_horizon, trust: self.trust }
    }
}
