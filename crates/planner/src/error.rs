//! Faults that leave the planner without a report.

use bmcplan_base::folders::DiskError;
use bmcplan_sat::encode::{DecodeError, Semantics, UnsupportedSemantics};
use bmcplan_sat::horizon::RunError;
use bmcplan_sat::solver::SolverError;
use bmcplan_task::plan::PlanError;

/// A fault of this program, or of its caller.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    /// Options that do not go together.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A run of formulas without a verdict.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A model that is no run of the task.
    #[error("the model cannot be read as a plan: {0}")]
    Decode(#[from] DecodeError),
    /// A plan that the validator rejects.
    #[error("the validator rejects the plan that was found: {0}")]
    Plan(#[from] PlanError),
    /// A search on disk that cannot be begun or cannot go on.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

impl From<SolverError> for InternalError {
    fn from(error: SolverError) -> Self {
        Self::Run(error.into())
    }
}

/// Options that do not go together; with one operator a step all do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// A\* with LM-cut or symbolic search, which count operators, not steps.
    #[error(
        "A* with LM-cut and symbolic search know sequential steps only, not {0}: search without a heuristic, or ask for \
         sequential steps"
    )]
    AStar(Semantics),
    /// More than one plan: many orders of the same operators would have to be counted as one plan, or as several.
    #[error(
        "plans are listed and counted with sequential steps only, not {0}: ask for one plan, or for sequential steps"
    )]
    Listing(Semantics),
    /// All shortest plans where no shortest one is looked for.
    #[error("a first plan is one plan, and need not be shortest: ask for one plan, or in another mode")]
    ListingOfFirst,
    /// More than one plan by A\*.
    #[error("A* finds one plan: list and count plans with the heuristic blind or symbolic")]
    ListingOfAStar,
    /// Steps of several operators where costs are minimised.
    #[error(
        "costs are minimised with sequential steps only, not {0}: ask for sequential steps, or for fewest actions where the \
         problem has both metrics"
    )]
    CostOf(Semantics),
    /// A mode that bounds lengths where costs are minimised.
    #[error(
        "the mode {0} bounds lengths, and a longer plan may be cheaper: ask in another mode, or for fewest actions where the \
         problem has both metrics"
    )]
    CostIn(&'static str),
    /// A greatest number of steps where costs are minimised.
    #[error(
        "a longer plan may be cheaper: give a greatest cost in place of a greatest horizon, or ask for fewest actions where the \
         problem has both metrics"
    )]
    HorizonOfCosts,
    /// A greatest cost where lengths are minimised.
    #[error(
        "no costs are minimised here: give a greatest horizon in place of a greatest cost, or ask for least cost where the \
         problem has both metrics"
    )]
    CostOfLengths,
    /// A list of cheapest plans by formulas.
    #[error("cheapest plans are listed and counted by search only: ask for one plan, or in the mode search")]
    ListingOfCosts,
    /// States on disk in a search that does not go layer by layer, or for more than one plan.
    #[error(
        "a search on disk is breadth-first search, for one plan of fewest actions with sequential steps: ask for that, or search in memory"
    )]
    Disk,
    /// Endlessly many plans.
    #[error(
        "there are endlessly many cheapest plans, since actions that cost nothing lead in a circle: ask for those of fewest actions \
         among them"
    )]
    Endless,
    /// Sums of costs that are too great.
    #[error(
        "the best plan found costs 2^64 - 1 or more, and such sums are not compared: divide all costs by the same number"
    )]
    TooDear,
    /// A task with a clock by formulas with a relaxed rest, which has no time.
    #[error(
        "formulas with a relaxed rest of a plan do not count steps, as this problem does: ask for mode search"
    )]
    RestAgainstTime,
    /// An encoding that cannot tell operators apart.
    #[error(transparent)]
    Encoding(#[from] UnsupportedSemantics),
}
