//! Which states come first: by the estimate alone, or by the path to a state, too.

use bmcplan_task::plan::Metric;

use super::super::limits::PathCost;

/// Which states come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preference {
    /// What a path and an estimate are measured in.
    pub metric: Metric,
    /// The weight of an estimate beside the path to a state, as in weighted A\*; without one the estimate alone counts.
    pub weight: Option<u64>,
}

impl Preference {
    /// Greedy search that takes all costs as one.
    pub const FIRST: Self = Self { metric: Metric::Actions, weight: None };

    /// Returns the priority of a state. The path has estimated costs, too: one more than its cost for each operator.
    pub(super) fn priority(self, way: PathCost, estimate: u64) -> u64 {
        let Some(weight) = self.weight else { return estimate };
        let path = match self.metric {
            Metric::Actions => way.cost,
            Metric::Cost => way.cost.saturating_add(u64::from(way.length)),
        };
        path.saturating_add(weight.saturating_mul(estimate))
    }
}
