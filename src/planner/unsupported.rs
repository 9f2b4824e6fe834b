//! Options that do not go with steps of several operators, and what goes instead.

use super::heuristic::SearchHeuristic;
use super::options::{Mode, Options, PlanQuery};
use crate::encode::{Semantics, UnsupportedSemantics};
use crate::horizon::Strategy;

/// Options that do not go together; with one operator a step all do.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// A\* with LM-cut, which says how many operators it takes to the goal.
    #[error(
        "A* with LM-cut knows sequential steps only, not {0}: search without a heuristic, or ask for sequential steps"
    )]
    AStar(Semantics),
    /// More than one plan: many orders of the same operators would have to be told apart, or not.
    #[error(
        "plans are listed and counted with sequential steps only, not {0}: ask for one plan, or for sequential steps"
    )]
    Listing(Semantics),
    /// All shortest plans where no shortest one is looked for.
    #[error("a first plan is one plan, and need not be shortest: ask for one plan, or in another mode")]
    ListingOfFirst,
    /// A demand that the strategy `core-guided` cannot meet.
    #[error("core-guided counting {0}")]
    CoreGuided(&'static str),
    /// An encoding that cannot tell operators apart.
    #[error(transparent)]
    Encoding(#[from] UnsupportedSemantics),
}

debug_is_message!(Unsupported);

impl Options {
    /// Checks that the mode and the plans that are asked for go with the step semantics: the one place that knows what A\*
    /// and lists of plans cannot do.
    ///
    /// # Errors
    /// The option that does not, and the one to take instead.
    pub fn check(&self) -> Result<(), Unsupported> {
        let asked = self.step.semantics;
        if asked.is_parallel() && self.mode == Mode::Search && self.heuristic != SearchHeuristic::Blind {
            return Err(Unsupported::AStar(asked));
        }
        if matches!(self.mode, Mode::Formula(Strategy::First) | Mode::Anytime)
            && self.wanted != PlanQuery::One
        {
            return Err(Unsupported::ListingOfFirst);
        }
        if self.mode == Mode::Formula(Strategy::CoreGuided) {
            let limits = [
                (asked.is_parallel(), "counts moves: ask for sequential steps"),
                (self.wanted != PlanQuery::One, "finds one plan: list or count plans in another mode"),
                (!self.solver.is_built_in(), "takes solvers that are built in"),
            ];
            if let Some((_, limit)) = limits.into_iter().find(|(is_asked, _)| *is_asked) {
                return Err(Unsupported::CoreGuided(limit));
            }
        }
        if asked.is_parallel() && self.wanted != PlanQuery::One {
            return Err(Unsupported::Listing(asked));
        }
        Ok(())
    }
}
