//! The options of the planner: mode, solver, horizons, encoding of a step, limits, and which plans are asked for.

use std::num::NonZeroUsize;

use bmcplan_base::names::chosen_by_name;
use bmcplan_sat::encode::{Reduction, Reductions, Semantics, StepOptions};
use bmcplan_sat::horizon::{Cubes, HorizonRange, HorizonSchedule, LemmaCopies, Strategy};
use bmcplan_sat::solver::{SolverKind, Trust};
use bmcplan_search::DiskSearch;
use bmcplan_task::Task;
use bmcplan_task::plan::Metric;

use super::error::Unsupported;
use super::proof::LowerBound;

/// The mode: the way to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Explicit search, and incremental SAT beside it as soon as the problem turns out not to be small; on one core, after
    /// the search has used its memory. With several operators a step, the search has an eighth of the time at first, unless
    /// no two can share one.
    #[default]
    Auto,
    /// A first plan, then shorter ones until a shortest is proved.
    Anytime,
    /// Search, breadth-first or as its [heuristic](Options::heuristic) says.
    Search,
    /// Formulas for the horizons that this strategy chooses.
    Formula(Strategy),
}

impl Mode {
    /// Formulas of one horizon after the other, alone or beside other engines.
    pub(super) const INCREMENTAL: Self = Self::Formula(Strategy::Incremental);

    /// A first plan, by formulas or greedy search.
    pub(super) const FIRST: Self = Self::Formula(Strategy::First);

    /// Returns its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Anytime => "anytime",
            Self::Search => "search",
            Self::Formula(strategy) => strategy.name(),
        }
    }
}

/// The order in which search expands states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchHeuristic {
    /// No heuristic: breadth-first search or by cost, with little time and memory for each state.
    #[default]
    Blind,
    /// A\* with [LM-cut](bmcplan_task::heuristic::LmCut): far fewer states, each of which takes about a thousand times as long.
    LmCut,
    /// A\* with [pattern databases](bmcplan_search::SearchHeuristic::Patterns): more states, each of which takes some microseconds.
    Patterns,
    /// Sets of states as [decision diagrams](bmcplan_symbolic), from the start and from the goal.
    Symbolic,
}

chosen_by_name!(
    SearchHeuristic { Blind: "blind", LmCut: "lmcut", Patterns: "patterns", Symbolic: "symbolic" },
    UnknownSearchHeuristic,
    "heuristic"
);

/// The plans that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlanQuery {
    /// One plan.
    #[default]
    One,
    /// All shortest ones, up to this number.
    All(usize),
    /// The number of all shortest ones.
    Count,
}

impl PlanQuery {
    /// Returns the number of plans that are listed besides the first.
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
    /// The division of horizons among [threads](Self::search_threads) in `incremental`. `[default: off]`
    pub cubes: Cubes,
    /// The copies of learned clauses that hold at every time; there are none if the refutation is kept. `[default: late]`
    pub copy_lemmas: LemmaCopies,
    /// The lower bound below which no solver is asked. `[default: hmax]`
    pub lower_bound: LowerBound,
    /// The order of states in `search`. A\* finds one plan only. `[default: blind]`
    pub heuristic: SearchHeuristic,
    /// The form of a step in clauses. `[default: see `[`StepOptions`]`]`
    pub step: StepOptions,
    /// The measure that a plan is to have least of. Costs need one operator a step. `[default: the number of operators]`
    pub metric: Metric,
    /// The greatest cost of a plan that is looked for, where costs are minimised. `[default: none]`
    pub max_cost: Option<u64>,
    /// The greatest number of steps tried by `auto`, `search`, `incremental` and `pdr`. `[default: none]`
    pub max_horizon: Option<usize>,
    /// The memory of the searches, in bytes. `[default: all that there is for search; in auto 256 MiB for symbolic search, as much for A\*
    /// with pattern databases, and as much for the others together]`
    pub search_memory: Option<usize>,
    /// The threads of breadth-first search, over steps of several operators, too; in `auto` it leaves one to the formulas beside it. And those of
    /// [cubes](Self::cubes), by default as many as there are cores. The length of the answer does not depend on them.
    /// `[default: one]`
    pub search_threads: Option<NonZeroUsize>,
    /// The folder in which `search`, breadth-first and for one plan, keeps its states. `[default: none, states are in memory]`
    pub disk: Option<DiskSearch>,
    /// One plan, or all shortest ones, listed or counted. `[default: one plan]`
    pub wanted: PlanQuery,
    /// Takes, of the cheapest plans, those of fewest operators only. `[default: no]`
    pub fewest: bool,
    /// Keeps the refutation below a shortest plan, for a certificate, where varisat finds it: in `incremental` or `auto`,
    /// with the encoding `transition` and one operator a step. Formulas then are without the
    /// [reductions](bmcplan_sat::encode::Reduction) that keep only some plan of each length. `[default: no]`
    pub keeps_refutation: bool,
}

impl Options {
    /// Returns the greatest number of steps, or the greatest cost where costs are minimised.
    pub(super) fn greatest_measure(&self) -> Option<u64> {
        match self.metric {
            Metric::Actions => self.max_horizon.map(|most| u64::try_from(most).unwrap_or(u64::MAX)),
            Metric::Cost => self.max_cost,
        }
    }

    /// Returns the step semantics of the formulas: a first plan is looked for with ∃-steps, and put into an order
    /// afterwards where steps of one operator are asked for.
    pub fn semantics_of_formulas(&self) -> Semantics {
        match (self.mode, self.step.semantics) {
            (Mode::Formula(Strategy::First), Semantics::Sequential) => Semantics::Exists,
            (_, semantics) => semantics,
        }
    }

    /// Returns the reductions that formulas do without under a strategy, whatever was chosen, and why.
    pub fn left_out_reductions(&self, strategy: Strategy, task: &Task) -> (Reductions, &'static str) {
        let of_some_plans = Reductions::NONE.with(Reduction::Order).with(Reduction::Symmetries);
        if task.clock().is_some() {
            (Reductions::ALL, "every move of a game with a step counter takes time, which may be its use")
        } else if strategy == Strategy::Pdr {
            (of_some_plans.with(Reduction::Repeats), "property-directed reachability looks at single steps")
        } else if self.wanted != PlanQuery::One {
            (of_some_plans, "all shortest plans have every order of moves and every choice of equal objects")
        } else if strategy == Strategy::First {
            (of_some_plans, "a first plan is found sooner where there are more plans")
        } else {
            (Reductions::NONE, "")
        }
    }

    /// Returns the horizons that formulas are asked for if all up to `refuted` are known to be refuted.
    pub(super) fn range(&self, refuted: Option<usize>) -> HorizonRange {
        HorizonRange {
            schedule: self.schedule,
            refuted,
            greatest: self.max_horizon,
            trust: self.trust,
            copy_lemmas: self.copy_lemmas,
            cubes: self.cubes,
            threads: self.search_threads,
            ..HorizonRange::default()
        }
    }

    fn is_a_star(&self) -> bool {
        self.mode == Mode::Search
            && matches!(self.heuristic, SearchHeuristic::LmCut | SearchHeuristic::Patterns)
    }

    fn check_costs(&self) -> Result<(), Unsupported> {
        match self.mode {
            Mode::Formula(Strategy::Fixed(_) | Strategy::Minimize(_) | Strategy::Pdr) => {
                Err(Unsupported::CostIn(self.mode.name()))
            }
            _ if self.step.semantics.is_parallel() => Err(Unsupported::CostOf(self.step.semantics)),
            _ if self.max_horizon.is_some() => Err(Unsupported::HorizonOfCosts),
            Mode::Formula(_) if self.wanted != PlanQuery::One => Err(Unsupported::ListingOfCosts),
            _ => Ok(()),
        }
    }

    /// Checks that the mode and the plans that are asked for go with the metric and the step semantics: the one place that knows
    /// what A\* and lists of plans cannot do.
    ///
    /// # Errors
    /// The option that does not, and the one to take instead.
    pub fn check(&self) -> Result<(), Unsupported> {
        let asked = self.step.semantics;
        if asked.is_parallel() && self.mode == Mode::Search && self.heuristic != SearchHeuristic::Blind {
            return Err(Unsupported::AStar(asked));
        }
        if self.is_a_star() && self.wanted != PlanQuery::One {
            return Err(Unsupported::ListingOfAStar);
        }
        let knows_disk = self.mode == Mode::Search
            && self.heuristic == SearchHeuristic::Blind
            && self.wanted == PlanQuery::One
            && self.metric == Metric::Actions
            && !asked.is_parallel();
        if self.disk.is_some() && !knows_disk {
            return Err(Unsupported::Disk);
        }
        if matches!(self.mode, Mode::Formula(Strategy::First) | Mode::Anytime)
            && self.wanted != PlanQuery::One
        {
            return Err(Unsupported::ListingOfFirst);
        }
        if self.metric == Metric::Cost {
            self.check_costs()?;
        } else if self.max_cost.is_some() {
            return Err(Unsupported::CostOfLengths);
        }
        if asked.is_parallel() && self.wanted != PlanQuery::One {
            return Err(Unsupported::Listing(asked));
        }
        Ok(())
    }
}
